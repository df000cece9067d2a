import { setTimeout as sleep } from 'node:timers/promises';
import { httpTransport } from '@weft/client';
import { must } from '@weft/std';
import type { Session } from '@weft/testkit';
import { expect, it } from 'vitest';
import { whileWorking } from './at-work.ts';
import { type Metadata, newTable } from './databases.ts';
import { describeProduct } from './on-engines.ts';

/** The beginning of an answer, after which the line is dead. */
async function* beginning(body: ReadableStream<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let room = bytes;
  for await (const chunk of body) {
    yield chunk.subarray(0, room);
    room -= chunk.length;
    if (room <= 0) throw new TypeError('The line is dead');
  }
}

/** A line that breaks after some bytes, each time after a few more. */
function breakingTransport({ url, headers }: Session) {
  let bytes = 0;
  return httpTransport(url, {
    fetch: async (address, init) => {
      const { status, body } = await fetch(address, { ...init, headers: { ...init?.headers, ...headers } });
      bytes += 37;
      return new Response(ReadableStream.from(beginning(must(body), bytes)), { status });
    },
    delay: async (milliseconds, signal) => {
      // At once again; only what is long because a line is dead stays so.
      await sleep(milliseconds < 20_000 ? 0 : milliseconds, undefined, { signal }).catch(() => {});
    },
  });
}

describeProduct('people at work', (running) => {
  it('hear of every change once, in order, wherever in the middle of one their stream breaks', async () => {
    const { ann } = running;
    const { table, fieldIds } = await newTable(ann);
    const { version } = await ann.query<Metadata>('metadata.get', table);
    const texts = Array.from({ length: 15 }, (_, i) => `Größe ${i}: 東京 🧵`);
    for (const text of texts)
      await ann.mutate('records.create', { ...table, records: [{ data: { [must(fieldIds[0])]: text } }] });
    const heard: { readonly seq: number; readonly told: string }[] = [];
    let breaks = 0;
    await new Promise<void>((resolve, reject) => {
      const stop = breakingTransport(ann).follow(table.basePublicId, version, {
        onEvent: ({ seq, action }) => {
          heard.push({ seq, told: JSON.stringify(action.changes) });
          if (heard.length < texts.length) return;
          stop();
          resolve();
        },
        onOnline: (online) => void (online || breaks++),
        onRefused: reject,
      });
    });
    expect(heard.map(({ seq }) => seq)).toEqual(texts.map((_, i) => version + 1 + i));
    for (const [i, text] of texts.entries()) expect(heard[i]?.told).toContain(text);
    expect(breaks).toBeGreaterThan(10);
  });

  it('lose no change and double none while the server is restarted; they go on by themselves', {
    timeout: 300_000,
  }, async () => {
    await whileWorking(running.ann, async () => {
      await running.product.restart('SIGTERM');
      await sleep(1_000);
      await running.product.restart('SIGTERM');
    });
  });
});
