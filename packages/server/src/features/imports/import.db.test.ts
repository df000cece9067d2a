import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallRequest, ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { housekeepingJob } from '../../operations/housekeeping.ts';
import {
  newBase,
  rpc,
  share,
  startTestServer,
  subscribe,
  type TestPerson,
  type TestServer,
} from '../../testing.ts';
import { Imports } from './imports.ts';

describe('importing a CSV file', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann');
  });
  afterAll(() => server.close());

  async function order(csvFileUrl: string, importId: string) {
    const { config } = await rpc(ann, 'import.csvPreview', { csvFileUrl, tableName: 'People' });
    return {
      basePublicId: await newBase(ann),
      importId,
      csvFileUrl,
      config: { tableName: 'People' },
      fieldMappings: config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
        sourceFieldIndex,
        isPrimary,
      })),
    };
  }

  const large = (rows: number): string =>
    `Name,Age,Joined\n${Array.from({ length: rows }, (_, i) => `Person ${i},${i % 90},2024-01-${String(1 + (i % 28)).padStart(2, '0')}\n`).join('')}`;

  async function tablesOf(basePublicId: string): Promise<readonly string[]> {
    return (await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables.map((table) => table.name);
  }

  it('previews, imports as one step, exports the same, and takes it back', async () => {
    const content = 'Name,Age,Member\nAnn,41,yes\nBob,7,no\n"Cy, the third",,yes\n';
    const csvFileUrl = await server.upload(ann, 'people.csv', content);
    const preview = await rpc(ann, 'import.csvPreview', { csvFileUrl, tableName: 'People' });
    expect(preview.totalRows).toBe(3);
    expect(preview.config.columns.map((column) => column.fieldName)).toEqual(['Name', 'Age', 'Member']);

    const run = await order(csvFileUrl, 'import-1');
    const events: ImportEvent[] = [];
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) events.push(event);
    expect(events.flatMap((event) => (event.type === 'phase' ? [event.phase] : []))).toEqual([
      'connecting',
      'structure',
      'importing',
      'complete',
    ]);
    const finished = must(events.at(-1), 'the end');
    expect(finished).toMatchObject({
      type: 'finished',
      recordsImported: 3,
      rowsRejected: 0,
      valuesNotConverted: 0,
      reportUrl: null,
    });

    const { metadata } = await rpc(ann, 'metadata.get', run);
    const table = must(metadata.tables[0], 'the table');
    expect(table.fields.map((field) => field.type)).toEqual(['single_line_text', 'number', 'checkbox']);
    const file = await ann.call('GET', `/v1/bases/${run.basePublicId}/tables/${table.id}/export`);
    expect((await file.text()).replace('\ufeff', '')).toBe(
      'Name,Age,Member\r\nAnn,41,true\r\nBob,7,false\r\n"Cy, the third",,true\r\n',
    );

    // Attaching again tells the end and starts nothing.
    const again: ImportEvent[] = [];
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) again.push(event);
    expect(again.at(-1)).toEqual(finished);
    expect(await tablesOf(run.basePublicId)).toEqual(['People']);

    await rpc(ann, 'history.undo', run);
    expect(await tablesOf(run.basePublicId)).toEqual([]);
    await rpc(ann, 'history.redo', run);
    expect((await rpc(ann, 'records.list', { ...run, tableId: table.id, includeTotal: true })).total).toBe(3);
  });

  it('keeps what does not fit as text, and lists it in a report', async () => {
    const csvFileUrl = await server.upload(ann, 'ages.csv', 'Name,Age\nAnn,41\nBob,unknown\nBad,\u0000\n');
    const run = await order(csvFileUrl, 'import-2');
    let finished: ImportEvent | undefined;
    const fieldTypeOverrides = { 1: { fieldType: 'number' as const } };
    for await (const event of subscribe(ann, 'import.csvImportStream', { ...run, fieldTypeOverrides }))
      finished = event;
    expect(finished).toMatchObject({
      type: 'finished',
      recordsImported: 2,
      rowsRejected: 1,
      valuesNotConverted: 1,
    });
    if (finished?.type !== 'finished' || finished.reportUrl === null) throw new Error('There is no report');
    const { records } = await rpc(ann, 'records.list', { ...run, tableId: finished.tableId });
    expect(Object.values(records[1]?.raw ?? {})).toEqual(['unknown']);
    const report = await (await ann.call('GET', new URL(finished.reportUrl).pathname)).text();
    expect(report).toContain('unknown');
    expect(report.trim().split('\r\n')).toHaveLength(3);
  });

  it('imports chosen columns of a file that has more than a table takes, in a quoting of its own', async () => {
    const line = (of: (i: number) => string) => `${Array.from({ length: 601 }, (_, i) => of(i)).join(',')}\n`;
    const content =
      line((i) => `c${i}`) + line((i) => (i === 600 ? ' "a, b"' : `${i}`)) + line(() => '\u0000');
    const csvFileUrl = await server.upload(ann, 'wide.csv', content);
    const all = await rpc(ann, 'import.csvPreview', { csvFileUrl, tableName: 'Wide' });
    expect([all.config.columns.length, all.allColumns?.length, all.parse.quotes]).toEqual([
      500,
      601,
      'spaced',
    ]);
    const parse = { columns: [600, 3] };
    const { config } = await rpc(ann, 'import.csvPreview', { csvFileUrl, tableName: 'Wide', parse });
    expect(config.columns.map(({ fieldName }) => fieldName)).toEqual(['c3', 'c600']);
    const run = {
      basePublicId: await newBase(ann),
      importId: 'import-wide',
      csvFileUrl,
      config: { tableName: 'Wide' },
      fieldMappings: [{ sourceFieldIndex: 600 }, { sourceFieldIndex: 3 }],
      parse,
    };
    let finished: ImportEvent | undefined;
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) finished = event;
    if (finished?.type !== 'finished') throw new Error(JSON.stringify(finished));
    expect([finished.recordsImported, finished.rowsRejected]).toEqual([1, 1]);
    const { records } = await rpc(ann, 'records.list', { ...run, tableId: finished.tableId });
    expect(Object.values(records[0]?.data ?? {})).toEqual(['a, b', 3]);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const csvFileUrl = await server.upload(ann, 'large.csv', large(120_000));
    const run = await order(csvFileUrl, 'import-3');
    const before = readdirSync(join(server.parts.settings.dataDir, 'files')).length;
    const seen: string[] = [];
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) {
      seen.push(event.type);
      if (event.type !== 'records' || seen.filter((type) => type === 'records').length > 1) continue;
      await rpc(ann, 'import.cancel', { importId: 'import-3' });
    }
    expect(seen.at(-1)).toBe('cancelled');
    // The base was made for the import: it went with it.
    await expect(rpc(ann, 'metadata.get', run)).rejects.toMatchObject({ kind: 'not-found' });
    const { entries } = (await (await ann.call('GET', '/v1/audit')).json()) as { entries: object[] };
    expect(entries[0]).toMatchObject({
      action: 'flow.deleted',
      details: { flowId: run.basePublicId, type: 'base' },
    });
    expect(readdirSync(join(server.parts.settings.dataDir, 'files'))).toHaveLength(before);
  });

  it('goes on while its reader is away for a moment', async () => {
    const csvFileUrl = await server.upload(ann, 'large.csv', large(60_000));
    const run = await order(csvFileUrl, 'import-4');
    for await (const event of subscribe(ann, 'import.csvImportStream', run))
      if (event.type === 'records') break;
    let last: ImportEvent | undefined;
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) last = event;
    expect(last).toMatchObject({ type: 'finished', recordsImported: 60_000 });
  });

  it('tells of an import its server stopped in, and resumes it once or removes it', async () => {
    const csvFileUrl = await server.upload(ann, 'large.csv', large(60_000));
    const resumed = await order(csvFileUrl, 'import-5');
    const removed = { ...(await order(csvFileUrl, 'import-6')), baseMadeForImport: true };
    for (const run of [resumed, removed]) {
      for await (const event of subscribe(ann, 'import.csvImportStream', run))
        if (event.type === 'records') break;
      await server.parts.imports.close();
      await server.parts.imports.start();
    }
    // Colleagues who may edit the databases see them too; strangers and readers do not.
    const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
    const bob = await server.signUp('Bob', { invitationCode: code });
    const eve = await server.signUp('Eve');
    await share(ann, resumed.basePublicId, bob);
    await share(ann, removed.basePublicId, bob);
    const { imports } = await rpc(ann, 'import.interrupted', {});
    expect(imports.map(({ importId, fileName, begunBy }) => [importId, fileName, begunBy])).toEqual([
      ['import-6', 'large.csv', null],
      ['import-5', 'large.csv', null],
    ]);
    expect((await rpc(bob, 'import.interrupted', {})).imports).toEqual(
      imports.map((entry) => ({ ...entry, begunBy: 'Ann' })),
    );
    expect((await rpc(eve, 'import.interrupted', {})).imports).toEqual([]);
    const level = (accessLevel: 'read' | 'write') =>
      sql`insert into weft.flow_members (flow_id, user_id, access_level)
        values (${resumed.basePublicId}, ${bob.id}, ${accessLevel})
        on conflict (flow_id, user_id) do update set access_level = ${accessLevel}`.execute(server.control);
    await level('read');
    server.parts.flows.flowAccess.forget();
    expect((await rpc(bob, 'import.interrupted', {})).imports).toHaveLength(1);
    for (const name of ['import.resume', 'import.cancel', 'import.discard'] as const) {
      await expect(rpc(bob, name, { importId: 'import-5' })).rejects.toMatchObject({ kind: 'forbidden' });
      await expect(rpc(eve, name, { importId: 'import-5' })).rejects.toMatchObject({ kind: 'not-found' });
    }
    await level('write');
    server.parts.flows.flowAccess.forget();
    expect(await tablesOf(resumed.basePublicId)).toEqual([]);
    // An import is found in its own database only.
    const elsewhere = subscribe(bob, 'import.csvImportStream', {
      ...resumed,
      basePublicId: removed.basePublicId,
    });
    await expect(elsewhere.next()).rejects.toThrow(/404: .*Import not found/);

    const tableIdBefore = (await server.parts.imports.deps.importStates.find('import-5'))?.tableId;
    // Two people resume at once: one import, which both follow.
    const kept = must(imports[1], 'the first import').order as CallRequest<'import.csvImportStream'>;
    await Promise.all(
      [ann, bob, bob].map((person) => rpc(person, 'import.resume', { importId: 'import-5' })),
    );
    // Who has resumed it may remove it; the other has no import that stands still any more.
    const taken = await server.parts.imports.deps.importStates.find('import-5');
    const other = taken?.userId === ann.id ? bob : ann;
    await expect(rpc(other, 'import.discard', { importId: 'import-5' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const follow = async (person: TestPerson) => {
      let last: ImportEvent | undefined;
      for await (const event of subscribe(person, 'import.csvImportStream', kept)) last = event;
      return last;
    };
    const [annsEnd, bobsEnd] = await Promise.all([follow(ann), follow(bob)]);
    expect(annsEnd).toMatchObject({ type: 'finished', recordsImported: 60_000 });
    expect(bobsEnd).toEqual(annsEnd);
    expect(await tablesOf(resumed.basePublicId)).toEqual(['People']);
    // Into a table of its own: the server that stood still may come back and go on filling the one it had begun.
    const { metadata } = await rpc(ann, 'metadata.get', resumed);
    expect(metadata.tables.map(({ id }) => id)).not.toContain(tableIdBefore);
    // Asked again, nothing more happens.
    await rpc(ann, 'import.resume', { importId: 'import-5' });
    expect(await tablesOf(resumed.basePublicId)).toEqual(['People']);

    await rpc(ann, 'import.discard', { importId: 'import-6' });
    await expect(rpc(ann, 'metadata.get', removed)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(rpc(ann, 'import.resume', { importId: 'import-6' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect((await rpc(ann, 'import.interrupted', {})).imports).toEqual([]);
  });

  it('knows an import for finished whose server was killed between showing the table and saying so', async () => {
    const csvFileUrl = await server.upload(ann, 'people.csv', 'Name,Age\nAnn,41\n');
    const run = await order(csvFileUrl, 'import-7');
    const ends: ImportEvent[] = [];
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) ends.push(event);
    // What such a server leaves: the table is there, the row still says that it runs.
    await sql`update weft.imports set state = 'running' where id = 'import-7'`.execute(server.control);
    const restarted = new Imports(server.parts.imports.deps);
    await restarted.start();
    await restarted.close();
    expect((await rpc(ann, 'import.interrupted', {})).imports).toEqual([]);
    expect(await tablesOf(run.basePublicId)).toEqual(['People']);
    expect((await server.parts.imports.deps.importStates.find('import-7'))?.ending).toMatchObject({
      state: 'finished',
      result: { recordsImported: 1 },
    });
  });

  it('shows nothing of an import that another server has taken over from this one, which had stood still', async () => {
    const { importStates } = server.parts.imports.deps;
    const run = await order(await server.upload(ann, 'people.csv', 'Name,Age\nAnn,41\n'), 'import-8');
    const begin = importStates.begin.bind(importStates);
    const begun = vi.spyOn(importStates, 'begin').mockImplementation(async (state) => {
      const isNew = await begin(state);
      // What the other one does once nothing was heard of this one for long enough.
      await sql`update weft.imports set owner = 'another' where id = 'import-8'`.execute(server.control);
      return isNew;
    });
    const ends: ImportEvent[] = [];
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) ends.push(event);
    begun.mockRestore();
    expect(ends.at(-1)).toEqual({ type: 'error', message: 'Another server has taken this import over' });
    expect(await tablesOf(run.basePublicId)).toEqual([]);
    // It is the other one's, as it was.
    expect(await importStates.find('import-8')).toMatchObject({ ending: null, expected: null });
    await sql`delete from weft.imports where id = 'import-8'`.execute(server.control);
  });

  it('gives up looking a file through when whoever asked has left', async () => {
    const csvFileUrl = await server.upload(ann, 'people.csv', 'Name,Age\nAnn,41\n');
    const profiling = vi
      .spyOn(server.parts.imports.deps.profiles, 'of')
      .mockReturnValue(new Promise(() => {}));
    const wizard = new AbortController();
    const address = `/rpc/import.csvPreview?input=${encodeURIComponent(JSON.stringify({ csvFileUrl }))}`;
    const headers = { authorization: `Bearer ${ann.token}` };
    const left = expect(
      fetch(new URL(address, server.url), { headers, signal: wizard.signal }),
    ).rejects.toThrow();
    const patience = { timeout: 60_000 };
    await expect.poll(() => profiling.mock.calls.length, patience).toBe(1);
    const signal = must(profiling.mock.calls[0])[2];
    expect(signal.aborted).toBe(false);
    wizard.abort();
    await left;
    await expect.poll(() => signal.aborted, patience).toBe(true);
    profiling.mockRestore();
  });

  it('says why a file cannot be imported', async () => {
    const csvFileUrl = await server.upload(ann, 'empty.csv', '');
    await expect(rpc(ann, 'import.csvPreview', { csvFileUrl })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('keeps uploads for a day, longer while an import waits for them, and nothing that nobody named', async () => {
    const folder = join(server.parts.settings.dataDir, 'files');
    const urls = await Promise.all(
      ['old', 'waiting', 'new'].map((name) => server.upload(ann, `${name}.csv`, 'a\n1\n')),
    );
    const [old, waiting] = urls.map((url) => must(new URL(url).pathname.split('/')[2]));
    await sql`update weft.files set kept_until = now() - interval '1 minute' where id in (${must(old)}, ${must(waiting)})`.execute(
      server.control,
    );
    await sql`insert into weft.imports (id, organization_id, user_id, base_id, table_id, file_id, state)
      values ('imp-waiting', 'org', ${ann.id}, 'bas', 'tbl', ${must(waiting)}, 'interrupted')`.execute(
      server.control,
    );
    const [crashed, begun] = [
      join(folder, server.parts.newId('fil')),
      join(folder, `${server.parts.newId('fil')}.part`),
    ];
    writeFileSync(crashed, 'x');
    writeFileSync(begun, 'x');
    const yesterday = Date.now() / 1_000 - 25 * 60 * 60;
    utimesSync(crashed, yesterday, yesterday);
    const keepHouse = () =>
      housekeepingJob(server.parts.housekeeping).run(
        {},
        { id: 'job', attempt: 1, signal: new AbortController().signal },
      );
    await Promise.all([keepHouse(), keepHouse()]);
    const statuses = await Promise.all(
      urls.map(async (url) => (await ann.call('GET', new URL(url).pathname)).status),
    );
    expect(statuses).toEqual([404, 200, 200]);
    expect([existsSync(join(folder, must(old))), existsSync(crashed), existsSync(begun)]).toEqual([
      false,
      false,
      true,
    ]);
    await sql`delete from weft.imports where id = 'imp-waiting'`.execute(server.control);
    await keepHouse();
    expect((await ann.call('GET', new URL(must(urls[1])).pathname)).status).toBe(404);
  });

  it('takes a name that is cut in the middle of a character', async () => {
    const url = await server.upload(ann, `${'a'.repeat(199)}😀.csv`, 'a\n1\n');
    expect((await ann.call('GET', new URL(url).pathname)).status).toBe(200);
  });

  it('refuses a time zone there is not before anything begins', async () => {
    const run = await order(await server.upload(ann, 'zone.csv', 'At\n2024-01-05 10:00\n'), 'import-zone');
    const events = subscribe(ann, 'import.csvImportStream', { ...run, timeZone: 'Mars/Olympus' });
    await expect(events.next()).rejects.toThrow(/400: .*Not a time zone/);
    await expect(rpc(ann, 'import.cancel', { importId: 'import-zone' })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});
