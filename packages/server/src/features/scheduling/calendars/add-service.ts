import type { CalendarService, SealedSecret, StoredCalendar } from '@weft/db';
import { CalendarFault } from '@weft/integrations';
import { maxCalendarServices, type SignedInCalendar, signedInCalendars } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { CalendarSync } from './calendar-sync.ts';
import type { CalendarDeps } from './deps.ts';
import { connectedProvider, feedId } from './providers.ts';

/** Milliseconds a person waits for a provider when they connect it. */
export const longestConnecting = 20_000;

type Made = Pick<CalendarService, 'id' | 'organizationId' | 'userId' | 'type' | 'account'>;

/** A name that the person's other services do not have. */
function uniqueName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** Adds what was found to be readable, and reads it: what can be written to is checked, and takes bookings if nothing does. */
export async function addService(
  deps: CalendarDeps,
  sync: CalendarSync,
  made: Made & { readonly wantedName: string },
  listed: readonly Pick<StoredCalendar, 'id' | 'name' | 'canWriteTo' | 'color'>[],
  secret: SealedSecret | null,
): Promise<void> {
  const { calendars, now } = deps;
  const { wantedName, ...service } = made;
  const others = (await calendars.ofPeople([made.userId])).filter(
    ({ organizationId }) => organizationId === made.organizationId,
  );
  const name = uniqueName(
    wantedName,
    others.map((one) => one.name),
  );
  const writable = listed.filter(({ canWriteTo }) => canWriteTo).map(({ id }) => id);
  const hasTarget = others.some(({ calendarToWriteTo }) => calendarToWriteTo !== null);
  const added = await calendars.add(
    { ...service, name },
    listed,
    {
      calendarsToCheck: made.type === 'ics' ? [feedId] : writable,
      calendarToWriteTo: hasTarget ? null : (writable[0] ?? null),
    },
    secret,
    { now: now(), most: maxCalendarServices },
  );
  if (!added)
    throw new AppError('conflict', `One person connects at most ${maxCalendarServices} calendar accounts`);
  await writeCalendarAudit(deps, { ...made, name }, 'service.connected');
  const stored = await calendars.find(made.id);
  if (stored !== null) await sync.read(stored);
}

/** Adds what somebody did to calendars of theirs to the audit log. */
export const writeCalendarAudit = (
  { audit }: Pick<CalendarDeps, 'audit'>,
  {
    id,
    organizationId,
    userId,
    type,
    name,
  }: Pick<CalendarService, 'organizationId' | 'userId' | 'id' | 'type' | 'name'>,
  action: 'service.connected' | 'service.changed' | 'service.deleted',
): Promise<void> =>
  audit.add({ organizationId, userId, action, details: { serviceId: id, type, name }, ip: null });

/** A connection that somebody has signed in to. */
export interface SignedIn extends Omit<Made, 'type'> {
  readonly type: string;
  readonly label: string;
}

const isCalendarType = (type: string): type is SignedInCalendar =>
  (signedInCalendars as readonly string[]).includes(type);

/** Takes the calendars of an account that somebody signed in to, for the first time or again. Throws CalendarFault. */
export async function connectSignedIn(
  deps: CalendarDeps,
  sync: CalendarSync,
  { type, label, ...made }: SignedIn,
): Promise<void> {
  const { calendars, connections, now } = deps;
  if (!isCalendarType(type)) return;
  const known = await calendars.find(made.id);
  if (known !== null) {
    await calendars.reconnect(known.id, made.account, null, now());
    await writeCalendarAudit(deps, known, 'service.connected');
    const changed = await calendars.find(known.id);
    if (changed !== null) await sync.read(changed);
    return;
  }
  try {
    const signal = AbortSignal.timeout(longestConnecting);
    const listed = await connectedProvider((until) => connections().open(made.id, until)).list(signal);
    if (listed.length === 0) throw new CalendarFault('gone', 'This account has no calendars');
    await addService(deps, sync, { ...made, type, wantedName: label }, listed, null);
  } catch (error) {
    // Without calendars it would be nowhere to be seen.
    await connections().remove(made.id);
    throw error;
  }
}
