import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { office, person, recordId, table } from '../memory/memory-people.ts';
import type { Transport } from '../transport/transport.ts';

const editedBy = 'fld-edited-by';

/** The server's answers, with whoever edited a record last in its field: the log's last entry of it tells. */
function naming(server: ReturnType<typeof office>, transport: Transport, reads: string[]): Transport {
  const editor = (id: string): string | undefined =>
    server.base.log.findLast(
      ({ userId, changes }) =>
        userId !== 'server' && changes.some((change) => 'recordId' in change && change.recordId === id),
    )?.userId;
  const call = async (name: string, input: unknown) => {
    reads.push(name);
    const answer = (await transport.call(name as never, input as never)) as {
      records?: { id: string; data: object }[];
    };
    const records = answer.records?.map((record) => ({
      ...record,
      data: { ...record.data, [editedBy]: editor(record.id) ?? null },
    }));
    return records === undefined ? answer : { ...answer, records };
  };
  return { ...transport, call: call as Transport['call'] };
}

it('shows who edited a record last once the edit is accepted, one’s own and a colleague’s', async () => {
  const server = office();
  const reads: string[] = [];
  const ann = await person(server, 'ann', [], naming(server, server.transport('ann'), reads));
  const field = { id: editedBy, name: 'Edited by', type: 'last_modified_by' as const, template: {} };
  ann.client.dispatch('CREATE_FIELD', { tableId: table.id, field });
  await ann.wait();
  server.deliver();
  await ann.wait();
  const ben = await person(server, 'ben');
  const shown = () => must(ann.rows.row(0), 'the first record').data[editedBy] ?? null;
  expect(shown()).toBeNull();
  ann.type(recordId(1), 'Linen');
  await ann.wait();
  server.deliver();
  await ann.wait();
  expect(shown()).toBe('ann');
  const before = reads.length;
  for (const text of ['Wool', 'Hemp']) {
    ben.type(recordId(1), text);
    await ben.wait();
  }
  server.deliver();
  await ann.wait();
  await ann.wait();
  expect(ann.names()[0]).toBe('Hemp');
  expect(shown()).toBe('ben');
  expect(reads.slice(before).length).toBeLessThanOrEqual(2);
});
