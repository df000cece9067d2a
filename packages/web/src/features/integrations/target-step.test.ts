import { expect, it } from 'vitest';
import type { CatalogueEntry } from './integration-queries.ts';
import { namedTarget, targetNameOf, withStep } from './target-step.ts';

const entry = {
  targets: [
    { key: 'spreadsheetId', label: 'Spreadsheet', optional: false, uploads: null },
    { key: 'sheetId', label: 'Sheet', optional: false, uploads: null },
  ],
} as unknown as CatalogueEntry;

it('a step that is chosen anew keeps those before it with their names, and drops those after it', () => {
  const chosen = { spreadsheetId: 's1', spreadsheetName: 'Guests', sheetId: '7' };
  expect(withStep(entry, chosen, 'sheetId', '9')).toEqual({ ...chosen, sheetId: '9' });
  expect(withStep(entry, chosen, 'spreadsheetId', 's2')).toEqual({ spreadsheetId: 's2' });
});

it('a target is called as what was chosen last, and as nothing where that was none', () => {
  const settings = { ...withStep(entry, {}, 'spreadsheetId', 's1'), ...namedTarget({ name: 'Guests' }) };
  expect(targetNameOf(settings)).toBe('Guests');
  const sheet = { ...withStep(entry, settings, 'sheetId', '7'), ...namedTarget({ name: 'Sign-ups' }) };
  expect(targetNameOf(sheet)).toBe('Sign-ups');
  expect(targetNameOf({ ...sheet, ...namedTarget(undefined) })).toBeNull();
  expect(targetNameOf({ channelId: 'C1' })).toBeNull();
});
