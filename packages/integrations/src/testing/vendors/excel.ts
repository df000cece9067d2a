import { z } from 'zod';
import { odd, type StandIn, testFile } from '../stand-in.ts';
import { graph, graphList, graphMe, graphWays } from './microsoft.ts';

const [workbookId, tableId] = [odd('workbook'), odd('{table}')];
const names = ['Name', 'Phone', 'Age', 'Came', 'Born', 'At', 'Picture', 'Wishes', 'Not asked'];
const table = `${graph}/me/drive/items/:workbook/workbook/tables/:table`;
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** By https://learn.microsoft.com/en-us/graph/api/tablerowcollection-add, and the lists of the workbook's reference. */
export const excel = (): StandIn => ({
  routes: [
    graphMe,
    graphList("/me/drive/root/search(q='.xlsx')", { $select: z.literal('id,name'), $top: z.literal('200') }, [
      { id: 'other', name: 'about.xlsx.txt' },
      { id: workbookId, name: 'Guests.xlsx' },
    ]),
    graphList('/me/drive/items/:workbook/workbook/tables', { $select: z.literal('id,name') }, [
      { id: 'other', name: 'Table1' },
      { id: tableId, name: 'Guests' },
    ]),
    {
      ...{ method: 'GET', url: `${table}/columns` },
      query: z.strictObject({ $select: z.literal('id,name,index') }),
      answer: () => ({
        json: { value: names.map((name, index) => ({ id: `${index + 1}`, name, index })) },
      }),
    },
    {
      ...{ method: 'POST', url: `${table}/rows/add`, adds: true },
      body: z.strictObject({
        index: z.int().nullable(),
        values: z.array(z.array(value).length(names.length)).length(1),
      }),
      answer: ({ path }) =>
        path.workbook === workbookId && path.table === tableId
          ? { status: 201, json: { index: 3, values: [] } }
          : { status: 404, json: { error: { code: 'ItemNotFound', message: 'No table' } } },
    },
  ],
  ways: graphWays,
  target: { workbookId, tableId },
  fields: names.map((name, index) => ({ id: `${index + 1}`, name, kind: 'any' })),
  values: {
    ...{ 1: '=HYPERLINK("https://x.example")', 2: '+49 0123', 3: 41.5, 4: true, 5: '2026-03-29' },
    ...{ 6: '2026-03-29T01:30:00Z', 7: [testFile('a.png', 3)], 8: ['tea', 'cake'] },
  },
  sent: [
    {
      index: null,
      values: [
        [
          ...['\'=HYPERLINK("https://x.example")', "'+49 0123", 41.5, true, '2026-03-29'],
          ...['2026-03-29 01:30:00', "'a.png", "'tea, cake", null],
        ],
      ],
    },
  ],
});
