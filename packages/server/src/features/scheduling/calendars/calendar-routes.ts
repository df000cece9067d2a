import { type CalendarService, type StoredCalendar, secretOwnerOfCalendars } from '@weft/db';
import { CalendarFault, feedAddress } from '@weft/integrations';
import type { HttpAnswer, ReadBody } from '@weft/protocol';
import { invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../../http/caller.ts';
import { requireCaller } from '../../../http/request-caller.ts';
import { serve } from '../../../http/serve.ts';
import { addService, longestConnecting, writeCalendarAudit } from './add-service.ts';
import type { CalendarSync } from './calendar-sync.ts';
import type { CalendarDeps } from './deps.ts';
import { type Credentials, feedId, providerOf } from './providers.ts';
import { ownEvents, ownerOf } from './reading.ts';

type Account = ReadBody<'POST /v1/scheduling/calendars'>;
type ServiceAnswer = HttpAnswer<'GET /v1/admin/scheduling/getUserCalendars'>['servicesAndCalendars'][number];

const day = 86_400_000;

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

function stateOf({ failingSince, isDisconnected, lacksPermission }: CalendarService) {
  if (failingSince === null) return 'valid';
  if (lacksPermission) return 'permissions_not_granted';
  return isDisconnected ? 'disconnected' : 'failing';
}

const present = (
  service: CalendarService & { readonly calendars: readonly StoredCalendar[] },
): ServiceAnswer => ({
  service: {
    ...{ id: service.id, type: service.type, name: service.name, userId: service.userId },
    config: {
      calendarIdsToCheck: service.calendarsToCheck,
      calendarIdToWriteTo: service.calendarToWriteTo,
    },
    session_state: { metadata: { email: service.account } },
    lastUpdated: service.updatedAt,
    state: stateOf(service),
    fault: service.fault,
    failingSince: iso(service.failingSince),
    lastRead: iso(service.readAt),
  },
  // One that is gone is shown as long as it is checked, for it closes its owner.
  calendars: service.calendars
    .filter(({ id, isDeleted }) => !isDeleted || service.calendarsToCheck.includes(id))
    .map(({ id, name, canWriteTo, isDeleted, color }, at) => ({
      ...{ id, name, isDeleted, color },
      canWriteTo: canWriteTo && !isDeleted,
      isPrimary: at === 0 && service.type !== 'ics' && !isDeleted,
    })),
});

const credentialsOf = (account: Account): Credentials =>
  account.type === 'ics'
    ? { type: 'ics', url: feedAddress(account.url) }
    : {
        type: 'caldav',
        url: feedAddress(account.url),
        username: account.username,
        password: account.password,
      };

const accountName = (credentials: Credentials): string =>
  credentials.type === 'caldav' ? credentials.username : new URL(credentials.url).hostname;

/** Who is shown as the account, and the field of the form that a fault is about. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof CalendarFault)) return error;
  return invalid(
    error.reason === 'access' || error.reason === 'permission' ? 'password' : 'url',
    error.message,
  );
}

/** The calendars of whoever calls; everybody has their own alone. */
export function mountCalendars(app: FastifyInstance, deps: CalendarDeps, sync: CalendarSync): void {
  const { calendars, now } = deps;

  const ownServices = async ({ userId, organizationId }: Caller) =>
    (await calendars.ofPeople([userId])).filter((one) => one.organizationId === organizationId);

  const ownService = async (caller: Caller, id: string) => {
    const found = (await ownServices(caller)).find((one) => one.id === id);
    if (found === undefined) throw notFound('Calendar not found');
    return found;
  };

  /** Asks the provider before anything is stored: what cannot be read is not connected. */
  const look = async (caller: Caller, credentials: Credentials, name: string) => {
    const signal = AbortSignal.timeout(longestConnecting);
    try {
      const provider = providerOf(deps.outgoing, credentials, name);
      const listed = await provider.list(signal);
      if (listed.length === 0) throw new CalendarFault('gone', 'This account has no calendars');
      if (credentials.type === 'ics') {
        const range = { from: now(), to: now() + day };
        const owner = await ownerOf(deps, { ...caller, account: '' });
        const feed = { id: feedId, version: null, zone: owner.zone };
        await ownEvents(await provider.look(feed, range, signal), owner, range, owner.zone);
      }
      return listed;
    } catch (error) {
      throw refusalOf(error);
    }
  };

  serve(app, 'GET /v1/admin/scheduling/getUserCalendars', async ({ request, query }) => {
    const caller = requireCaller(request);
    query();
    return { servicesAndCalendars: (await ownServices(caller)).map(present) };
  });

  serve(app, 'POST /v1/scheduling/calendars', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { userId, organizationId } = caller;
    const given = body();
    const credentials = credentialsOf(given);
    const wantedName = given.type === 'ics' ? given.name : new URL(credentials.url).hostname;
    const listed = await look(caller, credentials, wantedName);
    const id = deps.newId('svc');
    const secret = await deps.secrets.seal(JSON.stringify(credentials), secretOwnerOfCalendars(id));
    const made = { id, organizationId, userId, type: given.type, account: accountName(credentials) };
    await addService(deps, sync, { ...made, wantedName }, listed, secret);
    return { serviceId: id };
  });

  serve(app, 'POST /v1/scheduling/calendars/:serviceId/reconnect', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const service = await ownService(caller, path.serviceId);
    const given = body();
    if (given.type !== service.type) throw invalid('type', 'It is connected in another way');
    const credentials = credentialsOf(given);
    await look(caller, credentials, service.name);
    const secret = await deps.secrets.seal(JSON.stringify(credentials), secretOwnerOfCalendars(service.id));
    await calendars.reconnect(service.id, accountName(credentials), secret, now());
    await writeCalendarAudit(deps, service, 'service.connected');
    const changed = await calendars.find(service.id);
    if (changed !== null) await sync.read(changed);
    return { success: true } as const;
  });

  serve(app, 'POST /admin/services/scheduling/service', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { serviceId, newConfig } = body();
    const service = await ownService(caller, serviceId);
    const { calendarIdsToCheck, calendarIdToWriteTo = null } = newConfig;
    const known = new Map(service.calendars.map((one) => [one.id, one]));
    if (!calendarIdsToCheck.every((id) => known.has(id)))
      throw invalid('newConfig.calendarIdsToCheck', 'There is no such calendar');
    const target = calendarIdToWriteTo === null ? null : known.get(calendarIdToWriteTo);
    if (target !== null && (target === undefined || !target.canWriteTo || target.isDeleted))
      throw invalid('newConfig.calendarIdToWriteTo', 'Nothing can be added to this calendar');
    // A booking that is moved by hand there has to be seen.
    const calendarsToCheck = [...new Set([...calendarIdsToCheck, ...(target === null ? [] : [target.id])])];
    await calendars.change(serviceId, { calendarsToCheck, calendarToWriteTo: target?.id ?? null }, now());
    await writeCalendarAudit(deps, service, 'service.changed');
    const changed = await calendars.find(serviceId);
    if (changed !== null && calendarsToCheck.some((id) => known.get(id)?.readTo === null))
      await sync.read(changed);
    return { success: true } as const;
  });

  serve(app, 'DELETE /admin/services/scheduling/:serviceId/delete', async ({ request, path }) => {
    const service = await ownService(requireCaller(request), path.serviceId);
    // Its calendars go with a connection.
    if (service.secretId === null) await deps.connections().remove(service.id);
    else await calendars.remove(service.id);
    await writeCalendarAudit(deps, service, 'service.deleted');
    return { success: true } as const;
  });
}
