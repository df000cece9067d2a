import type { CalendarService, StoredEvent } from '@weft/db';
import { type CalendarEvent, readIcs } from '@weft/integrations';
import type { CalendarDeps } from './deps.ts';
import type { Range, Reading } from './providers.ts';

const hour = 3_600_000;
/** No zone is as far from UTC. */
const farthestZone = 15 * hour;

/** A booking's own event carries its id. */
const bookingOf = (uid: string): string | null => /^(bok[0-9a-z]{21})@weft$/.exec(uid)?.[1] ?? null;

/** What a reading says is kept where it may block, and what leaves its owner free beside it. */
function storedEvent({ id, uid, title, link, showsAs, when }: CalendarEvent): StoredEvent {
  const said = { id: id.slice(0, 1_000), title, link, showsAs, bookingId: bookingOf(uid) };
  if (when.kind === 'timed')
    return { ...said, startsAt: when.from, endsAt: when.to, dates: null, zone: null };
  return {
    ...said,
    startsAt: Date.parse(when.from) - farthestZone,
    endsAt: Date.parse(when.to) + farthestZone,
    dates: [when.from, when.to],
    zone: when.zone,
  };
}

const isOwn = ({ cancelled, declined }: CalendarEvent): boolean => !cancelled && !declined;

/** What a reading needs to know of whoever the calendars belong to. */
export interface CalendarOwner {
  /** In which whole days count where a calendar names none. */
  readonly zone: string;
  /** Mail addresses, for what they answered to invitations. */
  readonly addresses: readonly string[];
}

export async function ownerOf(
  { availabilities }: Pick<CalendarDeps, 'availabilities'>,
  service: Pick<CalendarService, 'organizationId' | 'userId' | 'account'>,
): Promise<CalendarOwner> {
  const owner = await availabilities.of(service);
  return {
    zone: owner?.availabilities[0]?.timezone ?? 'UTC',
    addresses: [service.account, ...(owner === null ? [] : [owner.person.email])],
  };
}

/** The events of a reading that its owner takes part in; whole days count in `zone`. What keeps them free is shown, and blocks nobody. */
export async function ownEvents(
  reading: Reading,
  { addresses }: Pick<CalendarOwner, 'addresses'>,
  range: Range,
  zone: string,
): Promise<readonly StoredEvent[]> {
  const events =
    'events' in reading
      ? reading.events
      : await readIcs(reading.texts, { ...range, zone, owners: addresses });
  return events.filter(isOwn).map(storedEvent);
}
