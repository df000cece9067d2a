import { check, type reasonCodes } from '@weft/scheduling';
import { AppError } from '@weft/std';
import type { SchedulingDeps } from './deps.ts';
import { type Asked, minute, type OfferedEvent, slotRequest } from './offered-event.ts';

/** Reasons that were none before somebody or something took the time. */
const takings: ReadonlySet<(typeof reasonCodes)[number]> = new Set([
  ...(['busy', 'booked', 'pending', 'held', 'buffer', 'no_seats'] as const),
  ...(['day_limit', 'week_limit', 'calendar_unreadable'] as const),
]);

/** What is told of a time that is refused: more of it is nobody's affair who books. */
export type Refusal = 'over' | 'unoffered' | 'taken';

/** Whether a time has begun, was never on offer, or is another's by now. */
export async function refusalOf(
  deps: Pick<SchedulingDeps, 'bookings' | 'calendars' | 'now'>,
  offered: OfferedEvent,
  asked: Asked,
  at: number,
  otherwise: Refusal = 'taken',
): Promise<Refusal> {
  if (at < deps.now()) return 'over';
  const range = { from: at, to: at + asked.durationMins * minute };
  const found = check(await slotRequest(deps, offered, asked, range), at);
  // It is free as far as is known here: mostly the calendars themselves say something else, or somebody was faster.
  if (!('reasons' in found)) return otherwise;
  const { reasons } = found;
  const isTaken = (hostId: string | null): boolean =>
    reasons.filter((reason) => reason.hostId === hostId).every(({ code }) => takings.has(code));
  const hosts = offered.people.map(({ id }) => id);
  const byHosts = offered.event.eventType === 'round_robin' ? hosts.some(isTaken) : hosts.every(isTaken);
  return isTaken(null) && byHosts ? 'taken' : 'unoffered';
}

/** Said to whoever books: with other times, and where there are none. */
export const refusedTexts: { readonly [R in Refusal]: { readonly others: string; readonly none: string } } = {
  over: {
    others: 'This time is over. These are free:',
    none: 'This time is over. Choose another.',
  },
  unoffered: {
    others: 'This time is not offered. These are free:',
    none: 'This time is not offered. Choose another.',
  },
  taken: {
    others: 'This time was just taken. These are free:',
    none: 'This time was just taken. Choose another.',
  },
};

/** Said to a member who moves a booking. */
const toMembers: { readonly [R in Refusal]: string } = {
  over: 'This time is over: choose another',
  unoffered: 'This time is not offered: choose another',
  taken: 'This time is not free: choose another',
};

/** Why a member does not move a booking to a time. */
export const moveRefused = async (...asked: Parameters<typeof refusalOf>): Promise<AppError> =>
  new AppError('conflict', toMembers[await refusalOf(...asked)]);
