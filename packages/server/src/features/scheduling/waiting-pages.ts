import { isEmail } from '@weft/core';
import type { BookingWait, Published } from '@weft/db';
import { bookingParts, noBookingPage, type PageFiles, waitPage, waitStatePage, wordsOf } from '@weft/public';
import { timeOfDates } from '@weft/scheduling';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PageAnswer } from '../../http/page-answer.ts';
import { serveReply } from '../../http/serve.ts';
import { dateText, localeOf, spanText, timeText } from './booking-words.ts';
import type { SchedulingDeps } from './deps.ts';
import { filesIn, linkedPageAnswer, mountLinkedForms, sentForm } from './linked-pages.ts';
import { type FindEvent, minute, type OfferedEvent } from './offered-event.ts';
import { eventCard, type Wish, wishAddress } from './times-view.ts';
import { mailConfirmation, putOnList } from './wait-confirmation.ts';
import { heldFor, takenTimes, takeOffer, waitText } from './waiting.ts';

interface Asking {
  readonly offered: OfferedEvent;
  readonly published: Pick<Published, 'organizationName'>;
  readonly files: PageFiles;
  readonly action: string;
  readonly wish: Wish;
  /** The address they have proved, where the page asks for that. */
  readonly proven: string | null;
}

/** When what is waited for begins; null: it is not taken, so there is nothing to wait for. */
async function spanOf(deps: SchedulingDeps, { offered, wish }: Asking) {
  const { wait, day, zone, durationMins } = wish;
  if (!offered.event.waitingList || wait === null) return null;
  const days = wait === 'day' && day !== null ? timeOfDates(zone, day, day) : [];
  const [first, last] = [days[0], days.at(-1)];
  const span =
    typeof wait === 'number'
      ? { from: wait, to: wait + 1 }
      : first && last && { from: first.from, to: last.to };
  if (span === undefined) return null;
  const taken = await takenTimes(deps, offered, durationMins, span);
  return taken.length > 0 ? span : null;
}

interface Said {
  readonly name: string;
  readonly email: string;
  readonly faults: ReadonlyMap<string, string>;
  readonly notice: string | null;
  readonly status: number;
}

function showWait(asking: Asking, span: { from: number; to: number }, said: Said) {
  const { offered, action, wish } = asking;
  const { zone, clock, durationMins } = wish;
  const card = eventCard(offered, asking, durationMins);
  const words = wordsOf(asking.files);
  const locale = localeOf(words);
  const isDay = wish.wait === 'day';
  const length = { from: span.from, to: span.from + durationMins * minute };
  const when = isDay ? words.book('anyTime') : spanText(zone, length, clock, locale);
  const view = {
    ...card,
    facts: [
      { icon: 'calendar' as const, text: `${dateText(zone, span.from, locale)}\n${when}` },
      ...card.facts.filter(({ icon }) => icon !== 'clock'),
    ],
    ...{ action, name: said.name, email: said.email, faults: said.faults, notice: said.notice },
    hidden: [...new URL(wishAddress(action, { ...wish, at: null }), 'http://booking').searchParams],
    back: wishAddress(action, { ...wish, at: null, wait: null }),
  };
  return { status: said.status, page: waitPage(view) };
}

const nothing: Said = { name: '', email: '', faults: new Map(), notice: null, status: 200 };

/** Asks who wants to wait; null: what is asked for is not taken. */
export async function showWaiting(deps: SchedulingDeps, asking: Asking): Promise<PageAnswer | null> {
  const span = await spanOf(deps, asking);
  return span && showWait(asking, span, { ...nothing, email: asking.proven ?? '' });
}

/** Puts somebody on the waiting list; null: what they want is not taken. */
export async function takeWait(
  deps: SchedulingDeps,
  asking: Asking,
  name: string,
  email: string,
): Promise<PageAnswer | null> {
  const span = await spanOf(deps, asking);
  if (span === null) return null;
  const { offered, wish } = asking;
  const faults = new Map<string, string>();
  if (name === '' || name.length > 200) faults.set(bookingParts.name, 'Write your name');
  if (!isEmail(email)) faults.set(bookingParts.email, 'Write your email address, as in ada@example.org');
  else if (asking.proven !== null && email.toLowerCase() !== asking.proven.toLowerCase())
    faults.set(bookingParts.email, `Wait by the address you have proved: ${asking.proven}`);
  if (faults.size > 0)
    return showWait(asking, span, {
      ...{ name, email, faults, notice: 'You are not on the list yet, and what you wrote is kept.' },
      status: 400,
    });
  const { zone, durationMins } = wish;
  const wanted = { id: deps.newId('bok'), flowId: offered.flowId, name, email, zone, ...span, durationMins };
  const said = (heading: string, text: string): PageAnswer => ({
    status: 200,
    page: waitStatePage({
      ...{
        files: asking.files,
        title: offered.title,
        offer: waitText(wanted, wordsOf(asking.files)),
        action: null,
      },
      ...{ heading, text, again: `/t/${offered.publicIdentifier}` },
    }),
  });
  const again = (status: number, notice: string) =>
    showWait(asking, span, { name, email, faults, notice, status });
  // An address that was proved, or that no mail can be sent to, is taken as it is.
  if (deps.mailer.sends && asking.proven === null)
    return (await mailConfirmation(deps, offered, wanted))
      ? said(
          'Confirm that you want to wait',
          `We wrote to ${email}. You are on the waiting list once you open the link in that mail and confirm it, within a day.`,
        )
      : again(429, 'This address was sent several mails in the last hour. Try again in an hour.');
  const wait = await putOnList(deps, offered, wanted);
  if (wait === null) return again(409, 'The waiting list is full. Look for another time.');
  return said(
    'You are on the waiting list',
    deps.mailer.sends
      ? `We wrote to ${email}. Once it is free you get a mail, and an hour to take it.`
      : 'Once it is free you are told.',
  );
}

