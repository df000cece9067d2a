import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

type Entries = Map<string, Buffer>;

async function unzipped(bytes: Buffer): Promise<Entries> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  );
  const entries: Entries = new Map();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

function zipped(entries: Entries): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

/** The list of contents as it would be, had the archive been exported so. */
function listed(entries: Entries): Entries {
  const rest = [...entries].filter(([name]) => name !== 'contents.json');
  const contents = Object.fromEntries(
    rest.map(([name, bytes]) => [
      name,
      { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ]),
  );
  return new Map([...rest, ['contents.json', Buffer.from(JSON.stringify(contents))]]);
}

/** What somebody does to an export, and whether they mend its list of contents after it. */
type Tampering = (entries: Entries) => Entries;
const changed =
  (name: (entry: string) => boolean, change: (text: string) => string, relist = true): Tampering =>
  (entries) => {
    const after = new Map(
      [...entries].map(([entry, bytes]) => [
        entry,
        name(entry) ? Buffer.from(change(bytes.toString())) : bytes,
      ]),
    );
    return relist ? listed(after) : after;
  };
const records = (entry: string) => entry.startsWith('records/');
const flow = (entry: string) => entry === 'flow.json';
/** As much of `flow.json` as is tampered with here. */
interface Head {
  version: number;
  flow: { type: string; internalNote: string | null };
  tables: { id: string; primaryFieldId: string }[];
}
const inFlow = (change: (json: Head) => void) =>
  changed(flow, (text) => {
    const json = JSON.parse(text);
    change(json);
    return JSON.stringify(json);
  });

const tamperings: readonly (readonly [string, Tampering, string])[] = [
  ['a record was edited', changed(records, (text) => text.replace('Wool', 'Silk'), false), 'it was changed'],
  ['a record was cut off', changed(records, (text) => text.slice(0, -20)), 'a record cannot be read'],
  ['a record stands in it twice', changed(records, (text) => text + text), 'a record is in it twice'],
  [
    'a cell is of another type',
    changed(records, (text) => text.replace('"Wool"', '{"x":1}')),
    'a cell of the field',
  ],
  [
    'a cell is of no field',
    changed(records, (text) => text.replace('"data":{', '"data":{"fldx":1,')),
    'a cell of no field',
  ],
  [
    'its records are missing',
    (entries) => listed(new Map([...entries].filter(([name]) => !records(name)))),
    'is missing',
  ],
  ['a file was added', (entries) => new Map([...entries, ['x', Buffer.from('x')]]), 'what its list says'],
  [
    'a table has no primary field',
    inFlow(({ tables: [table] }) => {
      must(table).primaryFieldId = 'fld000000000000000000000';
    }),
    'has no primary field',
  ],
  [
    'an id is no id',
    inFlow(({ tables: [table] }) => {
      must(table).id = 'tbl"; DROP SCHEMA weft; --';
    }),
    'it was changed',
  ],
  [
    'its type cannot be made',
    inFlow((json) => {
      json.flow.type = 'zite';
    }),
    'it was changed',
  ],
  [
    'it is a form without a form',
    inFlow((json) => {
      json.flow.type = 'form';
    }),
    'the form is missing',
  ],
  [
    'its note cannot be stored',
    inFlow((json) => {
      json.flow.internalNote = 'a\0b';
    }),
    'it was changed',
  ],
  [
    'it nests deeper than a database reads',
    changed(flow, (text) =>
      JSON.stringify(JSON.parse(text)).replace(
        /"template":\{(\}?)/,
        (_, end: string) => `"template":{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}${end || ','}`,
      ),
    ),
    'it was changed',
  ],
  ['it is another archive', () => new Map([['a.txt', Buffer.from('a')]]), 'no export of Weft'],
];

describe('a file that is no whole export', () => {
  let server: TestServer;
  let ann: TestPerson;
  let entries: Entries;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann');
    const basePublicId = await newBase(ann, 'Plans');
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: false });
    const table = must((await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables[0]);
    const data = { [table.primaryFieldId]: 'Wool' };
    await rpc(ann, 'records.create', { basePublicId, tableId: table.id, records: [{ data }] });
    entries = await unzipped(
      Buffer.from(await (await ann.call('GET', `/admin/flows/export/${basePublicId}`)).arrayBuffer()),
    );
  });
  afterAll(() => server.close());

  const send = async (content: Buffer) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)]), 'Plans.weft.zip');
    const headers = { authorization: `Bearer ${ann.token}` };
    const response = await fetch(new URL('/admin/flows/import', server.url), {
      method: 'POST',
      headers,
      body: form,
    });
    return { status: response.status, text: await response.text() };
  };
  /** How many flows, bases and files there are. */
  const left = async () =>
    (
      await sql`select (select count(*)::int from weft.flows) as flows, (select count(*)::int from weft.files) as files,
        (select count(*)::int from pg_namespace where nspname ~ '^bas') as bases`.execute(server.control)
    ).rows;

  it.each(tamperings)('is refused whole, with a sentence: %s', async (_, tamper, why) => {
    const before = await left();
    const { status, text } = await send(await zipped(tamper(entries)));
    expect([status, text]).toEqual([400, expect.stringContaining(why)]);
    expect(text).toContain('Nothing was imported');
    expect(await left()).toEqual(before);
  });

  it('is refused before it is unpacked to more than a server takes', async () => {
    const before = await left();
    const bomb = await zipped(entries);
    const central = Buffer.from('PK\x01\x02', 'latin1');
    // What the directory says of the size of each entry, unpacked.
    for (let at = bomb.indexOf(central); at !== -1; at = bomb.indexOf(central, at + 1))
      bomb.writeUInt32LE(0xffff_fffe, at + 24);
    const { status, text } = await send(bomb);
    expect([status, text]).toEqual([400, expect.stringContaining('it is too large when it is unpacked')]);
    expect(await left()).toEqual(before);
  });

  it('is refused as one of a newer version, or as no archive at all', async () => {
    const newer = inFlow((json) => {
      json.version = 2;
    })(entries);
    expect(await send(await zipped(newer))).toMatchObject({
      status: 409,
      text: expect.stringContaining('Upgrade this one first'),
    });
    expect(await send(Buffer.from('no archive'))).toMatchObject({
      status: 400,
      text: expect.stringContaining('it is no ZIP file'),
    });
  });
});
