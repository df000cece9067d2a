import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { useEffect, useMemo } from 'react';
import { rpc } from '../../../rpc.ts';
import type { BaseSession } from '../open/base-session.ts';
import { sinceOf, type times, withNewest } from './log-lines.ts';

interface HistoryFilter {
  readonly trash: boolean;
  /** Null: everyone's. */
  readonly userId: string | null;
  /** Null: of all tables. */
  readonly tableId: string | null;
  readonly time: keyof typeof times;
}

type Pages = InfiniteData<CallOutput<'history.list'>, string | null>;

/** Milliseconds between an entry and the read that shows it, which shows those that came meanwhile, too. */
const pause = 1_000;
/** Until a failed read is tried again. */
const pauseAfterFault = 5_000;

/** The log in pages; the newest page is read anew when the log grows. */
export function useHistory(session: BaseSession, { trash, userId, tableId, time }: HistoryFilter) {
  const { basePublicId } = session.client;
  const queries = useQueryClient();
  const list = useMemo(() => {
    const queryKey = ['base-history', basePublicId, { trash, userId, tableId, time }];
    const read = (cursor: string | null, signal: AbortSignal) => {
      const since = sinceOf(time, Date.now());
      return rpc.call(
        'history.list',
        {
          ...{ basePublicId, trash, cursor, limit: 50 },
          ...(userId !== null && { userId }),
          ...(tableId !== null && { tableId }),
          ...(since !== null && { since }),
        },
        { signal },
      );
    };
    return { queryKey, read };
  }, [basePublicId, trash, userId, tableId, time]);

  useEffect(() => {
    const { queryKey, read } = list;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readSoon = (milliseconds: number) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // Pages on their way would replace what is taken in meanwhile.
        if (queries.isFetching({ queryKey, exact: true }) > 0) return readSoon(pause);
        readNewest().catch(() => stop.signal.aborted || readSoon(pauseAfterFault));
      }, milliseconds);
    };
    const readNewest = async () => {
      const newest = await read(null, stop.signal);
      if (stop.signal.aborted) return;
      if (queries.isFetching({ queryKey, exact: true }) > 0) return readSoon(pause);
      queries.setQueryData<Pages>(queryKey, (data) => {
        if (data === undefined) return data;
        const { pages, overlaps } = withNewest(data.pages, newest);
        return { pages: [...pages], pageParams: overlaps ? data.pageParams : [null] };
      });
    };
    const leave = session.onLogged(() => readSoon(pause));
    return () => {
      leave();
      stop.abort();
      clearTimeout(timer);
    };
  }, [session, queries, list]);

  return useInfiniteQuery({
    queryKey: list.queryKey,
    queryFn: ({ pageParam, signal }) => list.read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
