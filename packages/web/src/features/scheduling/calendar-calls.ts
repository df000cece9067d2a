import { queryOptions } from '@tanstack/react-query';
import type { CallOutput, HttpAnswer, HttpBody, SignedInCalendar } from '@weft/protocol';
import { call, rpcQuery } from '../../api.ts';
import { paths } from '../../paths.ts';
import { meQuery, queryClient } from '../../queries.ts';
import { type CalendarChoice, CalendarChoices } from './calendar-choices.ts';

type UserCalendars = HttpAnswer<'GET /v1/admin/scheduling/getUserCalendars'>;
export type ServiceAndCalendars = UserCalendars['servicesAndCalendars'][number];
export type CalendarAccount = HttpBody<'POST /v1/scheduling/calendars'>;

/** One's own calendars, as the server read them last. */
export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: async () =>
    withChoices(
      await call('GET /v1/admin/scheduling/getUserCalendars', {
        query: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    ),
  // A calendar that could not be read is tried again by the server.
  refetchInterval: 30_000,
});

export type OwnApp = CallOutput<'scheduling.apps'>['apps'][number];

/** The accounts in which one's video calls are made. */
export const appsQuery = queryOptions({
  queryKey: ['scheduling-apps'],
  queryFn: () => rpcQuery('scheduling.apps', {}),
});

const readAgain = (): Promise<void> => queryClient.invalidateQueries(calendarsQuery);

/** Connects an account or feed; with `serviceId`, one that was lost. */
export async function connectCalendars(account: CalendarAccount, serviceId: string | null): Promise<void> {
  if (serviceId === null) await call('POST /v1/scheduling/calendars', { body: account });
  else
    await call('POST /v1/scheduling/calendars/:serviceId/reconnect', { path: { serviceId }, body: account });
  await readAgain();
}

/** How services whose calendars somebody signs in to are called, and what is signed in to. */
export const signInServices: {
  readonly [S in SignedInCalendar]: { readonly label: string; readonly provider: string };
} = {
  googlecalendar: { label: 'Google', provider: 'Google' },
  outlookcalendar: { label: 'Outlook', provider: 'Microsoft' },
};

export const isSignInService = (type: string): type is SignedInCalendar =>
  Object.hasOwn(signInServices, type);

export const signInToCalendars = (serviceType: SignedInCalendar, serviceId: string | null): Promise<void> =>
  signInTo(serviceType, signInServices[serviceType].provider, serviceId);

export const signInToApp = (
  serviceType: 'zoom' | 'teamsmeetings',
  serviceName: string,
  serviceId: string | null,
): Promise<void> => signInTo(serviceType, serviceName, serviceId);

export async function disconnectApp(serviceId: string): Promise<void> {
  await call('DELETE /admin/services/delete/:serviceId', { path: { serviceId } });
  await queryClient.invalidateQueries(appsQuery);
}

/** Leaves for the sign-in; whoever has signed in comes to the page of calendars, which says what came of it. With `serviceId`, one that was lost. */
async function signInTo(serviceType: string, serviceName: string, serviceId: string | null): Promise<void> {
  const pages = { redirectUri: paths.calendars, failureRedirectUri: paths.calendars };
  const { signInUrl } =
    serviceId === null
      ? await call('POST /admin/services/create/:serviceType', {
          path: { serviceType },
          body: { serviceName, config: {}, source: 'scheduling', ...pages },
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

const withChoices = (known: UserCalendars): UserCalendars => ({
  servicesAndCalendars: known.servicesAndCalendars.map((one) => {
    const config = choices.of(one.service.id);
    return config === undefined ? one : { ...one, service: { ...one.service, config } };
  }),
});

const choices = new CalendarChoices({
  send: (serviceId, { calendarIdsToCheck, calendarIdToWriteTo }) =>
    call('POST /admin/services/scheduling/service', {
      body: {
        serviceId,
        newConfig: { calendarIdsToCheck: [...calendarIdsToCheck], calendarIdToWriteTo },
      },
    }),
  sendTarget: (value) =>
    call('PUT /admin/settings/:key', { path: { key: 'calendarToWriteTo' }, body: { value } }),
  show: (serviceId, config) =>
    queryClient.setQueryData(
      calendarsQuery.queryKey,
      (known) =>
        known && {
          servicesAndCalendars: known.servicesAndCalendars.map((one) =>
            one.service.id === serviceId ? { ...one, service: { ...one.service, config } } : one,
          ),
        },
    ),
});

/** Shows a choice at once, and what it was before where the server does not take it. */
export async function chooseCalendars(
  service: ServiceAndCalendars['service'],
  change: (known: CalendarChoice) => CalendarChoice,
  isTarget: boolean,
): Promise<void> {
  try {
    await choices.choose(service, change, isTarget);
  } finally {
    if (isTarget) await queryClient.invalidateQueries(meQuery);
    await readAgain();
  }
}
