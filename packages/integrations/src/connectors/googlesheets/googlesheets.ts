import { z } from 'zod';
import type { Connector, OutgoingValue } from '../connector.ts';
import { refuseGone } from '../fields.ts';
import { driveFiles, googleSignIn, onGoogle } from '../google/google.ts';
import { step } from '../lists.ts';
import { ServiceFault } from '../service-http.ts';
import { textOf } from '../values.ts';
import { columnValues } from './column-values.ts';
import { newSpreadsheet } from './new-spreadsheet.ts';
import { sheetOf, sheetsOf } from './sheet-columns.ts';

const appended = z.object({ updates: z.object({ updatedRange: z.string() }) });

/** The calls of https://developers.google.com/workspace/sheets/api/reference/rest and of Drive for the list of files. */
export const googlesheets: Connector = {
  ...{ type: 'googlesheets', label: 'Google Sheets', categories: ['database'], use: 'write' },
  purpose: 'Add rows to a sheet',
  auth: [
    googleSignIn(['email', 'drive.file'], {
      ...{ label: 'Files I choose', marks: { files: 'chosen' }, picksFiles: true },
    }),
    googleSignIn(['email', 'spreadsheets', 'drive.metadata.readonly'], {
      ...{ label: 'All my spreadsheets', marks: { files: 'all' } },
    }),
  ],
  baseUrl: 'https://sheets.googleapis.com',
  ...onGoogle,
  rateLimit: { requests: 60, per: 60_000 },
  // Two rows that are appended at once may become one.
  serial: true,
  targets: [
    step('spreadsheetId', 'Spreadsheet', (http) =>
      driveFiles(http, 'application/vnd.google-apps.spreadsheet'),
    ),
    step('sheetId', 'Sheet', async (http, { spreadsheetId = '' }) =>
      (await sheetsOf(http, spreadsheetId)).map(({ sheetId, title }) => ({
        id: `${sheetId}`,
        name: title,
      })),
    ),
  ],
  fieldsOf: async (http, { spreadsheetId = '', sheetId = '' }) =>
    (await sheetOf(http, spreadsheetId, sheetId)).columns.map(({ developerMetadataId, name, type }) => ({
      ...{ id: `${developerMetadataId}`, name, kind: 'any', ...(type !== 'text' && { holds: type }) },
    })),
  choices: columnValues,
  create: { label: 'Create new sheet', run: newSpreadsheet },
  write: {
    repeats: 'ask',
    run: async (http, { spreadsheetId = '', sheetId = '' }, { values }) => {
      const { title, columns, timeZone } = await sheetOf(http, spreadsheetId, sheetId);
      if (columns[0]?.index !== 0)
        throw new ServiceFault(
          'permanent',
          `Give the first column of ${title} a header: rows are added from it on`,
        );
      const places = new Map(columns.map((one) => [`${one.developerMetadataId}`, one.index]));
      refuseGone(values, (id) => places.has(id), title);
      const row: (string | number | boolean | null)[] = [];
      for (const [id, value] of values) row[places.get(id) ?? 0] = cell(value, timeZone);
      const quoted = `'${title.replaceAll("'", "''")}'`;
      const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}/values/${encodeURIComponent(`${quoted}!A1`)}:append`;
      await http.post(path, appended, {
        query: { valueInputOption: 'USER_ENTERED', insertDataOption: 'INSERT_ROWS' },
        json: { majorDimension: 'ROWS', values: [Array.from(row, (one) => one ?? null)] },
      });
      return {
        said: `Added a row to ${title}`,
        url: `https://docs.google.com/spreadsheets/d/${encodeURIComponent(spreadsheetId)}/edit#gid=${encodeURIComponent(sheetId)}`,
      };
    },
  },
};

const date = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/**
 * Read by Sheets as if a person typed it, so that dates become dates; what stands behind an apostrophe stays the text it is,
 * also where it begins like a formula or is a number with zeros in front.
 */
function cell(value: OutgoingValue, timeZone: string): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = textOf(value);
  if (date.test(text)) return text;
  if (instant.test(text)) return localTime(text, timeZone);
  return text === '' ? '' : `'${text}`;
}

/** An instant as the clock of the spreadsheet shows it. */
function localTime(text: string, timeZone: string): string {
  const shown = Temporal.Instant.from(text).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return shown.toString({ smallestUnit: 'second' }).replace('T', ' ');
}
