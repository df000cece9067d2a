import { expect, it } from 'vitest';
import { serialKey, targetPlace } from './serial-key.ts';

it('answers queue for one place within their organization, whatever connection writes them', () => {
  const http = {
    builtInConnector: (type: string) => ({ serial: type === 'googlesheets' }),
  } as unknown as Parameters<typeof serialKey>[0];
  const keyOf = (target: string, organizationId = 'org1') => serialKey(http, target, organizationId);
  expect(keyOf('googlesheets svc1 sheet')).toBe(keyOf('googlesheets svc2 sheet'));
  // Whoever knows the sheet of another organization does not stand before its answers.
  expect(keyOf('googlesheets svc3 sheet', 'org2')).not.toBe(keyOf('googlesheets svc1 sheet'));
  expect(keyOf('slack svc1 channel')).toBeNull();
});

it('the place is the spreadsheet, not its first sheet, which most of them have under one id', () => {
  const targets = [{ key: 'spreadsheetId' }, { key: 'sheetId' }];
  const http = { builtInConnector: () => ({ targets }) } as unknown as Parameters<typeof targetPlace>[0];
  // As the database gives it back: the shorter name first.
  expect(targetPlace(http, 'googlesheets', { sheetId: '0', spreadsheetId: 's1' })).toBe('s1');
  expect(targetPlace({ builtInConnector: () => undefined }, 'generatePDF', {})).toBe('');
});
