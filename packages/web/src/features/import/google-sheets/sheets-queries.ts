import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { rpcQuery } from '../../../api.ts';
import { choicesQuery, connectionsQuery } from '../../integrations/integration-queries.ts';

/** Rows of a sheet that are shown (specification 1, section 9). */
const previewRows = 20;

export type Spreadsheet = CallOutput<'import.googleSheetsRefreshMetadata'>;
export type SheetPreview = CallOutput<'import.googleSheetsPreview'>;

/** Connections to Google with somebody who is signed in: others were given up before anybody had. */
export const sheetConnectionsQuery = queryOptions({
  ...connectionsQuery,
  select: (all) =>
    all.filter(({ type, session_state }) => type === 'googlesheets' && session_state !== undefined),
});

/** What a spreadsheet is called, of those that were listed to choose one of. */
export const spreadsheetName = (cache: QueryClient, serviceId: string, spreadsheetId: string): string =>
  cache
    .getQueryData(choicesQuery(serviceId, 'spreadsheetId', {}).queryKey)
    ?.find(({ id }) => id === spreadsheetId)?.name ?? 'Google Sheets';

/** The sheets of a spreadsheet, with the names of their columns, as they are now. */
export const spreadsheetQuery = (serviceId: string, spreadsheetId: string) =>
  queryOptions({
    queryKey: ['google-spreadsheet', serviceId, spreadsheetId],
    staleTime: 60_000,
    retry: false,
    queryFn: () => rpcQuery('import.googleSheetsRefreshMetadata', { serviceId, spreadsheetId }),
  });

/** The columns of a sheet, and its first rows. */
export const sheetPreviewQuery = (
  serviceId: string,
  spreadsheetId: string,
  sheetName: string,
  tableName: string,
) =>
  queryOptions({
    queryKey: ['google-sheet-preview', serviceId, spreadsheetId, sheetName],
    gcTime: 0,
    retry: false,
    queryFn: () =>
      rpcQuery('import.googleSheetsPreview', { serviceId, spreadsheetId, sheetName, tableName, previewRows }),
  });

/** Sheets that can be imported: their first row names columns. */
export const usableSheets = ({ sheets }: Spreadsheet) =>
  sheets.filter(({ columnHeaders }) => columnHeaders.length > 0);

/** The sheet that a spreadsheet is known by: the first that people see. */
export const firstSheet = (spreadsheet: Spreadsheet): string => {
  const usable = usableSheets(spreadsheet);
  return (usable.find(({ hidden }) => !hidden) ?? usable[0])?.title ?? '';
};

/** A whole sheet in A1 notation. */
export const rangeOf = (sheetName: string): string => `'${sheetName.replaceAll("'", "''")}'`;
