import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { browserAt, portalOf } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail());
});
afterAll(() => server.close());

it('files are taken in for fields that their sender may fill in, and belong to the record that is made', async () => {
  const { flowId, basePublicId, orders, stage, email, content } = await portalOf(ann);
  const add = async (name: string) =>
    (
      await rpc(ann, 'fields.create', {
        ...{ basePublicId, tableId: orders.id },
        field: { name, type: 'attachments' },
      })
    ).field.id;
  const [photos, contracts] = [await add('Photos'), await add('Contracts')];
  const blocks = Object.entries(content.blocks);
  const list = must(blocks.find(([, { props }]) => props.slug === 'orders'))[0];
  const rule = must(blocks.find(([, { props }]) => props.type === 'rule' && props.table === orders.id));
  const form = 'blkform00000000000000000';
  const { version } = await rpc(ann, 'apps.get', { flowId });
  const edited = await rpc(ann, 'apps.edit', {
    ...{ flowId, version, editId: 'edtfiles0000000000000001' },
    edits: [
      {
        ...{ kind: 'block', id: form, before: null },
        after: {
          ...{ parent: list, order: 'zz' },
          props: {
            ...{ type: 'form', table: orders.id },
            fields: [orders.primaryFieldId, stage, photos, contracts],
          },
        },
      },
      {
        ...{ kind: 'prop', id: rule[0], key: 'writable', before: null },
        after: [orders.primaryFieldId, stage, photos],
      },
    ],
  });
  await rpc(ann, 'apps.publish', { flowId, version: edited.version });
  const sent = (fields: Record<string, string>, fileField: string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set(fileField, new Blob(['linen']), 'note.txt');
    return body;
  };
  const kept = async () => {
    const { rows } = await sql<{ purpose: string }>`
      select purpose from weft.files where purpose in ('answer', 'attachment')`.execute(server.control);
    return rows.map(({ purpose }) => purpose).toSorted();
  };
  const named = (name: string) => ({ [orders.primaryFieldId]: name });

  // Nobody sees the form who is not signed in, and no rule lets anybody write contracts.
  const nobody = browserAt(server, flowId, mail);
  expect((await nobody.visit(`/-/do/${form}`, sent(named('Bags'), photos))).status).toBe(404);
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  expect((await lea.visit(`/-/do/${form}`, sent(named('Bags'), contracts))).status).toBe(303);
  expect(await kept()).toEqual([]);

  expect((await lea.visit(`/-/do/${form}`, sent(named('Sheets'), photos))).status).toBe(303);
  expect(await kept()).toEqual(['attachment']);
  const { records } = await rpc(ann, 'records.list', { basePublicId, tableId: orders.id });
  const made = must(records.find(({ data }) => data[orders.primaryFieldId] === 'Sheets'));
  expect(made.data[photos]).toMatchObject([{ originalName: 'note.txt', size: 5 }]);

  // What came with a form that is refused is kept for nobody's record.
  const { version: later } = await rpc(ann, 'apps.get', { flowId });
  const without = await rpc(ann, 'apps.edit', {
    ...{ flowId, version: later, editId: 'edtfiles0000000000000002' },
    edits: [
      {
        ...{ kind: 'prop', id: rule[0], key: 'rows', before: null },
        after: {
          kind: 'when',
          filter: {
            conjunction: 'and',
            items: [{ fieldId: stage, operator: 'is', value: { from: 'literal', value: 'New' } }],
          },
        },
      },
    ],
  });
  await rpc(ann, 'apps.publish', { flowId, version: without.version });
  expect((await lea.visit(`/-/do/${form}`, sent(named('Towels'), photos))).status).toBe(403);
  expect(await kept()).toEqual(['answer', 'attachment']);
});
