import { isEmail } from '@weft/core';
import type { BookingWait, Published, StoredBooking, Transaction } from '@weft/db';
import {
  answerText,
  type EventLocation,
  fieldsOf,
  pagesOf,
  questionsOf,
  type Sent,
  turn,
  unknownFields,
  walk,
} from '@weft/forms';
import {
  askedView,
  bookingParts,
  type DetailsView,
  detailsPage,
  formParts,
  imageAddress,
  type PageFiles,
  timesPage,
} from '@weft/public';
import { invalid, isId } from '@weft/std';
import type { PageAnswer } from '../../http/page-answer.ts';
import { book, locationOf, moveBooking } from './book.ts';
import type { BookingDetails } from './booking-details.ts';
import { dateText, locationText, spanText } from './booking-words.ts';
import type { SchedulingDeps } from './deps.ts';
import {
  minute,
  nextSlots,
  type OfferedEvent,
  offeredEvent,
  sharedLocations,
  slotsIn,
} from './offered-event.ts';
import { eventCard, otherTimes, readWish, timesView, type Wish, wishAddress } from './times-view.ts';
import { heldFor, takeOffer } from './waiting.ts';
import { showWaiting, takeWait } from './waiting-pages.ts';

/** A published flow that is booked, and what somebody asks of it. */
interface Visit {
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

/** Who sends something to a page. */
export interface Visitor {
  readonly verified: string | null;
  readonly requireOpen: (tx: Transaction) => Promise<void>;
}

const goneText = 'This time was just taken. These are free:';
const hasMore = 'Your answers bring up more to fill in. Nothing is booked yet.';
const noTimes = 'This time was just taken. Choose another.';

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
  const booking = isId('sub', requestId) ? await deps.bookings.ofRequest(flowId, requestId) : null;
  return booking?.state === 'confirmed' || booking?.state === 'pending'
    ? leadTo(deps, `/t/${publicIdentifier}`, booking)
    : null;
}

