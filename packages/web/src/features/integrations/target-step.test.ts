import { expect, it } from 'vitest';
import type { CatalogueEntry } from './integration-queries.ts';
import { withStep } from './target-step.ts';

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
