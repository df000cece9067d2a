import { isEmail } from '@weft/core';
import {
  type AnswerCharge,
  answerText,
  chargeOf,
  type EventLocation,
  fieldsOf,
  pagesOf,
  paymentInput,
  questionsOf,
  questionType,
  type Sent,
  turn,
  walk,
} from '@weft/forms';
import { bookingParts, formParts } from '@weft/public';
import type { BookingDetails } from './booking-details.ts';
import { textOf, type Visit } from './booking-visit.ts';

/** How many come: what is paid for each is paid so often. */
function withPeople({ published, offered }: Visit, sent: Sent): Sent {
  const question = questionsOf(published.content).find(
    ({ type }) => questionType(type).takesPayment === true,
  );
  const seats = textOf(sent, bookingParts.seats);
  if (question === undefined || offered.event.eventType !== 'group' || seats === '') return sent;
  return [...sent, [paymentInput.people(question), seats]];
}

/** The intake questions as they are asked of what was sent; null: there is no page of them. */
export function intake(visited: Visit, sent: Sent) {
  const { published, deps } = visited;
  const pages = pagesOf(published.content);
  const walked = walk(pages, withPeople(visited, sent), new Date(deps.now()).toISOString());
  const [step] = walked.steps;
  return step === undefined ? null : { pages, walked, step };
}

/** Whether answers have brought up questions that were not shown: without a script they could not be. */
export function bringsUpMore(visited: Visit, sent: Sent): boolean {
  const asked = intake(visited, sent);
  if (asked === null) return false;
  const shown = sent.flatMap(([name, id]) => (name === formParts.asked ? [id] : []));
  const move = { pageId: asked.step.page.id, go: 'next', asked: new Set(shown) };
  const next = turn(asked.walked, move);
  return next?.kind === 'show' && next.hasMore;
}

const mostGuests = 10;

/** Who proves one address does not book by another. */
const isOthers = ({ proven }: Pick<Visit, 'proven'>, email: string): boolean =>
  proven !== null && email.toLowerCase() !== proven.toLowerCase();
const provenOnly = (proven: string | null) => `Book by the address you have proved: ${proven}`;

interface Read {
  /** Null: nothing is to be paid. */
  readonly charge: AnswerCharge | null;
  readonly faults: ReadonlyMap<string, string>;
  readonly details: BookingDetails;
  readonly seats: number;
}

/** What was sent of a booking, with everything that is wrong with it. */
export function readDetails(visited: Visit, sent: Sent): Read {
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
  // Written as it is priced: `02` or `2e0` would hold two seats for the price of one.
  if (event.eventType === 'group' && (!/^[1-9]\d{0,3}$/.test(seatsText) || seats > event.maxSeats))
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
  const charged = chargeOf(
    step?.shown ?? [],
    withPeople(visited, sent),
    new Date(visited.deps.now()).toISOString(),
  );
  if (!charged.ok) for (const { path, reason } of charged.error) faults.set(path, reason);
  const charge = charged.ok ? charged.value : null;
  return { faults, seats, charge, details: { name, email, zone: wish.zone, guests, location, answers } };
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
