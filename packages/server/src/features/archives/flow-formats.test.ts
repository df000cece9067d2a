import { buffer } from 'node:stream/consumers';
import { sampleField } from '@weft/core/testing';
import type { Flow } from '@weft/db';
import { expect, it } from 'vitest';
import type { FlowReader } from './archived-source.ts';
import type { ArchivesDeps } from './deps.ts';
import { flowFormats } from './flow-formats.ts';

const pages = 5;
const field = sampleField('long_text', {}, { id: 'fld0', name: 'Story' });
const table = { id: 'tbl0', name: 'Plans', order: 0, primaryFieldId: 'fld0', fields: [field], views: [] };

/** A database of one table with a page of two records after the other, and how many pages were read of it. */
function world(mayHoldText: boolean) {
  const read = { pages: 0 };
  const store = {
    metadata: async () => ({ metadata: { tables: [table] }, version: 1 }),
    list: async () => ({ total: pages * 2 }),
    mayHoldText: async () => mayHoldText,
    linked: async (_tableId: string, records: unknown) => ({ named: new Map(), records }),
    stream: async function* () {
      for (let page = 0; page < pages; page++) {
        read.pages++;
        yield [0, 1].map((n) => ({ id: `rec${page}${n}`, data: { fld0: 'A text' } }));
      }
    },
  };
  const deps = { base: () => store, now: () => 0 } as unknown as ArchivesDeps;
  const reader = {
    throttle: { chunks: (chunks: unknown) => chunks },
    runScan: (scan: (signal: AbortSignal) => unknown) => scan(new AbortController().signal),
  } as unknown as FlowReader;
  const flow = { id: 'bas0', name: 'Plans', type: 'base' } as Flow;
  const { size, open } = flowFormats.xlsx;
  return {
    read,
    size: () => size(deps, reader, flow),
    open: (options: Parameters<typeof open>[3]) => open(deps, reader, flow, options),
  };
}

it.each([true, false])(
  'tells how far a workbook is from its first page on (long texts: %s)',
  async (long) => {
    const { size, open } = world(long);
    const whole = await size();
    const heard: number[] = [];
    let done = 0;
    const content = await open({
      ...{ formulas: 'keep', size: whole },
      onRead: (amount) => {
        done += amount;
      },
      whileChecking: async () => void heard.push(done),
    });
    expect(heard).toEqual(long ? [2, 4, 6, 8, 10] : []);
    expect(done).toBe(whole / 2);
    await buffer(content);
    expect(done).toBe(whole);
  },
);

it('ends an export that is cancelled while its texts are looked at', async () => {
  const { read, size, open } = world(true);
  const ending = open({
    ...{ formulas: 'keep', size: await size(), onRead: () => {} },
    whileChecking: () => Promise.reject(new Error('cancelled')),
  });
  await expect(ending).rejects.toThrow('cancelled');
  expect(read.pages).toBe(1);
});
