import { must } from '@weft/std';
import { type Product, postgresServer, type Session, signUp, startProducts } from '@weft/testkit';
import pg from 'pg';
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
  async function last(events: AsyncIterable<Event>, heard: Event[] = []): Promise<Event | undefined> {
    for await (const event of events) heard.push(event);
    return heard.at(-1);
  }

  /** Past the servers, as the same owner. */
  async function connection(): Promise<pg.Client> {
    const database = new pg.Client({ connectionString: must(products[0]).env.DATABASE_URL });
    await database.connect();
    return database;
  }
  async function onDatabase(text: string, values: readonly string[]): Promise<readonly object[]> {
    const database = await connection();
    const { rows } = await database.query(text, [values]);
    await database.end();
    return rows;
  }

  /**
   * Runs `then` while imports into these bases have all their rows and wait for their last step. They wait where it begins:
   * the rest of it is sent together with its COMMIT, and is done even where whoever sent it is killed meanwhile.
   */
  async function atLastStep(bases: readonly string[], begin: () => void, then: () => Promise<void>) {
    const database = await connection();
    try {
      await database.query('BEGIN');
      for (const base of bases) await database.query(`LOCK TABLE "${base}"._base IN EXCLUSIVE MODE`);
      begin();
      const waiting = `SELECT 1 FROM pg_locks JOIN pg_class c ON c.oid = relation
        WHERE NOT granted AND c.relnamespace::regnamespace::text = ANY($1)`;
      const held = async () => (await database.query(waiting, [bases])).rowCount;
      await expect.poll(held, { timeout: 60_000 }).toBe(bases.length);
      await then();
      await database.query('ROLLBACK');
    } finally {
      await database.end();
    }
  }

  it('follow an import that another one runs, of a file that was uploaded there', async () => {
    const { order } = await importOrder(here, people(6_000));
    const heard: Event[] = [];
    const ends: Promise<Event | undefined>[] = [];
    await atLastStep(
      [order.basePublicId],
      () => ends.push(last(here.events('import.csvImportStream', order))),
      async () => {
        ends.push(last(there.events('import.csvImportStream', order), heard));
        await expect.poll(() => heard.length, { timeout: 60_000 }).toBeGreaterThan(0);
      },
    );
    expect(await Promise.all(ends)).toMatchObject([
      { type: 'finished', recordsImported: 6_000 },
      { type: 'finished', recordsImported: 6_000 },
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

  it('resume or remove what one was importing when it was killed, its rows in place and its table not yet shown', async () => {
    const content = people(6_000);
    const [resumed, removed] = await Promise.all([importOrder(here, content), importOrder(here, content)]);
    const orders = [resumed.order, removed.order];
    const bases = orders.map(({ basePublicId }) => basePublicId);
    const ids = orders.map(({ importId }) => importId).sort();
    const broken: Promise<unknown>[] = [];
    await atLastStep(
      bases,
      () => {
        for (const order of orders)
          broken.push(expect(last(here.events('import.csvImportStream', order))).rejects.toThrow());
      },
      async () => {
        await must(products[0]).pause('SIGKILL');
        await Promise.all(broken);
      },
    );
    // As if it had been silent for as long as the others wait before they take it for dead.
    await onDatabase(`UPDATE weft.imports SET seen_at = now() - interval '1 hour' WHERE id = ANY($1)`, ids);
    const interrupted = async () =>
      (await there.query<{ imports: { importId: string }[] }>('import.interrupted', {})).imports
        .map(({ importId }) => importId)
        .sort();
    await expect.poll(interrupted, { timeout: 60_000, interval: 200 }).toEqual(ids);

    const { importId, basePublicId } = resumed.order;
    await Promise.all([1, 2].map(() => there.mutate('import.resume', { importId })));
    const end = await last(there.events('import.csvImportStream', resumed.order));
    expect(end).toMatchObject({ type: 'finished', recordsImported: 6_000 });
    const { metadata } = await there.query<Metadata>('metadata.get', { basePublicId });
    expect(metadata.tables).toHaveLength(1);
    const file = await there.text(`/v1/bases/${basePublicId}/tables/${must(metadata.tables[0]).id}/export`);
    expect(file.replace('\ufeff', '').replaceAll('\r\n', '\n')).toBe(content);

    // Nor is what the killed one had loaded still there, hidden.
    const tables = `SELECT 1 FROM pg_tables WHERE schemaname = ANY($1) AND tablename LIKE 'tbl%'`;
    expect(await onDatabase(tables, [basePublicId])).toHaveLength(1);

    const gone = removed.order;
    await there.mutate('import.discard', { importId: gone.importId });
    await expect(there.query('metadata.get', { basePublicId: gone.basePublicId })).rejects.toThrow(/^404/);
    expect(await onDatabase('SELECT nspname FROM pg_namespace WHERE nspname = ANY($1)', bases)).toEqual([
      { nspname: basePublicId },
    ]);
    expect(await interrupted()).toEqual([]);
  });
});
