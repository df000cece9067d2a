import { isTimeZone } from '@weft/core';
import type { Published, StoredBooking, Transaction } from '@weft/db';
import { languagesOf, questionsOf, questionType, type Sent, unknownFields, wordingOf } from '@weft/forms';
import {
  askedView,
  bookingParts,
  type DetailsView,
  detailsPage,
  formParts,
  imageAddress,
  type PageFiles,
  type TimesView,
  timesPage,
  wordsOf,
} from '@weft/public';
import type { Slot } from '@weft/scheduling';
import { invalid, isId } from '@weft/std';
import type { PageAnswer } from '../../http/page-answer.ts';
import { book, locationOf } from './book.ts';
import { textOf, type Visit, visit } from './booking-visit.ts';
import { dateText, localeOf, locationText, spanText } from './booking-words.ts';
import { moveBooking } from './change-booking.ts';
import type { SchedulingDeps } from './deps.ts';
import { heldOrder, OrderRefused } from './held-order.ts';
import { type Asked, bookedMark, minute, nextSlots, sharedLocations, slotsIn } from './offered-event.ts';
import { bringsUpMore, intake, readDetails } from './read-details.ts';
import { type Refusal, refusalOf, refusedTexts } from './refused-time.ts';
import { eventCard, otherTimes, timesView, wishAddress } from './times-view.ts';
import { orderOffer, requireWaits, takeOffer } from './waiting.ts';
import { showWaiting, takeWait } from './waiting-pages.ts';

/** Who sends something to a page. */
export interface Visitor {
  readonly verified: string | null;
  readonly requireOpen: (tx: Transaction) => Promise<void>;
  /** The page's own domain that it is sent at; null: a name of the server. */
  readonly domain: string | null;
}

const hasMore = 'Your answers bring up more to fill in. Nothing is booked yet.';

const leadTo = (deps: SchedulingDeps, action: string, { id }: StoredBooking) => ({
  leadsTo: `${action}/bookings/${deps.bookingKeys.code(id)}`,
});

/** Where what is sent was booked before: it is answered so, and opens nothing else of a page that is closed or locked. */
export async function answerAgain(
  deps: SchedulingDeps,
  { flowId, publicIdentifier }: Published,
  sent: Sent,
): Promise<PageAnswer | null> {
  const requestId = textOf(sent, bookingParts.request);
  if (!isId('sub', requestId)) return null;
  const booking = await deps.bookings.ofRequest(flowId, requestId);
  // An order outlives what was held for it: nothing else is held beside it.
  if (booking === null || booking.state === 'held') {
    const leadsTo = await deps.orders().pageOf({ flowId, publicIdentifier }, requestId);
    return leadsTo === null ? null : { leadsTo };
  }
  return booking.state === 'confirmed' || booking.state === 'pending'
    ? leadTo(deps, `/t/${publicIdentifier}`, booking)
    : null;
}

/** Why a time is not to be had, and others that are. */
async function refusedNotice(
  { deps, offered, action, wish, files, published }: Visit,
  asked: Asked,
  at: number,
  next: readonly Slot[],
  otherwise: Refusal = 'taken',
): Promise<NonNullable<TimesView['notice']>> {
  const refusal = await refusalOf(deps, offered, asked, at, otherwise);
  const texts = refusedTexts[refusal];
  return {
    text: next.length > 0 ? texts.others : texts.none,
    others: otherTimes(action, wish, next, localeOf(wordsOf(files))),
    taken: refusal === 'taken' ? bookedMark(published, at) : null,
  };
}

async function showTimes(visited: Visit, status: number, at: number | null): Promise<PageAnswer> {
  const { deps, offered, action, wish, moving } = visited;
  const locale = localeOf(wordsOf(visited.files));
  const asked = { durationMins: wish.durationMins, seats: moving?.seats ?? 1, moving: moving?.id ?? null };
  const notice =
    at === null
      ? null
      : // Where it is free it has another length by now.
        await refusedNotice(visited, asked, at, await nextSlots(deps, offered, asked, at), 'unoffered');
  const said = moving && {
    id: moving.id,
    text: `${dateText(wish.zone, moving.from, locale)}, ${spanText(wish.zone, moving, wish.clock, locale)}`,
  };
  const view = await timesView(
    deps,
    offered,
    visited,
    action,
    { ...wish, at: null },
    { moving: said, notice },
  );
  return { status, page: timesPage(view) };
}

/** The intake questions as whoever books sees them. */
function intakeView(
  visited: Visit,
  sent: Sent,
  { faults = new Map(), requestId }: Pick<Shown, 'faults' | 'requestId'>,
): DetailsView['intake'] {
  const asked = intake(visited, sent);
  if (asked === null) return null;
  const { action, files, published } = visited;
  const wording = wordingOf(published.content, languagesOf(published.content).main);
  return {
    ...askedView(asked.pages, asked.walked, asked.step, sent, { wording, words: wordsOf(files) }),
    files,
    ...{ faults, action, submissionId: requestId, fileOf: () => null },
    imageAddress: (fileId) => imageAddress(action, fileId),
  };
}

