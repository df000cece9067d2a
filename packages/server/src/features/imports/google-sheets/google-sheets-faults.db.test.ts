import type { Table } from '@weft/core';
import { cellOf, localSheet, localSpreadsheets } from '@weft/integrations/testing';
import type { ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newBase, rpc, subscribe } from '../../../testing.ts';
import { recordsOf, tablesOf } from '../airtable/testing.ts';
import { serverWithSheets } from './testing.ts';

const { text, number } = cellOf;
/** So many that an import can be cancelled on its way. */
const rows = 12_000;

let world: Awaited<ReturnType<typeof serverWithSheets>>;
let count = 0;
beforeAll(async () => {
  world = await serverWithSheets();
});
afterAll(() => world.close());
beforeEach(() => {
  world.vendor.reset();
  localSpreadsheets.reset([guests(3)]);
});

const guests = (records: number) =>
  localSheet(7, 'Guests', [], {
    ...{ rowCount: records + 1, columnCount: 2 },
    row: (at) => (at === 0 ? [text('Name'), text('Seats')] : [text(`Guest ${at}`), number(at)]),
  });

interface Into {
  readonly basePublicId: string;
  readonly importId: string;
}
const asked = async (): Promise<Into> => ({
  basePublicId: await newBase(world.ann, 'Guests'),
  importId: `sheet-fault-${++count}`,
});

/** Imports the sheet into a new table. */
async function run(into: Into, hear: (event: ImportEvent) => void = () => {}) {
  const { serviceId, spreadsheetId } = world;
  const events: ImportEvent[] = [];
  const order = {
    ...{ ...into, serviceId, spreadsheetId, range: 'Guests', config: { tableName: 'Guests' } },
    baseMadeForImport: true,
  };
  for await (const event of subscribe(world.ann, 'googleSheetsImportStream', order)) {
    events.push(event);
    hear(event);
  }
  return events;
}
const isGone = ({ basePublicId }: Into) =>
  expect(rpc(world.ann, 'metadata.get', { basePublicId })).rejects.toMatchObject({ kind: 'not-found' });

it('goes on where Google hangs up, is busy, or is away for a moment', async () => {
  world.vendor.faults.set(1, { kind: 'reset' });
  world.vendor.faults.set(2, { kind: 'status', status: 503 });
  world.vendor.faults.set(4, { kind: 'status', status: 429, retryAfter: '0' });
  const events = await run(await asked());
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 3 });
});

it.each(['connecting', 'structure', 'importing'] as const)(
  'leaves nothing when it is cancelled while it is %s',
  async (phase) => {
    localSpreadsheets.reset([guests(rows)]);
    const into = await asked();
    let cancelling: Promise<unknown> | null = null;
    const events = await run(into, (event) => {
      if (event.type === 'phase' && event.phase === phase)
        cancelling ??= rpc(world.ann, 'import.cancel', { importId: into.importId });
    });
    await cancelling;
    expect(events.at(-1)).toEqual({ type: 'cancelled' });
    await isGone(into);
  },
);

it('leaves nothing when it is cancelled while it finishes, or has everything where it was done before', async () => {
  localSpreadsheets.reset([guests(rows)]);
  const into = await asked();
  let cancelling: Promise<unknown> | null = null;
  const events = await run(into, (event) => {
    if (event.type === 'phase' && event.phase === 'complete')
      cancelling ??= rpc(world.ann, 'import.cancel', { importId: into.importId }).catch(
        ({ kind }: { readonly kind: string }) => kind,
      );
  });
  const refused = await cancelling;
  const last = events.at(-1);
  if (last?.type === 'cancelled') return isGone(into);
  expect([refused, last]).toMatchObject(['conflict', { type: 'finished', recordsImported: rows }]);
  const [table] = await tablesOf(world.ann, into.basePublicId);
  const listed = await rpc(world.ann, 'records.list', {
    ...{ basePublicId: into.basePublicId, tableId: must(table).id, limit: 1, includeTotal: true },
  });
  expect(listed.total).toBe(rows);
});

it('leaves a table as it was when its rows were to be added to it and that is cancelled', async () => {
  localSpreadsheets.reset([guests(rows)]);
  const { ann, serviceId, spreadsheetId } = world;
  const into = await asked();
  const name = 'fld0000000000000000000na';
  const { table } = (await rpc(ann, 'tables.create', {
    ...{ basePublicId: into.basePublicId, name: 'People' },
    fields: [{ id: name, name: 'Name', type: 'single_line_text', template: {} }],
    records: [{ data: { [name]: 'Ada' } }],
  } as never)) as { readonly table: Table };
  const fieldMappings = [{ sourceFieldIndex: 0, sourceFieldName: 'Name', targetFieldId: name }];
  const order = { ...into, tableId: table.id, serviceId, spreadsheetId, sheetName: 'Guests', fieldMappings };
  const events: ImportEvent[] = [];
  let cancelling: Promise<unknown> | null = null;
  for await (const event of subscribe(ann, 'googleSheetsImportToTableStream', order)) {
    events.push(event);
    if (event.type === 'phase' && event.phase === 'importing')
      cancelling ??= rpc(ann, 'import.cancel', { importId: into.importId });
  }
  await cancelling;
  expect(events.at(-1)).toEqual({ type: 'cancelled' });
  const records = await recordsOf(ann, into.basePublicId, table.id);
  expect(records.map(({ data }) => data[name])).toEqual(['Ada']);
});

// The connection is of no use afterwards.
it('says that the connection was revoked midway, and leaves nothing', async () => {
  localSpreadsheets.reset([guests(rows)]);
  const into = await asked();
  let pages = 0;
  localSpreadsheets.onPage = () => {
    if (++pages === 2) must(world.google).revokeAll();
  };
  const events = await run(into);
  expect(events.at(-1)).toMatchObject({ type: 'error', message: expect.stringMatching(/Google|sign in/i) });
  expect(await tablesOf(world.ann, into.basePublicId)).toEqual([]);
});
