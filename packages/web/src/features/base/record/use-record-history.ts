import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { BaseRecord } from '@weft/core';
import { deepEqual } from '@weft/std';
import { useState } from 'react';
import { rpc } from '../../../rpc.ts';
import type { BaseSession, BaseState } from '../open/base-session.ts';

/** Changes when the record holds something else that the server has accepted. */
function useAcceptedState({ data, raw }: BaseRecord, saved: boolean): number {
  const [seen, setSeen] = useState({ data, raw, count: 0 });
  if (saved && !(deepEqual(seen.data, data) && deepEqual(seen.raw, raw)))
    setSeen({ data, raw, count: seen.count + 1 });
  return seen.count;
}

/** What was done to a record, newest first; read again when it has changed. */
export function useRecordHistory(
  session: BaseSession,
  state: BaseState,
  tableId: string,
  record: BaseRecord,
) {
  const { basePublicId } = session.client;
  const recordId = record.id;
  const accepted = useAcceptedState(record, state.save.kind === 'saved');
  return useInfiniteQuery({
    queryKey: ['record-history', basePublicId, tableId, recordId, accepted],
    queryFn: ({ pageParam, signal }) =>
      rpc.call('history.list', { basePublicId, tableId, recordId, cursor: pageParam, limit: 50 }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // The lines stay while newer ones are read; those of another record do not.
    placeholderData: (before, query) =>
      query?.queryKey[3] === recordId ? keepPreviousData(before) : undefined,
    gcTime: 0,
    staleTime: 0,
  });
}