interface Shown {
  readonly status: number;
  readonly faults?: ReadonlyMap<string, string>;
  readonly notice?: DetailsView['notice'];
  readonly requestId: string;
}

async function showDetails(visited: Visit, at: number, sent: Sent, shown: Shown): Promise<PageAnswer> {
  const { deps, offered, action, wish, moving, taking } = visited;
  const { event } = offered;
  const { durationMins, zone, clock } = wish;
  // What holds the time for them is not in their way.
  const own = moving ?? taking?.held ?? null;
  const ignoresNotice = taking !== null;
  const asked = { durationMins, seats: own?.seats ?? 1, moving: own?.id ?? null, ignoresNotice };
  const [slot] = await slotsIn(deps, offered, asked, { from: at, to: at + 1 });
  if (slot === undefined && shown.notice === undefined) return showTimes(visited, 409, at);
  const span = { from: at, to: at + durationMins * minute };
  const card = eventCard(offered, visited, durationMins);
  const words = wordsOf(visited.files);
  const places = sharedLocations(event);
  const hidden: [string, string][] = [
    ...[...new URL(wishAddress(action, { ...wish, at }), 'http://booking').searchParams],
    [bookingParts.request, shown.requestId],
  ];
  const view: DetailsView = {
    ...card,
    facts: [
      {
        icon: 'calendar',
        text: `${dateText(zone, at, localeOf(words))}\n${spanText(zone, span, clock, localeOf(words))}`,
      },
      ...card.facts.filter(({ icon }) => icon !== 'clock'),
    ],
    ...{ action, hidden, back: wishAddress(action, { ...wish, at: null, offer: null }) },
    values: new Map(
      [...Map.groupBy(sent, ([name]) => name)].map(([name, pairs]) => [name, pairs.map(([, text]) => text)]),
    ),
    faults: shown.faults ?? new Map(),
    intake: moving === null ? intakeView(visited, sent, shown) : null,
    seatsLeft: own === null && event.eventType === 'group' ? (slot?.seatsLeft ?? 1) : null,
    takesGuests: moving === null && event.guests,
    locations: moving === null ? places.map((place) => locationText(place, words)) : [],
    asksPhone: moving === null && places.some(({ kind }) => kind === 'ask_phone'),
    isMoving: moving !== null,
    submitLabel: submitLabel(visited),
    notice: shown.notice ?? null,
  };
  return { status: shown.status, page: detailsPage(view) };
}

function submitLabel({ moving, published, offered: { event } }: Visit): string {
  if (moving !== null) return 'Move booking';
  const costs = questionsOf(published.content).some(({ type }) => questionType(type).takesPayment === true);
  return event.approval ? 'Ask for this time' : costs ? 'Go on to the payment' : 'Book';
}

/** The page of a flow that is booked; null: the flow is answered. */
export async function showBookingPage(
  deps: SchedulingDeps,
  published: Published,
  files: PageFiles,
  search: URLSearchParams,
  verified: string | null,
): Promise<PageAnswer | null> {
  const visited = await visit(deps, published, files, search, verified);
  if (visited === null || 'leadsTo' in visited) return visited;
  const { at, wait } = visited.wish;
  if (wait !== null && visited.moving === null) {
    const asked = await showWaiting(deps, visited);
    if (asked !== null) return asked;
  }
  if (at === null) return showTimes(visited, 200, null);
  const { name, email } = visited.taking?.wait ?? { name: '', email: visited.proven ?? '' };
  const known: Sent = [
    [bookingParts.name, name],
    [bookingParts.email, email],
  ];
  return showDetails(visited, at, known, { status: 200, requestId: deps.newId('sub') });
}