/** The pages by which somebody who waits takes what is free, or leaves. */
export function mountWaiting(
  app: FastifyInstance,
  deps: SchedulingDeps,
  files: PageFiles,
  findEvent: FindEvent,
): void {
  const answer = linkedPageAnswer(deps);
  const find = async (code: string) => {
    const id = deps.bookingKeys.idOf(code);
    const wait = id === null ? null : await deps.waits.find(id);
    const offered = wait && (await findEvent(wait.flowId));
    return wait === null || offered === null ? null : { wait, offered };
  };
  const bookingPath = ({ publicIdentifier }: OfferedEvent, bookingId: string) =>
    `/t/${publicIdentifier}/bookings/${deps.bookingKeys.code(bookingId)}`;

  const show = async (reply: FastifyReply, wait: BookingWait, offered: OfferedEvent, path: string) => {
    const { state, zone, offeredUntil, bookingId } = wait;
    if (state === 'booked' && bookingId !== null) return reply.redirect(bookingPath(offered, bookingId), 303);
    const held = await heldFor(deps, wait);
    const isOffered = held !== null;
    const own = filesIn(files, offered);
    const words = wordsOf(own);
    const locale = localeOf(words);
    const isOver = state === 'missed' || (state === 'offered' && !isOffered) || wait.to <= deps.now();
    return answer(
      reply,
      200,
      waitStatePage({
        ...{ files: own, title: offered.title, again: `/t/${offered.publicIdentifier}` },
        heading: isOffered
          ? 'A time became free'
          : isOver
            ? 'This is no longer kept for you'
            : 'You are on the waiting list',
        text: isOffered
          ? words.book('keptUntil', timeText(zone, offeredUntil ?? 0, '24', locale))
          : isOver
            ? 'Somebody else was asked, or it is over.'
            : words.book('youWaitFor', waitText(wait, words)),
        offer: held ? `${dateText(zone, held.from, locale)}, ${spanText(zone, held, '24', locale)}` : null,
        action: isOver ? null : path,
      }),
      offered,
    );
  };

  serveReply(app, 'GET /t/:publicIdentifier/waiting/:code', async ({ request, reply, path }) => {
    const found = await find(path.code);
    if (found === null) return answer(reply, 404, noBookingPage(files));
    return show(reply, found.wait, found.offered, request.url);
  });

  mountLinkedForms(app, (scope) => {
    serveReply(scope, 'POST /t/:publicIdentifier/waiting/:code', async ({ request, reply, path }) => {
      const found = await find(path.code);
      if (found === null) return answer(reply, 404, noBookingPage(files));
      const { wait, offered } = found;
      if (sentForm(request.body).get(bookingParts.wait) === 'leave') {
        await leaveList(deps, wait);
        return reply.redirect(`/t/${offered.publicIdentifier}`, 303);
      }
      // What the event asks of whoever books it is asked of them too.
      if (offered.asksMore && (await heldFor(deps, wait)) !== null) {
        const asked = { [bookingParts.offer]: path.code, [bookingParts.zone]: wait.zone };
        return reply.redirect(`/t/${offered.publicIdentifier}?${new URLSearchParams(asked)}`, 303);
      }
      const booking = await takeOffer(deps, offered, wait);
      if (booking !== null) return reply.redirect(bookingPath(offered, booking.id), 303);
      return show(reply, (await deps.waits.find(wait.id)) ?? wait, offered, request.url);
    });
  });
}

/** Somebody waits no more: what was held for them is free again. */
export async function leaveList(
  deps: SchedulingDeps,
  { flowId, id }: Pick<BookingWait, 'flowId' | 'id'>,
): Promise<boolean> {
  const left = await deps.waits.remove(flowId, id);
  const held = left?.heldId == null ? null : await deps.bookings.find(left.heldId);
  if (held?.state === 'held') await deps.bookings.drop(held);
  return left !== null;
}
