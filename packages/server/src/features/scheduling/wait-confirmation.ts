import { isEmail, isTimeZone } from '@weft/core';
import type { BookingWait, NewWait } from '@weft/db';
import { noBookingPage, type PageFiles, waitStatePage, wordsOf } from '@weft/public';
import { isId } from '@weft/std';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { originAt } from '../../http/own-domains.ts';
import { serveReply } from '../../http/serve.ts';
import type { SchedulingDeps } from './deps.ts';
import { filesIn, linkedPageAnswer, mountLinkedForms } from './linked-pages.ts';
import type { FindEvent, OfferedEvent } from './offered-event.ts';
import { mostWaiting, waitAddress, waitText } from './waiting.ts';

/** Milliseconds for which the link of a mail puts somebody on a waiting list. */
const linkLasts = 24 * 3_600_000;

const time = z.number().int().nonnegative();
const sealed = z.tuple([
  z.string().refine((id) => isId('bok', id)),
  z.string(),
  z.string().min(1).max(200),
  z.string().refine(isEmail),
  z.string().refine(isTimeZone),
  time,
  time,
  time,
  time,
]);

type Deps = Pick<SchedulingDeps, 'baseUrl' | 'bookingKeys' | 'mailer' | 'now' | 'waits'>;

/** What the link says is the whole wish: nothing is kept of those who do not confirm it, so that no stranger fills the list. */
function sealWait({ bookingKeys }: Pick<Deps, 'bookingKeys'>, wanted: NewWait, until: number): string {
  const { id, flowId, name, email, zone, from, to, durationMins } = wanted;
  return bookingKeys.seal(JSON.stringify([id, flowId, name, email, zone, from, to, durationMins, until]));
}

/** Null: the link was not made here. */
function openWait(
  { bookingKeys }: Pick<Deps, 'bookingKeys'>,
  code: string,
): (NewWait & { readonly until: number }) | null {
  const text = bookingKeys.open(code);
  const read = text === null ? null : sealed.safeParse(JSON.parse(text));
  if (!read?.success) return null;
  const [id, flowId, name, email, zone, from, to, durationMins, until] = read.data;
  return { id, flowId, name, email, zone, from, to, durationMins, until };
}

/** Mails the link that puts somebody on the list. False: their address was sent too many lately. */
export function mailConfirmation(deps: Deps, offered: OfferedEvent, wanted: NewWait): Promise<boolean> {
  const { publicIdentifier, domain, title } = offered;
  const until = Math.min(deps.now() + linkLasts, wanted.to);
  const path = `/t/${publicIdentifier}/wait/${sealWait(deps, wanted, until)}`;
  const mail = {
    to: wanted.email,
    subject: `Confirm that you want to wait: ${title}`.replace(/\s+/g, ' ').slice(0, 200),
    text: [
      ...['Somebody, you we hope, asked to be put on a waiting list.', '', title, waitText(wanted), ''],
      ...['You are on it once you confirm it here, within a day:', ''],
      ...[new URL(path, originAt(deps.baseUrl(), domain)).href, ''],
      ...['If it was not you, do nothing: nothing is kept.', ''],
    ].join('\n'),
  };
  return deps.mailer.sendWith(mail, async () => {});
}

/** Puts somebody on the list, and mails them the link to it; null: it is full. */
export async function putOnList(
  deps: Deps,
  offered: OfferedEvent,
  wanted: NewWait,
): Promise<BookingWait | null> {
  const wait = await deps.waits.add(wanted, mostWaiting, deps.now());
  if (wait === null) return null;
  // Whoever is on the list already finds out nothing by asking again: the link goes to the address alone.
  await deps.mailer.send({
    to: wait.email,
    subject: `You are on the waiting list: ${offered.title}`.replace(/\s+/g, ' ').slice(0, 200),
    text: [
      ...['You are on the waiting list.', '', offered.title, waitText(wait), ''],
      ...['Once it is free you get a mail, and an hour to take it.', ''],
      ...['See where you stand, or leave the list:', waitAddress(deps, offered, wait), ''],
    ].join('\n'),
  });
  return wait;
}

/** The page of the mailed link. Programs that look at mails open links: the press puts somebody on the list. */
export function mountConfirming(
  app: FastifyInstance,
  deps: SchedulingDeps,
  files: PageFiles,
  findEvent: FindEvent,
): void {
  const answer = linkedPageAnswer(deps);
  const find = async (code: string) => {
    const wanted = openWait(deps, code);
    const offered = wanted && (await findEvent(wanted.flowId));
    return wanted === null || offered === null ? null : { wanted, offered };
  };
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>;
  const isOver = ({ wanted, offered }: Found) => wanted.until <= deps.now() || !offered.event.waitingList;
  const say = (
    reply: FastifyReply,
    status: number,
    { wanted, offered }: Found,
    { heading, text, action = null }: { heading: string; text: string; action?: string | null },
  ) =>
    answer(
      reply,
      status,
      waitStatePage({
        ...{ files: filesIn(files, offered), heading, text, action, title: offered.title },
        offer: waitText(wanted, wordsOf(filesIn(files, offered))),
        ...{ again: `/t/${offered.publicIdentifier}`, joins: true },
      }),
      offered,
    );
  const pathOf = ({ offered }: Found, { id }: BookingWait) =>
    `/t/${offered.publicIdentifier}/waiting/${deps.bookingKeys.code(id)}`;
  const over = {
    heading: 'This link is too old',
    text: 'You are not on the waiting list. Look at the times again, and ask to wait once more.',
  };

  serveReply(app, 'GET /t/:publicIdentifier/wait/:code', async ({ request, reply, path }) => {
    const found = await find(path.code);
    if (found === null) return answer(reply, 404, noBookingPage(files));
    const known = await deps.waits.find(found.wanted.id);
    if (known !== null) return reply.redirect(pathOf(found, known), 303);
    if (isOver(found)) return say(reply, 410, found, over);
    return say(reply, 200, found, {
      heading: 'Join the waiting list?',
      text: 'Once it is free you get a mail, and an hour to take it.',
      action: request.url,
    });
  });

  mountLinkedForms(app, (scope) => {
    serveReply(scope, 'POST /t/:publicIdentifier/wait/:code', async ({ reply, path }) => {
      const found = await find(path.code);
      if (found === null) return answer(reply, 404, noBookingPage(files));
      const { wanted, offered } = found;
      const known = await deps.waits.find(wanted.id);
      if (known === null && isOver(found)) return say(reply, 410, found, over);
      const wait = known ?? (await putOnList(deps, offered, wanted));
      if (wait !== null) return reply.redirect(pathOf(found, wait), 303);
      return say(reply, 409, found, {
        heading: 'The waiting list is full',
        text: 'You are not on it. Look for another time.',
      });
    });
  });
}
