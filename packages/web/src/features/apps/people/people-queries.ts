import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { AppUsers } from '@weft/apps';
import type { CallOutput } from '@weft/protocol';
import { rpc } from '../../../rpc.ts';
import type { AppEditing } from '../app-editing.ts';
import { sourceOf } from '../app-queries.ts';

export type PersonOfApp = CallOutput<'apps.people'>['people'][number];

/** Everything that was read of the people of an app. */
export const peopleKey = (flowId: string) => ['app-people', flowId];

/** The people of an app that a text finds, page by page: the records of the table that its draft names. */
export function peopleQuery({ session, content, app }: AppEditing, search = '') {
  const { flowId } = session;
  const users: AppUsers | null = app.users;
  return infiniteQueryOptions({
    queryKey: [...peopleKey(flowId), sourceOf(content), users, search],
    enabled: users !== null,
    // While a letter is typed, those found before stay.
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }) => {
      // The server asks the draft as it is saved.
      await session.saved();
      return rpc.call('apps.people', { flowId, search, cursor: pageParam, limit: 50 });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
