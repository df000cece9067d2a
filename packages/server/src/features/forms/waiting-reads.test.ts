import type { FormSession } from '@weft/db';
import { expect, it } from 'vitest';
import { WaitingReads } from './waiting-reads.ts';

it('reads an answer that waits once for each version of its form, until something of the form is erased', () => {
  const reads = new WaitingReads();
  let count = 0;
  const of = (flowId: string, version: string, updatedAt = '1') => {
    const session = { id: 'sub1', updatedAt, sent: [['fld1', 'Ada']] } as unknown as FormSession;
    reads.of(flowId, version, session, () => {
      count++;
      return [];
    });
    return count;
  };
  expect([of('bas1', '1'), of('bas1', '1'), of('bas2', '1')]).toEqual([1, 1, 2]);
  expect([of('bas1', '2'), of('bas1', '2', '2')]).toEqual([3, 4]);
  reads.forget('bas1');
  expect([of('bas2', '1'), of('bas1', '2')]).toEqual([4, 5]);
});