async function visit(
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

async function showTimes(visited: Visit, status: number, at: number | null): Promise<PageAnswer> {
  const { deps, offered, files, action, wish, moving } = visited;
  const asked = { durationMins: wish.durationMins, seats: moving?.seats ?? 1, moving: moving?.id ?? null };
  const others = at === null ? [] : await nextSlots(deps, offered, asked, at);
  const notice =
    at === null
      ? null
      : { text: others.length > 0 ? goneText : noTimes, others: otherTimes(action, wish, others) };
  const said = moving && {
    id: moving.id,
    text: `${dateText(wish.zone, moving.from)}, ${spanText(wish.zone, moving, wish.clock)}`,
  };
  const view = await timesView(deps, offered, files, action, { ...wish, at: null }, { moving: said, notice });
  return { status, page: timesPage(view) };
}

/** The intake questions as they are asked of what was sent; null: there is no page of them. */
function intake({ published, deps }: Visit, sent: Sent) {
  const pages = pagesOf(published.content);
  const walked = walk(pages, sent, new Date(deps.now()).toISOString());
  const [step] = walked.steps;
  return step === undefined ? null : { pages, walked, step };
}

/** The intake questions as whoever books sees them. */
function intakeView(
  visited: Visit,
  sent: Sent,
  { faults = new Map(), requestId }: Pick<Shown, 'faults' | 'requestId'>,
): DetailsView['intake'] {
  const asked = intake(visited, sent);
  if (asked === null) return null;
  const { action } = visited;
  return {
    ...askedView(asked.pages, asked.walked, asked.step, sent),
    ...{ faults, action, submissionId: requestId, fileOf: () => null },
    imageAddress: (fileId) => imageAddress(action, fileId),
  };
}

/** Whether answers have brought up questions that were not shown: without a script they could not be. */
function bringsUpMore(visited: Visit, sent: Sent): boolean {
  const asked = intake(visited, sent);
  if (asked === null) return false;
  const shown = sent.flatMap(([name, id]) => (name === formParts.asked ? [id] : []));
  const move = { pageId: asked.step.page.id, go: 'next', asked: new Set(shown) };
  const next = turn(asked.walked, move);
  return next?.kind === 'show' && next.hasMore;
}

interface Shown {
  readonly status: number;
  readonly faults?: ReadonlyMap<string, string>;
  readonly notice?: DetailsView['notice'];
  readonly requestId: string;
}

async function showDetails(visited: Visit, at: number, sent: Sent, shown: Shown): Promise<PageAnswer> {
  const { deps, offered, files, action, wish, moving, taking } = visited;
  const { event } = offered;
  const { durationMins, zone, clock } = wish;
  // What holds the time for them is not in their way.
  const own = moving ?? taking?.held ?? null;
  const asked = { durationMins, seats: own?.seats ?? 1, moving: own?.id ?? null };
  const [slot] = await slotsIn(deps, offered, asked, { from: at, to: at + 1 });
  if (slot === undefined && shown.notice === undefined) return showTimes(visited, 409, at);
  const span = { from: at, to: at + durationMins * minute };
  const card = eventCard(offered, files, durationMins);
  const places = sharedLocations(event);
  const hidden: [string, string][] = [
    ...[...new URL(wishAddress(action, { ...wish, at }), 'http://booking').searchParams],
    [bookingParts.request, shown.requestId],
  ];
  const view: DetailsView = {
    ...card,
    facts: [
      { icon: 'calendar', text: `${dateText(zone, at)}\n${spanText(zone, span, clock)}` },
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
    locations: moving === null ? places.map(locationText) : [],
    asksPhone: moving === null && places.some(({ kind }) => kind === 'ask_phone'),
    isMoving: moving !== null,
    submitLabel: moving !== null ? 'Move booking' : event.approval ? 'Ask for this time' : 'Book',
    notice: shown.notice ?? null,
  };
  return { status: shown.status, page: detailsPage(view) };
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

const textOf = (sent: Sent, name: string): string =>
  (sent.find(([key]) => key === name)?.[1] ?? '').replace(/\p{Cc}+/gu, ' ').trim();

const mostGuests = 10;

/** Who proves one address does not book by another. */
const isOthers = ({ proven }: Pick<Visit, 'proven'>, email: string): boolean =>
  proven !== null && email.toLowerCase() !== proven.toLowerCase();
const provenOnly = (proven: string | null) => `Book by the address you have proved: ${proven}`;

interface Read {
  readonly faults: ReadonlyMap<string, string>;
  readonly details: BookingDetails;
  readonly seats: number;
}

/** What was sent of a booking, with everything that is wrong with it. */
function readDetails(visited: Visit, sent: Sent): Read {
  const { offered, wish, published } = visited;
  const { event } = offered;
  const faults = new Map<string, string>();
  const name = textOf(sent, bookingParts.name);
  const email = textOf(sent, bookingParts.email);
  const guests = event.guests
    ? [
        ...new Set(
          textOf(sent, bookingParts.guests)
            .split(/[\s,;]+/)
            .filter((each) => each !== ''),
        ),
      ]
    : [];
  if (name === '' || name.length > 200) faults.set(bookingParts.name, 'Write your name');
  if (!isEmail(email)) faults.set(bookingParts.email, 'Write your email address, as in ada@example.org');
  else if (isOthers(visited, email)) faults.set(bookingParts.email, provenOnly(visited.proven));
  const wrong = guests.find((guest) => !isEmail(guest));
  if (wrong !== undefined) faults.set(bookingParts.guests, `‘${wrong}’ is no email address`);
  if (guests.length > mostGuests) faults.set(bookingParts.guests, `At most ${mostGuests} guests`);
  const seatsText = textOf(sent, bookingParts.seats) || '1';
  const seats = event.eventType === 'group' ? Number(seatsText) : 1;
  if (!Number.isInteger(seats) || seats < 1 || seats > event.maxSeats)
    faults.set(bookingParts.seats, `A number from 1 to ${event.maxSeats}`);
  const location = locationIn(visited, sent, faults);
  const step = intake(visited, sent)?.step;
  for (const [id, reason] of step?.faults ?? []) faults.set(id, reason);
  const pages = pagesOf(published.content);
  const asked = new Set((step?.shown ?? []).map(({ id }) => id));
  const fields = fieldsOf(pages.flatMap(({ questions }) => questions.filter(({ id }) => asked.has(id))));
  const answers = fields.flatMap((field) => {
    const text = answerText(field, step?.answers.get(field.id) ?? null);
    return text === '' ? [] : [{ fieldId: field.id, label: field.name, text }];
  });
  return { faults, seats, details: { name, email, zone: wish.zone, guests, location, answers } };
}

function locationIn(
  { offered: { event } }: Visit,
  sent: Sent,
  faults: Map<string, string>,
): EventLocation | null {
  if (event.eventType === 'round_robin' && event.locationType === 'individual') return null;
  const chosen = event.locations[Number(textOf(sent, bookingParts.location) || '0')] ?? null;
  if (chosen?.kind !== 'ask_phone') return chosen;
  const phone = textOf(sent, bookingParts.phone);
  if (!/^[+\d][\d\s()/.-]{4,49}$/.test(phone)) faults.set(bookingParts.phone, 'Write the number to call');
  return { ...chosen, text: phone.slice(0, 50) };
}

/** Takes what was sent to the page of a flow that is booked; null: the flow is answered. */
export async function takeBooking(
  deps: SchedulingDeps,
  published: Published,
  files: PageFiles,
  sent: Sent,
  { verified, requireOpen }: Visitor,
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
  const refused = (next: Parameters<typeof otherTimes>[2]) =>
    showDetails(visited, at, sent, {
      ...{ status: 409, requestId: deps.newId('sub') },
      notice: { text: next.length > 0 ? goneText : noTimes, others: otherTimes(action, wish, next) },
    });
  if (wish.move === null && textOf(sent, bookingParts.move) !== '')
    throw invalid(bookingParts.move, 'This booking cannot be moved any more');
  if (moving !== null) {
    const moved = await moveBooking(deps, offered, moving, at, wish.zone);
    if (moved.kind === 'moved') return lead(moved.booking);
    return moved.kind === 'stale' ? lead(moving) : refused(moved.next);
  }
  if (bringsUpMore(visited, sent))
    return showDetails(visited, at, sent, {
      ...{ status: 400, requestId, notice: { text: hasMore, others: [] } },
    });
  const { faults, details, seats } = readDetails(visited, sent);
  if (faults.size > 0) return showDetails(visited, at, sent, { status: 400, faults, requestId });
  if (taking !== null) {
    const location = locationOf(offered, taking.held.hostIds) ?? details.location;
    const taken = await takeOffer(deps, offered, taking.wait, { ...details, location });
    return taken !== null
      ? lead(taken)
      : { leadsTo: `${action}/waiting/${deps.bookingKeys.code(taking.wait.id)}` };
  }
  const input = { requestId, at, durationMins: wish.durationMins, seats, details, requireOpen };
  const booked = await book(deps, offered, input);
  return booked.kind === 'booked' ? lead(booked.booking) : refused(booked.next);
}
