import { type Interval, moneyText, type OrderPhase, type Quote, taxRows } from '@weft/payments';
import { alert } from '../alert.ts';
import { type Html, html } from '../html.ts';
import type { Say } from '../languages/words.ts';
import { type PageFiles, wordsOf } from '../page.ts';
import { message, sentence } from './message-pages.ts';

export interface OrderView {
  readonly files: PageFiles;
  /** Of the form. */
  readonly title: string;
  readonly phase: OrderPhase;
  readonly quote: Quote;
  readonly taxName: string;
  /** Whether it is paid with money. */
  readonly live: boolean;
  readonly refunded: number;
  /** Where it is paid; null: nowhere now. */
  readonly payAt: string | null;
  /** The receipt as a file; null: nothing is paid. */
  readonly receiptAt: string | null;
  /** Null: the form is not published any more. */
  readonly formAt: string | null;
  /** Whoever looks comes back from there. */
  readonly isBack: boolean;
  /** Its answer counts. */
  readonly isTaken: boolean;
  readonly notice: string | null;
  /** The time that it pays for, and until when it is kept; null: it pays for an answer. */
  readonly booking: { readonly when: string | null; readonly until: string | null } | null;
  /** How often it is paid; null: once. */
  readonly every: Interval | null;
  /** What became of what is paid again and again; null: nothing yet. */
  readonly subscription: {
    readonly phase: 'active' | 'late' | 'ended';
    readonly endsOn: string | null;
  } | null;
  /** Where whoever pays looks after that; null: there is nothing to look after. */
  readonly portalAt: string | null;
  /** They have asked for it, and the account has no such page. */
  readonly hasNoPortal: boolean;
  /** The card fields of this page; null: it is paid elsewhere. */
  readonly card: {
    /** What names the account to Stripe. */
    readonly key: string;
    /** Where the payment is asked for, where whoever has paid is led, and where it is paid without these fields. */
    readonly secretAt: string;
    readonly returnAt: string;
    readonly insteadAt: string;
  } | null;
  /** Where it is cancelled; null: it cannot be now. */
  readonly cancelAt: string | null;
}

const headings = {
  awaiting: 'order',
  processing: 'bankWorks',
  paid: 'paid',
  expired: 'orderOver',
  abandoned: 'orderEnded',
  review: 'toLookAt',
} as const satisfies { readonly [P in OrderPhase]: Parameters<Say>[0] };

/** What an order comes to, line by line. */
function sums({ files, every, quote, taxName, refunded }: OrderView): Html {
  const { say } = wordsOf(files);
  const { currency, lines, discount, taxIncluded, tip, total } = quote;
  const row = (label: string, units: number) =>
    html`<tr><th scope="row">${label}</th><td>${moneyText(currency, units)}</td></tr>`;
  const taxes = taxRows(quote, taxName || say('tax'));
  return html`<table class="sums"><caption>${say('comesTo')}</caption><tbody>${lines.map(
    ({ label, quantity, amount }) => row(quantity === 1 ? label : `${quantity} × ${label}`, amount),
  )}${discount > 0 && row(say('discount'), -discount)}${!taxIncluded && taxes.map(({ label, units }) => row(label, units))}${
    tip > 0 && row(say('tip'), tip)
  }</tbody><tfoot>${row(every === null ? say('total') : say('totalEach', say(every)), total)}${taxIncluded && taxes.map(({ label, units }) => row(say('included', label), units))}${
    refunded > 0 && row(say('refunded'), -refunded)
  }</tfoot></table>`;
}

function payLink({ files, payAt, quote, every }: OrderView): Html | null {
  if (payAt === null) return null;
  const { say } = wordsOf(files);
  const sum = moneyText(quote.currency, quote.total);
  const pay = say('pay', every === null ? sum : `${sum} ${say(every)}`);
  return html`<p><a class="pay" href="${payAt}" rel="noreferrer">${pay}</a></p>${sentence(say('payAtStripe'))}`;
}

/** The script of Stripe shows the fields; as long as it has not, and without scripts, it is paid on Stripe’s page. */
function cardFields({ files, card, quote }: OrderView): Html | null {
  if (card === null) return null;
  const { say, language } = wordsOf(files);
  const pay = say('pay', moneyText(quote.currency, quote.total));
  return html`<section class="card" aria-label="${pay}" hidden data-card data-key="${card.key}" data-amount="${quote.total}" data-currency="${quote.currency.toLowerCase()}" data-secret="${card.secretAt}" data-return="${card.returnAt}" data-language="${language}" data-scheme="${files.scheme ?? ''}" data-failed="${say('cardFailed')}"><div data-fields></div><p class="fault" role="alert"></p><button type="button" class="pay">${pay}</button>${sentence(say('cardToStripe'))}</section><form method="post" action="${card.insteadAt}" class="instead"><button type="submit" class="pay">${say('payOnStripe')}</button></form>`;
}

/** Whoever made a mistake has their answers back, and orders anew; what was ordered is ended. */
const changeForm = ({ files, phase, cancelAt, booking, payAt, card }: OrderView): Html | false =>
  phase === 'awaiting' &&
  cancelAt !== null &&
  booking === null &&
  (payAt !== null || card !== null) &&
  html`<form method="post" action="${cancelAt}?change"><button type="submit" class="quiet">${wordsOf(
    files,
  ).say('changeOrder')}</button></form>`;