/** Takes what was sent to the page of a flow that is booked; null: the flow is answered. */
export async function takeBooking(
  deps: SchedulingDeps,
  published: Published,
  files: PageFiles,
  sent: Sent,
  { verified, requireOpen, domain }: Visitor,
): Promise<PageAnswer | null> {
  const search = new URLSearchParams(sent.map(([a, b]) => [a, b]));
  const visited = await visit(deps, published, files, search, verified);
  if (visited === null || 'leadsTo' in visited) return visited;
  const { offered, wish, moving, taking, action } = visited;
  const { at } = wish;
  if (wish.wait !== null && moving === null) {
    // A program fills in everything: it is told that all went well.
    if (textOf(sent, bookingParts.trap) !== '') return { leadsTo: action };
    const email = textOf(sent, bookingParts.email);
    const put = await takeWait(deps, visited, textOf(sent, bookingParts.name), email);
    // It became free meanwhile: the times show it.
    return put ?? { leadsTo: wishAddress(action, { ...wish, at: null, wait: null }) };
  }
  const zone = textOf(sent, bookingParts.zone);
  if (zone !== '' && !isTimeZone(zone)) throw invalid(bookingParts.zone, 'There is no such time zone');
  if (at === null) throw invalid(bookingParts.at, 'Choose a time first');
  const requestId = textOf(sent, bookingParts.request);
  if (!isId('sub', requestId)) throw invalid(bookingParts.request, 'Not the id of a booking page');
  const own: readonly string[] = [...Object.values(bookingParts), formParts.asked];
  const answers = sent.filter(([name]) => !own.includes(name));
  const unknown = unknownFields(questionsOf(published.content), answers);
  if (unknown.length > 0) throw invalid(unknown[0] ?? '', 'This form has no such question');
  // A program fills in everything: it is told that all went well.
  if (textOf(sent, bookingParts.trap) !== '') return { leadsTo: action };
  const lead = (booking: StoredBooking) => leadTo(deps, action, booking);
  const refused = async (asked: Asked, next: readonly Slot[]) =>
    showDetails(visited, at, sent, {
      ...{ status: 409, requestId: deps.newId('sub') },
      notice: await refusedNotice(visited, asked, at, next),
    });
  // What is moved or was offered keeps its seats, and where there are none to choose nobody gets fewer than they asked for.
  const choosesSeats = offered.event.eventType === 'group' && moving === null && taking === null;
  if (!choosesSeats && !['', '1'].includes(textOf(sent, bookingParts.seats)))
    throw invalid(bookingParts.seats, 'There are no seats to choose here');
  if (wish.move === null && textOf(sent, bookingParts.move) !== '')
    throw invalid(bookingParts.move, 'This booking cannot be moved any more');
  if (moving !== null) {
    const moved = await moveBooking(deps, offered, moving, at, wish.zone);
    if (moved.kind === 'moved') return lead(moved.booking);
    const { durationMins } = wish;
    return moved.kind === 'stale'
      ? lead(moving)
      : refused({ durationMins, seats: moving.seats, moving: moving.id }, moved.next);
  }
  // Its makers may have changed the durations since the page was opened: nobody gets another one unasked.
  const length = textOf(sent, bookingParts.duration);
  if (taking === null && length !== '' && length !== String(wish.durationMins))
    return showTimes(visited, 409, at);
  if (bringsUpMore(visited, sent))
    return showDetails(visited, at, sent, {
      ...{ status: 400, requestId, notice: { text: hasMore, others: [] } },
    });
  const { faults, details, seats, charge } = readDetails(visited, sent);
  const wrong = (told: ReadonlyMap<string, string>) =>
    showDetails(visited, at, sent, { status: 400, faults: told, requestId });
  if (faults.size > 0) return wrong(faults);
  const { durationMins } = wish;
  const isFree = charge === null || charge.quote.total === 0;
  // What comes to nothing is booked at once, and counted as what is paid.
  const countFree = async (tx: Transaction) => {
    if (charge === null || !isFree) return;
    const counted = await deps.orders().countFree(tx, published.flowId, charge);
    if (counted.faults !== null) throw new OrderRefused(counted.faults);
  };
  const order =
    charge === null || isFree
      ? null
      : heldOrder(visited, {
          ...{ charge, details, durationMins, seats, domain },
          alongside: async (tx) => {
            if (taking === null) await requireOpen(tx);
            else await requireWaits(tx, taking);
          },
        });
  const leadOn = async (booking: StoredBooking): Promise<PageAnswer> => {
    const page = booking.state === 'held' ? await deps.orders().pageOf(published, booking.requestId) : null;
    return page === null ? lead(booking) : { leadsTo: page };
  };
  try {
    if (taking !== null) {
      const { wait, held } = taking;
      const location = locationOf(offered, held.hostIds) ?? details.location;
      const taken =
        order === null
          ? await takeOffer(deps, offered, wait, { details: { ...details, location }, alongside: countFree })
          : await orderOffer(deps, published, wait, order);
      return taken === null
        ? { leadsTo: `${action}/waiting/${deps.bookingKeys.code(wait.id)}` }
        : await leadOn(taken);
    }
    const opened = async (tx: Transaction) => {
      await requireOpen(tx);
      await countFree(tx);
    };
    const input = { requestId, at, durationMins, seats, details, requireOpen: opened, order };
    const booked = await book(deps, offered, input);
    return booked.kind === 'booked'
      ? await leadOn(booked.booking)
      : await refused({ durationMins, seats, moving: null }, booked.next);
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error;
    return wrong(new Map(error.faults.map(({ path, reason }) => [path, reason])));
  }
}
