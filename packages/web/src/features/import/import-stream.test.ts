import type { ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { followImport, type ImportOrder } from './import-stream.ts';

const order: ImportOrder = {
  importId: 'imp1',
  basePublicId: 'bas1',
  csvFileUrl: '/files/1/a.csv',
  config: { tableName: 'A' },
  fieldMappings: [{ sourceFieldIndex: 0 }],
};
const finished: ImportEvent = {
  type: 'finished',
  tableId: 'tbl1',
  recordsImported: 2,
  rowsRejected: 0,
  valuesNotConverted: 0,
  reportUrl: null,
};

/** Streams one after another; an error is thrown after the events before it. */
function transportOf(...streams: readonly (readonly (ImportEvent | Error)[])[]) {
  const asked: string[] = [];
  let next = 0;
  const transport: Parameters<typeof followImport>[0] = {
    async *stream(_name, input) {
      asked.push((input as ImportOrder).importId);
      for (const event of streams[next++] ?? [new AppError('unavailable', 'Gone')]) {
        if (event instanceof Error) throw event;
        yield event as never;
      }
    },
  };
  return { transport, asked };
}

const noDelay = async () => undefined;

describe('following an import', () => {
  it('hears every event to the end', async () => {
    const { transport } = transportOf([{ type: 'phase', phase: 'connecting' }, finished]);
    const heard: ImportEvent[] = [];
    await followImport(transport, order, (event) => heard.push(event), new AbortController().signal, noDelay);
    expect(heard).toEqual([{ type: 'phase', phase: 'connecting' }, finished]);
  });

  it('takes a lost stream up again under the same id', async () => {
    const { transport, asked } = transportOf(
      [{ type: 'phase', phase: 'connecting' }, new AppError('unavailable', 'Network error')],
      [],
      [finished],
    );
    const heard: ImportEvent[] = [];
    await followImport(transport, order, (event) => heard.push(event), new AbortController().signal, noDelay);
    expect(asked).toEqual(['imp1', 'imp1', 'imp1']);
    expect(heard.at(-1)).toEqual(finished);
  });

  it('gives up when the network stays away, and at once when refused', async () => {
    const away = transportOf();
    const signal = new AbortController().signal;
    await expect(followImport(away.transport, order, () => {}, signal, noDelay)).rejects.toThrow('Gone');
    expect(away.asked).toHaveLength(7);
    const refused = transportOf([new AppError('forbidden', 'No')]);
    await expect(followImport(refused.transport, order, () => {}, signal, noDelay)).rejects.toThrow('No');
    expect(refused.asked).toHaveLength(1);
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const { transport } = transportOf([{ type: 'phase', phase: 'connecting' }]);
    const following = followImport(transport, order, () => stop.abort(), stop.signal, noDelay);
    await expect(following).rejects.toThrow();
  });
});
