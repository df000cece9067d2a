import { faultOf } from '@weft/protocol';
import { describe, expect, it } from 'vitest';
import { countByType, freeName, isSought, lettersOf, missingTarget, shownFault } from './service-words.ts';

describe('a name for a connection', () => {
  it('gets a number where it is taken, in whatever case', () => {
    expect(freeName('Slack', [])).toBe('Slack');
    expect(freeName('Slack', ['slack', 'Slack (2)'])).toBe('Slack (3)');
  });
});

describe('the letters of a service', () => {
  it('are of its first two words, or the first two of one', () => {
    const names = ['Google Sheets', 'Airtable', 'Monday.com', 'HubSpot', 'SMTP'];
    expect(names.map(lettersOf)).toEqual(['Gs', 'Ai', 'Mc', 'Hs', 'Sm']);
  });
});

describe('a credential', () => {
  const field = {
    label: 'API key',
    optional: false,
    pattern: { source: 'key[a-z]{3}', message: 'No key of ours' },
  };
  it('meets its pattern as a whole, without the spaces around it', () => {
    expect(faultOf(field, ' keyabc ')).toBeNull();
    expect(faultOf(field, 'keyabcd')).toBe('No key of ours');
    expect(faultOf(field, '  ')).toBe('API key is missing');
    expect(faultOf({ ...field, optional: true }, '')).toBeNull();
  });
  it('is told once typing pauses, and no longer than it is wrong', () => {
    expect(shownFault(field, undefined, 'k')).toBeNull();
    expect(shownFault(field, 'k', 'ke')).toBe('No key of ours');
    expect(shownFault(field, 'k', 'keyabc')).toBeNull();
    expect(shownFault(field, 'k', '')).toBeNull();
  });
});

const sheets = {
  ...{
    type: 'googlesheets',
    label: 'Google Sheets',
    purpose: 'Add rows to a sheet',
    categories: ['database'],
  },
};

describe('the search of the catalogue', () => {
  it('minds neither case nor spaces', () => {
    expect(isSought(sheets, 'googlesh')).toBe(true);
    expect(isSought(sheets, 'slack')).toBe(false);
  });

  it('finds what a service is for, its category, and other words for it', () => {
    const found = ['spreadsheet', 'add rows', 'DATABASE', 'calendar'].map((text) => isSought(sheets, text));
    expect(found).toEqual([true, true, true, false]);
    const rest = { type: 'rest', label: 'REST', purpose: 'Call any HTTP address', categories: [] };
    expect(isSought(rest, 'web hook')).toBe(true);
  });
});

it('counts what lets in, not what waits for somebody to sign in', () => {
  const states = ['ok', 'failing', 'reconnect'] as const;
  expect([...countByType(states.map((state) => ({ type: 'intercom', state })))]).toEqual([['intercom', 2]]);
});

it('says which target is missing', () => {
  expect(missingTarget('airtable', 'Base')).toBe('Missing or unknown base');
  expect(missingTarget('googlesheets', 'Spreadsheet')).toBe('Missing or unknown google sheet');
});
