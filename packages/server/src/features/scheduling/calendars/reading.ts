import type { CalendarService, StoredEvent } from '@weft/db';
import { type CalendarEvent, readIcs } from '@weft/integrations';
import type { CalendarDeps } from './deps.ts';

const hour = 3_600_000;
/** No zone is as far from UTC. */
const farthestZone = 15 * hour;

/** A booking's own event carries its id. */
const bookingOf = (uid: string): string | null => /^(bok[0-9a-z]{21})@weft$/.exec(uid)?.[1] ?? null;

/** What a reading says is kept where it may block. */
function storedEvent({ id, uid, title, showsAs, when }: CalendarEvent): StoredEvent {
  const said = { id: id.slice(0, 1_000), title, showsAs, bookingId: bookingOf(uid) };
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

const blocks = ({ cancelled, declined, showsAs }: CalendarEvent): boolean =>
  !cancelled && !declined && showsAs !== 'free' && showsAs !== 'working_elsewhere';

/** The events of iCalendar files that block their owner. */
export async function blockingEvents(
  { availabilities }: Pick<CalendarDeps, 'availabilities'>,
  service: Pick<CalendarService, 'organizationId' | 'userId' | 'account'>,
  texts: readonly string[],
  range: { readonly from: number; readonly to: number },
  zone: string | null,
): Promise<readonly StoredEvent[]> {
  const owner = await availabilities.of(service);
  const owners = [service.account, ...(owner === null ? [] : [owner.person.email])];
  const known = zone ?? owner?.availabilities[0]?.timezone ?? 'UTC';
  const events = await readIcs(texts, { ...range, zone: known, owners });
  return events.filter(blocks).map(storedEvent);
}