/** Whoever does not want it after all need not wait until it is over by itself. */
const cancelForm = ({ files, phase, cancelAt, booking, payAt, card }: OrderView): Html | false =>
  phase === 'awaiting' &&
  cancelAt !== null &&
  (payAt !== null || card !== null) &&
  html`<form method="post" action="${cancelAt}"><button type="submit" class="quiet">${
    booking === null ? wordsOf(files).say('cancelOrder') : 'Cancel, and free the time'
  }</button></form>`;

/** What is paid again and again, and where it is ended. */
function goesOn({ files, subscription, portalAt, hasNoPortal }: OrderView): Html | false {
  if (subscription === null) return false;
  const { say } = wordsOf(files);
  const { phase, endsOn } = subscription;
  const text =
    phase === 'ended'
      ? say('subscriptionEnded')
      : endsOn !== null
        ? say('subscriptionEnds', endsOn)
        : phase === 'late'
          ? say('subscriptionLate')
          : say('subscriptionOn');
  const ask =
    portalAt !== null &&
    !hasNoPortal &&
    html`<form method="post" action="${portalAt}"><button type="submit" class="quiet">${say('portal')}</button></form>`;
  return html`${sentence(text)}${hasNoPortal && alert(say('noPortal'))}${ask}`;
}

const receiptLink = ({ files, receiptAt }: OrderView): Html | false =>
  receiptAt !== null && html`<p><a href="${receiptAt}" download>${wordsOf(files).say('receipt')}</a></p>`;

function said(view: OrderView): Html | null {
  const { files, phase, isBack, isTaken, formAt, booking } = view;
  const isPayable = view.payAt !== null || view.card !== null;
  const { say } = wordsOf(files);
  const again =
    formAt !== null &&
    html`<p><a href="${formAt}">${booking === null ? say('fillInAgain') : 'Choose another time'}</a></p>`;
  if (phase === 'processing')
    return sentence(
      booking === null
        ? say('someDays')
        : 'It may take some days. The time is kept for you, and booked once the money has arrived; you need not do anything.',
    );
  if (phase === 'paid')
    return booking === null
      ? sentence(say(isTaken ? 'paidTaken' : 'paidNotTaken'))
      : paidTime(isTaken, again);
  if (phase === 'expired')
    return html`${sentence(`${say('notPaid')}${booking === null ? '' : ' The time is free again.'}`)}${again}`;
  if (phase === 'abandoned') return html`${sentence(say('endedText'))}${again}`;
  if (phase === 'review') return sentence(say('reviewText'));
  const checking = isBack && view.card === null && sentence(say('inAMoment'));
  const kept =
    booking?.until != null &&
    isPayable &&
    sentence(`The time is kept for you until ${booking.until}. It is booked once you have paid.`);
  const late = !isPayable && view.notice === null && html`${sentence(say('noLongerPaid'))}${again}`;
  return html`${checking}${kept}${late}`;
}

/** Paid, and not booked: whoever is booked sees their booking instead. */
const paidTime = (isGivenBack: boolean, again: Html | false): Html =>
  isGivenBack
    ? html`${sentence(
        'Somebody else was booked for this time before your payment arrived. All of it is given back to the card or account it came from.',
      )}${again}`
    : sentence(
        'Your payment has arrived, and the time is not booked yet: whoever made the page sees that. You need not do anything, and need not pay again. Keep the address of this page.',
      );

function headingOf({ files, phase, booking, isTaken }: OrderView): string {
  if (booking === null || phase !== 'paid') return wordsOf(files).say(headings[phase]);
  return isTaken ? 'This time was taken meanwhile' : 'Your payment has arrived';
}

/** An order as whoever made it sees it. */
export function orderPage(view: OrderView): string {
  const { files, title, phase, live, notice } = view;
  const words = wordsOf(files);
  const test = !live && html`<p class="test">${words.say('testOrder')}</p>`;
  const when = view.booking?.when ?? null;
  const text = html`${sentence(title)}${when !== null && html`<p class="when">${when}</p>`}${test}${notice !== null && alert(words.sentence(notice))}${said(view)}${sums(view)}${phase === 'paid' && goesOn(view)}${receiptLink(view)}`;
  const ways = html`${cardFields(view)}${payLink(view)}${changeForm(view)}${cancelForm(view)}`;
  return message(files, headingOf(view), text, phase === 'awaiting' ? ways : null);
}

/** Leads on to where what is paid again and again is looked after: a form of ours is sent to no other site. */
export function portalPage(files: PageFiles, address: string): string {
  const { say } = wordsOf(files);
  const link = html`<p><a class="pay" href="${address}" rel="noreferrer">${say('portal')}</a></p>`;
  return message(files, say('portal'), link, null);
}

/** The answer is kept, and counts once it is paid: the script leads on by itself. */
export function payNextPage(files: PageFiles, formTitle: string, address: string): string {
  const { say } = wordsOf(files);
  return message(
    files,
    say('oneMore'),
    sentence(say('oneMoreText', formTitle)),
    html`<p><a href="${address}" data-redirect>${say('toPayment')}</a></p>`,
  );
}
