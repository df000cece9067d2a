import { anyFieldType, editableKinds, type FieldKind, fieldKinds, fieldTypes } from '@weft/core';
import { type CallName, calls } from '@weft/protocol';
import { type IdKind, must } from '@weft/std';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAs, newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../testing.ts';
import { arbitraryInput, type Pool } from './arbitrary-input.ts';

const requests = Number(process.env.LAWS_RUNS ?? 100) * (process.env.LAWS_RUNS === undefined ? 5 : 1);
const names = Object.keys(calls) as CallName[];

let server: TestServer;
let owner: TestPerson;
let people: readonly { readonly who: string; readonly call: TestPerson['call'] }[];
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp('Ann Owner');
  const stranger = await server.signUp('Eve Stranger');
  people = [
    { who: 'owner', call: owner.call },
    { who: 'stranger', call: stranger.call },
    { who: 'nobody', call: callAs(server.url, null) },
  ];
});
afterAll(() => server.close());

const kinds = editableKinds.map((type) => ({ type, ...anyFieldType(type) }));
const sampleValues = kinds.flatMap(({ samples }) => samples.values.slice(0, 3));

/** A base with a table that has a field of every kind, links to itself among them, and the ids that requests may name. */
async function world(): Promise<{ readonly basePublicId: string; readonly pool: Pool }> {
  const basePublicId = await newBase(owner);
  await owner.call('POST', '/rpc/tables.create', {
    basePublicId,
    name: 'Every kind',
    fields: kinds.map(({ type, samples }) => ({ name: type, type, template: samples.templates[0] })),
    records: [{ data: {} }, { data: {} }, { data: {} }],
  });
  const tableId = must((await rpc(owner, 'metadata.get', { basePublicId })).metadata.tables[0]).id;
  const fieldOf = async (type: FieldKind, template: object = {}) =>
    (
      await rpc(owner, 'fields.create', {
        basePublicId,
        tableId,
        field: { name: type, type, template } as never,
      })
    ).field;
  const link = await fieldOf('linked_record', { tableId });
  await fieldOf('lookup', { linkedRecordFieldId: link.id, lookupFieldId: link.id });
  for (const kind of fieldKinds) if (fieldTypes[kind].kept !== undefined) await fieldOf(kind);
  const { metadata } = await rpc(owner, 'metadata.get', { basePublicId });
  const table = must(metadata.tables[0]);
  const { records } = await rpc(owner, 'records.list', { basePublicId, tableId: table.id, limit: 10 });
  const fieldIds = table.fields.map((field) => field.id);
  const recordIds = records.map((record) => record.id);
  const csvFileUrl = await server.upload(owner, 'fuzz.csv', 'a,b\n1,2\n');
  const made4 = (kind: IdKind) => Array.from({ length: 4 }, () => server.parts.newId(kind));
  const pool = {
    actionId: Array.from({ length: 500 }, () => server.parts.newId('act')),
    groupId: made4('act'),
    shadowId: made4('fld'),
    newTableId: made4('tbl'),
    importId: made4('fil'),
    basePublicId: [basePublicId],
    tableId: [table.id],
    fieldId: [...fieldIds, '$createdAt', '$id'],
    recordId: recordIds,
    id: [...recordIds, ...made4('rec'), ...made4('fld'), ...made4('viw')],
    viewId: table.views.map((view) => view.id),
    beforeRecordId: [null, ...recordIds],
    csvFileUrl: [csvFileUrl],
    operator: [...new Set(kinds.flatMap(({ operators }) => Object.keys(operators)))],
    value: ['x', true, null, ['x'], { unit: 'day', offset: 1 }, ...sampleValues],
    timezone: ['UTC', 'Europe/Paris'],
    timeZone: ['UTC', 'Mars/Base'],
    hiddenFieldId: fieldIds,
    orderedFieldId: fieldIds,
    data: ['Room 12', true, null, ...sampleValues],
    direction: ['asc', 'desc'],
    sinceSeq: [0, 1],
    lastEventId: ['1'],
    cursor: ['', '7', 'x'],
    rowHeight: ['short', 'medium', 'tall'],
  };
  return { basePublicId, pool };
}

it('answers any request clearly, keeps its inside to itself, and changes nothing when it refuses', async () => {
  const one = await world();
  const other = await world();
  // Ids of two bases are mixed: each is known, the two together are not.
  const pool = Object.fromEntries(
    Object.keys(one.pool).map((key) => [key, [...must(one.pool[key]), ...must(other.pool[key]).slice(0, 1)]]),
  );
  const request = fc
    .constantFrom(...names)
    .chain((name) =>
      fc.record({ name: fc.constant(name), input: arbitraryInput(name, pool), person: fc.nat(5) }),
    );
  const bases = [one.basePublicId, other.basePublicId];
  const versions = async () => {
    const read = async (basePublicId: string) =>
      (await server.parts.bases.deps.base(basePublicId).metadata()).version;
    return Promise.all(bases.map(read));
  };
  let before = await versions();
  await fc.assert(
    fc.asyncProperty(request, async ({ name, input, person }) => {
      const { call } = people[Math.max(0, person - 3)] ?? must(people[0]);
      const { kind } = calls[name];
      const response =
        kind === 'mutation'
          ? await call('POST', `/rpc/${name}`, input)
          : await call('GET', `/rpc/${name}?input=${encodeURIComponent(JSON.stringify(input) ?? '')}`);
      expect(response.status, `${name} ${JSON.stringify(input)}`).toBeLessThan(500);
      if (kind === 'subscription' && response.ok) return response.body?.cancel();
      const text = await response.text();
      expect(text).not.toMatch(/node_modules|\.ts:\d+|\n\s+at |SELECT |INSERT |UPDATE /);
      const after = await versions();
      if (!response.ok) expect(after, `${name} ${JSON.stringify(input)}`).toEqual(before);
      // A table that is gone teaches nothing more.
      for (const basePublicId of name === 'tables.delete' && response.ok ? bases : [])
        await rpc(owner, 'history.undo', { basePublicId }).catch(() => null);
      before = await versions();
    }),
    { numRuns: requests, endOnFailure: true },
  );
}, 600_000);
