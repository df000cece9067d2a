import {
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  infiniteQueryOptions,
  keepPreviousData,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { HttpAnswer } from '@weft/protocol';
import { AppError } from '@weft/std';
import { api, call, type FlowList } from './api.ts';

/** Only what may pass by itself is tried again. */
const mayPass = (error: unknown): boolean => !(error instanceof AppError) || error.kind === 'unavailable';

let onSignedOut = () => {};

/** Calls back when the server no longer knows the person this page was made for. */
export function whenSignedOut(callback: () => void): void {
  onSignedOut = callback;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (!(error instanceof AppError && error.kind === 'unauthenticated')) return;
      const visitor = queryClient.getQueryData(visitorQuery.queryKey);
      if (visitor === undefined || visitor.me === null) return;
      queryClient.setQueryData(visitorQuery.queryKey, { ...visitor, me: null });
      // Why it ended stands in the next answer.
      void queryClient.invalidateQueries(visitorQuery);
      onSignedOut();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network a list says so and offers to try again, instead of loading forever.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && mayPass(error),
      retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 4_000),
    },
  },
});

/** Who looks at the page, and who may sign up. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  staleTime: 300_000,
  queryFn: () => api.visitor(),
});

/** The signed-in person; null for a stranger. */
export const meQuery = queryOptions({ ...visitorQuery, select: ({ me }) => me });

/** Who is signed in, as far as that was asked. */
export const knownMe = () => queryClient.getQueryData(visitorQuery.queryKey)?.me ?? null;

/**
 * Starts reading what a page shows, unless it is here. The loader of a route does it for every query of its page, so
 * that answers and code travel beside each other; the page shows its frame meanwhile, and says what could not be read.
 */
export const readSoon = <Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void => void queryClient.prefetchQuery(query);

/** The same for the first page of a list. */
export const readPagesSoon = <Data, Key extends QueryKey, Cursor>(
  query: FetchInfiniteQueryOptions<Data, Error, Data, Key, Cursor>,
): void => void queryClient.prefetchInfiniteQuery(query);

/** The organizations one is a member of, by name. On another device one may have gone to work in another. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  refetchOnWindowFocus: 'always',
  queryFn: () => api.organizations(),
});

/** The people of the organization, by name. */
export const peopleQuery = queryOptions({ queryKey: ['people'], queryFn: () => api.people() });

/** Databases one may see, in pages. */
export const flowsQuery = (list: FlowList) =>
  infiniteQueryOptions({
    queryKey: ['flows', list],
    queryFn: ({ pageParam }) => api.flows({ list, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // While one types, the list stays until the next one is here.
    placeholderData: keepPreviousData,
    // What others share lies in organizations whose feeds one may not follow.
    refetchInterval: list.shared === true ? 10_000 : false,
  });

/** As many cards as a wide window shows beside each other. */
const recentFlows = 6;

/** What one opened last. */
export const recentQuery = (kind: FlowList['kind']) => {
  const list: FlowList = { order: 'opened', ...(kind !== undefined && { kind }) };
  return queryOptions({
    queryKey: ['recent-flows', kind],
    queryFn: async () => (await api.flows({ list, limit: recentFlows })).flows,
  });
};

/** The workspaces one may see, and how much lies where. */
export const placesQuery = queryOptions({
  queryKey: ['places'],
  refetchOnWindowFocus: 'always',
  queryFn: () => api.workspaces(),
});

export type FlowJob = HttpAnswer<'GET /v1/flow-jobs'>['jobs'][number];

export const isUnderWay = ({ state }: FlowJob): boolean => state === 'waiting' || state === 'running';

/** What one was told of; where the feed of a list does not tell of it, it is here within a minute. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  refetchOnWindowFocus: 'always',
  refetchInterval: 60_000,
  queryFn: () => call('GET /v1/notifications'),
});

/** One's duplicates, imports and exports of large items: read again as long as one is under way. */
export const flowJobsQuery = queryOptions({
  queryKey: ['flow-jobs'],
  refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? 1_000 : false),
  queryFn: () => call('GET /v1/flow-jobs'),
});

/** Imports that a stopped server left, into databases one may edit. */
export const interruptedImportsQuery = queryOptions({
  queryKey: ['interrupted-imports'],
  queryFn: () => api.interruptedImports(),
});

/** What an invitation's link invites to. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: () => api.invitation(code),
    retry: false,
  });
