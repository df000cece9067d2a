import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../../testing.ts';

describe('following a database over a broken connection', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let basePublicId = '';
  let tableId = '';
  let version = 0;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    basePublicId = await newBase(ann);
    await rpc(ann, 'metadata.create', { basePublicId });
    const metadata = await rpc(ann, 'metadata.get', { basePublicId });
    version = metadata.version;
    tableId = must(metadata.metadata.tables[0]).id;
  });

  const edit = () => rpc(ann, 'records.create', { basePublicId, tableId, records: [{ data: {} }] });

  /** The ids of the next events of a stream opened so, which then breaks. */
  async function idsOf(
    count: number,
    { header, query }: { readonly header?: string; readonly query?: string },
  ): Promise<readonly number[]> {
    const input = encodeURIComponent(JSON.stringify({ basePublicId, sinceSeq: version }));
    const address = `/rpc/base.changes?input=${input}${query === undefined ? '' : `&lastEventId=${query}`}`;
    const response = await fetch(new URL(address, server.url), {
      headers: { authorization: `Bearer ${ann.token}`, ...(header && { 'last-event-id': header }) },
    });
    const reader = must(response.body).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    while (ids().length < count) text += must((await reader.read()).value);
    await reader.cancel();
    // Each event carries the number it is known by.
    for (const [, seq, id] of text.matchAll(/^data: \{"seq":(\d+).*\nid: (\d+)$/gm)) expect(id).toBe(seq);
    return ids().slice(0, count);
  }

  it('goes on behind the last event that was received, none missing, none twice', async () => {
    for (let i = 0; i < 3; i++) await edit();
    const first = await idsOf(2, {});
    expect(first).toEqual([version + 1, version + 2]);
    // What happened while nobody listened comes with the rest.
    for (let i = 0; i < 2; i++) await edit();
    const last = String(first.at(-1));
    const rest = [version + 3, version + 4, version + 5];
    expect(await idsOf(3, { header: last })).toEqual(rest);
    // Where a reader cannot set headers, the address says it.
    expect(await idsOf(3, { query: last })).toEqual(rest);
  });

  it('begins where it was asked to when the last event is no number of one', async () => {
    expect((await idsOf(1, { header: 'forged' }))[0]).toBe(version + 1);
  });
});
