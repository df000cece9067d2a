import { queryOptions } from '@tanstack/react-query';
import type { HttpAnswer, HttpBody } from '@weft/protocol';
import { call } from '../../api.ts';
import { paths } from '../../paths.ts';
import { meQuery, queryClient } from '../../queries.ts';

type UserCalendars = HttpAnswer<'GET /v1/admin/scheduling/getUserCalendars'>;
export type ServiceAndCalendars = UserCalendars['servicesAndCalendars'][number];
export type CalendarAccount = HttpBody<'POST /v1/scheduling/calendars'>;

/** One's own calendars, as the server read them last. */
export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: () =>
    call('GET /v1/admin/scheduling/getUserCalendars', {
      query: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    }),
  // A calendar that could not be read is tried again by the server.
  refetchInterval: 30_000,
});

const readAgain = (): Promise<void> => queryClient.invalidateQueries(calendarsQuery);

/** Connects an account or feed; with `serviceId`, one that was lost. */
export async function connectCalendars(account: CalendarAccount, serviceId: string | null): Promise<void> {
  if (serviceId === null) await call('POST /v1/scheduling/calendars', { body: account });
  else
    await call('POST /v1/scheduling/calendars/:serviceId/reconnect', { path: { serviceId }, body: account });
  await readAgain();
}

/** Services whose calendars somebody signs in to. */
export const signInServices = {
  googlecalendar: 'Google',
  outlookcalendar: 'Microsoft',
} as const;
export type SignInService = keyof typeof signInServices;

export const isSignInService = (type: string): type is SignInService => type in signInServices;

/** Leaves for the sign-in; whoever has signed in comes to the page of calendars, which says what came of it. With `serviceId`, one that was lost. */
export async function signInToCalendars(serviceType: SignInService, serviceId: string | null): Promise<void> {
  const pages = { redirectUri: paths.calendars, failureRedirectUri: paths.calendars };
  const { signInUrl } =
    serviceId === null
      ? await call('POST /admin/services/create/:serviceType', {
          path: { serviceType },
          body: { serviceName: signInServices[serviceType], config: {}, source: 'scheduling', ...pages },
        })
      : await call('POST /admin/services/edit/:serviceId', { path: { serviceId }, body: pages });
  if (signInUrl === null) return readAgain();
  location.assign(signInUrl);
  // Busy until the other page is there.
  await new Promise(() => {});
}

export async function disconnectCalendars(serviceId: string): Promise<void> {
  await call('DELETE /admin/services/scheduling/:serviceId/delete', { path: { serviceId } });
  await readAgain();
}

export type CalendarChoice = ServiceAndCalendars['service']['config'];

/** Shows a choice at once, and what it was before where the server does not take it. */
export async function chooseCalendars(
  serviceId: string,
  config: CalendarChoice,
  isTarget: boolean,
): Promise<void> {
  const { queryKey } = calendarsQuery;
  await queryClient.cancelQueries(calendarsQuery);
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(
    queryKey,
    (known) =>
      known && {
        servicesAndCalendars: known.servicesAndCalendars.map((one) =>
          one.service.id === serviceId ? { ...one, service: { ...one.service, config } } : one,
        ),
      },
  );
  try {
    await call('POST /admin/services/scheduling/service', {
      body: { serviceId, newConfig: { ...config, calendarIdsToCheck: [...config.calendarIdsToCheck] } },
    });
    if (isTarget && config.calendarIdToWriteTo !== null) {
      const value = { serviceId, calendarId: config.calendarIdToWriteTo };
      await call('PUT /admin/settings/:key', { path: { key: 'calendarToWriteTo' }, body: { value } });
      await queryClient.invalidateQueries(meQuery);
    }
  } catch (error) {
    queryClient.setQueryData(queryKey, before);
    throw error;
  }
  await readAgain();
}
