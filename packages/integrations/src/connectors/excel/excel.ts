import { z } from 'zod';
import type { Connector, OutgoingValue, Target } from '../connector.ts';
import { refuseGone } from '../fields.ts';
import { step } from '../lists.ts';
import { graphList, onGraph } from '../microsoft/microsoft.ts';
import type { ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { textOf } from '../values.ts';

const columns = z.object({ value: z.array(named.extend({ index: z.number() })) });
const added = z.object({ index: z.number() });

const tablesOf = (workbookId = '') => `/me/drive/items/${encodeURIComponent(workbookId)}/workbook/tables`;
const tableOf = ({ workbookId, tableId = '' }: Target) =>
  `${tablesOf(workbookId)}/${encodeURIComponent(tableId)}`;

const columnsOf = async (http: ServiceHttp, target: Target) =>
  (await http.get(`${tableOf(target)}/columns`, columns, { query: { $select: 'id,name,index' } })).value;

/** Rows of tables in workbooks: https://learn.microsoft.com/en-us/graph/api/tablerowcollection-add. */
export const excel: Connector = {
  ...{ type: 'excel', label: 'Excel', categories: ['database'], use: 'write' },
  purpose: 'Add rows to a table',
  ...onGraph('Files.ReadWrite'),
  serial: true,
  targets: [
    step('workbookId', 'Workbook', async (http) => {
      const query = { $select: 'id,name', $top: 200 };
      const found = await graphList(http, "/me/drive/root/search(q='.xlsx')", named, query);
      return found.filter(({ name }) => name.toLowerCase().endsWith('.xlsx'));
    }),
    step('tableId', 'Table', (http, { workbookId }) =>
      graphList(http, tablesOf(workbookId), named, { $select: 'id,name' }),
    ),
  ],
  fieldsOf: async (http, target) =>
    (await columnsOf(http, target)).map((column) => ({ id: column.id, name: column.name, kind: 'any' })),
  write: {
    repeats: 'ask',
    run: async (http, target, { values }) => {
      const known = await columnsOf(http, target);
      refuseGone(values, (id) => known.some((column) => column.id === id), 'the table');
      const row = known
        .toSorted((a, b) => a.index - b.index)
        .map((column) => {
          const value = values.get(column.id);
          return value === undefined ? null : cell(value);
        });
      await http.post(`${tableOf(target)}/rows/add`, added, { json: { index: null, values: [row] } });
      return { said: 'Added a row' };
    },
  },
};

const date = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/;

/**
 * Read by Excel as if a person typed it, so that dates become dates; what stands behind an apostrophe stays the text it is,
 * also where it begins like a formula. A workbook has no time zone: times are those of UTC.
 */
function cell(value: OutgoingValue): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = textOf(value);
  if (date.test(text)) return text;
  const [, day, time] = instant.exec(text) ?? [];
  if (day !== undefined) return `${day} ${time}`;
  return text === '' ? '' : `'${text}`;
}
