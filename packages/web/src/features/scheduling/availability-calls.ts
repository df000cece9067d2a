import { queryOptions } from '@tanstack/react-query';
import type { HttpAnswer, HttpBody } from '@weft/protocol';
import { call } from '../../api.ts';
import { knownMe, peopleQuery, queryClient, readSoon } from '../../queries.ts';
import { calendarsQuery } from './calendar-calls.ts';

type Listed = HttpAnswer<'GET /admin/userAvailabilities/availabilities/:userId'>;
export type UserAvailability = Listed['userAvailabilities'][number];

/** A person’s availabilities, the default first. */
export const availabilitiesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['availabilities', userId],
    queryFn: () => call('GET /admin/userAvailabilities/availabilities/:userId', { path: { userId } }),
  });

/** Countries, and the regions and holidays of one of them. */
export const holidaysQuery = (country?: string, region = '') =>
  queryOptions({
    queryKey: ['holidays', country ?? null, region],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      call('GET /v1/scheduling/holidays', { query: country === undefined ? {} : { country, region } }),
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
  const { success } = await call('POST /admin/userAvailabilities/update', { body });
  if (!success) throw new Error('The availability was not updated');
  await readAgain(body.userId);
}

/** Saves all of an availability but whether it is the default: that is read anew, as another tab may have changed it. */
export async function saveAvailability(
  body: Omit<HttpBody<'POST /admin/userAvailabilities/update'>, 'isDefault'>,
): Promise<void> {
  const { userAvailabilities } = await queryClient.fetchQuery({
    ...availabilitiesQuery(body.userId),
    staleTime: 0,
  });
  const now = userAvailabilities.find(({ id }) => id === body.availabilityId);
  await updateAvailability({ ...body, isDefault: now?.isDefault ?? false });
}

export async function deleteAvailability(userId: string, availabilityId: string): Promise<void> {
  await call('DELETE /admin/userAvailabilities/delete/:availabilityId', { path: { availabilityId } });
  await readAgain(userId);
}

/** Starts reading what the page of a person’s availabilities shows; one’s own where nobody is named. */
export function readAvailabilityPage(user: string | undefined): void {
  const userId = user ?? knownMe()?.user.id;
  if (userId !== undefined) readSoon(availabilitiesQuery(userId));
  readSoon(peopleQuery);
  readSoon(calendarsQuery);
}
