import { queryOptions } from '@tanstack/react-query';
import type { HttpAnswer, HttpBody } from '@weft/protocol';
import { call } from '../../api.ts';
import { queryClient } from '../../queries.ts';

type Listed = HttpAnswer<'GET /admin/userAvailabilities/availabilities/:userId'>;
export type UserAvailability = Listed['userAvailabilities'][number];

/** A person’s availabilities, the default first. */
export const availabilitiesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['availabilities', userId],
    queryFn: () => call('GET /admin/userAvailabilities/availabilities/:userId', { path: { userId } }),
  });

/** Waits until what changed is read again: what follows shows it. */
const readAgain = (userId: string): Promise<void> =>
  queryClient.invalidateQueries(availabilitiesQuery(userId));

export async function createAvailability(
  userId: string,
  body: HttpBody<'POST /admin/userAvailabilities/'>,
): Promise<UserAvailability> {
  const { userAvailability } = await call('POST /admin/userAvailabilities/', { body });
  await readAgain(userId);
  return userAvailability;
}

export async function updateAvailability(
  body: HttpBody<'POST /admin/userAvailabilities/update'>,
): Promise<void> {
  await call('POST /admin/userAvailabilities/update', { body });
  await readAgain(body.userId);
}

export async function deleteAvailability(userId: string, availabilityId: string): Promise<void> {
  await call('DELETE /admin/userAvailabilities/delete/:availabilityId', { path: { availabilityId } });
  await readAgain(userId);
}
