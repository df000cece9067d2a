import { must } from '@weft/std';
import { type Product, postgresServer, type Session, signUp, startProducts } from '@weft/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOrder, type Metadata, newBase, type Records, testId } from './databases.ts';

type Event = Record<string, unknown>;

describe.skipIf(postgresServer() === undefined)('several servers of one database', () => {
  let products: readonly Product[];
  let stop: () => Promise<void>;
  let here: Session;
  let there: Session;
  beforeAll(async () => {
    ({ products, stop } = await startProducts(['all', 'web', 'worker']));
    here = await signUp(must(products[0]).url, 'ann');
    there = here.at(must(products[1]).url);
  }, 120_000);
  afterAll(() => stop());

  async function table() {
    const basePublicId = await newBase(here);
    await here.mutate('metadata.create', { basePublicId, createDefaultRecords: true });
    const { metadata, version } = await there.query<Metadata>('metadata.get', { basePublicId });
    const { id: tableId, fields } = must(metadata.tables[0]);
    return { basePublicId, tableId, fieldId: must(fields[0]).id, version };
  }

  it('show each other every edit, in order and once', async () => {
    const { fieldId, version, ...inTable } = await table();
    const stopped = new AbortController();
    const hear = async (session: Session) => {
      const seqs: unknown[] = [];
      const input = { basePublicId: inTable.basePublicId, sinceSeq: version };
      for await (const { seq } of session.events('base.changes', input, stopped.signal))
        if (seqs.push(seq) === 81) break;
      return seqs;
    };
    const hearing = Promise.all([hear(here), hear(there)]);
    const id = testId('rec');
    await here.mutate('records.create', { ...inTable, records: [{ id, data: {} }] });
    const edit = (session: Session, value: string) =>
      session.mutate('records.update', { ...inTable, recordId: id, data: { [fieldId]: value } });
    for (let i = 0; i < 40; i++) await Promise.all([edit(here, `here ${i}`), edit(there, `there ${i}`)]);
    const expected = Array.from({ length: 81 }, (_, i) => version + 1 + i);
    expect(await hearing).toEqual([expected, expected]);
    stopped.abort();
    const read = (session: Session) => session.query<Records>('records.get', { ...inTable, recordId: id });
    expect(await read(here)).toEqual(await read(there));
  });

  it('take an undo of what was done at the other', async () => {
    const { fieldId, version: _, ...inTable } = await table();
    const { records } = await here.query<Records>('records.list', inTable);
    const recordId = must(records[0]).id;
    await here.mutate('records.update', { ...inTable, recordId, data: { [fieldId]: 'Linen' } });
    await there.mutate('history.undo', { basePublicId: inTable.basePublicId });
    const after = await here.query<{ data: object }>('records.get', { ...inTable, recordId });
    expect(after.data).toEqual({});
  });

  const people = (count: number) =>
    `Name,Age\n${Array.from({ length: count }, (_, row) => `Person ${row},${row % 90}`).join('\n')}\n`;
  async function last(events: AsyncIterable<Event>): Promise<Event | undefined> {
    let end: Event | undefined;
    for await (const event of events) end = event;
    return end;
  }

  it('follow an import that another one runs, of a file that was uploaded there', async () => {
    const { order } = await importOrder(here, people(120_000));
    const ends = await Promise.all([
      last(here.events('import.csvImportStream', order)),
      last(there.events('import.csvImportStream', order)),
    ]);
    expect(ends).toMatchObject([
      { type: 'finished', recordsImported: 120_000 },
      { type: 'finished', recordsImported: 120_000 },
    ]);
    const { metadata } = await there.query<Metadata>('metadata.get', { basePublicId: order.basePublicId });
    expect(metadata.tables).toHaveLength(1);
  });

  it('cancel an import that another one runs', async () => {
    const { order } = await importOrder(here, people(300_000));
    let cancelled: Promise<unknown> | null = null;
    let end: Event | undefined;
    for await (const event of here.events('import.csvImportStream', order)) {
      if (event.type === 'records') cancelled ??= there.mutate('import.cancel', { importId: order.importId });
      end = event;
    }
    await must(cancelled, 'the import was still going');
    expect(end).toEqual({ type: 'cancelled' });
  });

  it('has a worker that says how it is and answers nobody else', async () => {
    const worker = must(products[2]).url;
    expect((await fetch(`${worker}/healthz`)).status).toBe(200);
    expect((await fetch(`${worker}/admin/flows`)).status).toBe(404);
    await expect(here.at(worker).query('import.interrupted', {})).rejects.toThrow('404');
  });
});
