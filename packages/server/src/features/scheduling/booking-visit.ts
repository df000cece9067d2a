import type { BookingWait, Published, StoredBooking } from '@weft/db';
import type { Sent } from '@weft/forms';
import { bookingParts, type PageFiles } from '@weft/public';
import type { SchedulingDeps } from './deps.ts';
import { minute, type OfferedEvent, offeredEvent } from './offered-event.ts';
import { readWish, type Wish } from './times-view.ts';
import { heldFor } from './waiting.ts';

/** A published flow that is booked, and what somebody asks of it. */
export interface Visit {
  readonly deps: SchedulingDeps;
  readonly published: Published;
  readonly offered: OfferedEvent;
  readonly files: PageFiles;
  readonly action: string;
  readonly wish: Wish;
  /** The booking that is being moved. */
  readonly moving: StoredBooking | null;
  /** Somebody who waited, with what is held for them. */
  readonly taking: { readonly wait: BookingWait; readonly held: StoredBooking } | null;
  /** The address they have proved to be theirs, where the page asks for that; null: any will do. */
  readonly proven: string | null;
}

/** The booking of a link, where it is one of this flow that can still be moved. */
async function movable(
  { bookings, bookingKeys, now }: SchedulingDeps,
  flowId: string,
  code: string | null,
): Promise<StoredBooking | null> {
  const id = code === null ? null : bookingKeys.idOf(code);
  const booking = id === null ? null : await bookings.find(id);
  if (booking === null || booking.flowId !== flowId || booking.from <= now()) return null;
  return booking.state === 'confirmed' || booking.state === 'pending' ? booking : null;
}

/** Who takes what is held for them by the link of an offer; `wait` alone: it is theirs already, or no longer. */
async function offerOf(deps: SchedulingDeps, flowId: string, code: string | null) {
  const id = code === null ? null : deps.bookingKeys.idOf(code);
  const wait = id === null ? null : await deps.waits.find(id);
  if (wait === null || wait.flowId !== flowId) return null;
  return { wait, held: await heldFor(deps, wait) };
}

/** Whether somebody comes by the link of a booking that they can move, or of what was offered to them. */
export async function hasLink(
  deps: SchedulingDeps,
  { flowId }: Published,
  search: URLSearchParams,
): Promise<boolean> {
  if ((await offerOf(deps, flowId, search.get(bookingParts.offer))) !== null) return true;
  return (await movable(deps, flowId, search.get(bookingParts.move))) !== null;
}

export async function visit(
  deps: SchedulingDeps,
  published: Published,
  files: PageFiles,
  search: URLSearchParams,
  verified: string | null,
): Promise<Visit | { readonly leadsTo: string } | null> {
  const offered = await offeredEvent(deps, published);
  if (offered === null) return null;
  const wish = readWish(offered, search);
  const action = `/t/${published.publicIdentifier}`;
  const offer = await offerOf(deps, offered.flowId, wish.offer);
  if (offer !== null) {
    const { wait, held } = offer;
    if (held === null) return { leadsTo: `${action}/waiting/${deps.bookingKeys.code(wait.id)}` };
    const { durationMins } = wait;
    const taken = { ...wish, durationMins, at: held.from, move: null, wait: null };
    const taking = { wait, held };
    return { deps, published, offered, files, action, wish: taken, moving: null, taking, proven: verified };
  }
  const moving = await movable(deps, offered.flowId, wish.move);
  // What is moved keeps its length.
  const durationMins = moving === null ? wish.durationMins : (moving.to - moving.from) / minute;
  const kept = { ...wish, durationMins, move: moving === null ? null : wish.move, offer: null };
  return { deps, published, offered, files, action, wish: kept, moving, taking: null, proven: verified };
}

/** What was sent under a name, as one line. */
export const textOf = (sent: Sent, name: string): string =>
  (sent.find(([key]) => key === name)?.[1] ?? '').replace(/\p{Cc}+/gu, ' ').trim();
