import { moneyText, type OrderPhase, type Quote } from '@weft/payments';
import { type Html, html } from '../html.ts';
import type { PageFiles } from '../page.ts';
import { alert, message, sentence } from './message-pages.ts';

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
  readonly every: string | null;
  /** What became of what is paid again and again; null: nothing yet. */
  readonly subscription: {
    readonly phase: 'active' | 'late' | 'ended';
    readonly endsOn: string | null;
  } | null;
  /** Where whoever pays looks after that; null: there is nothing to look after. */
  readonly portalAt: string | null;
  /** They have asked for it, and the account has no such page. */
  readonly hasNoPortal: boolean;
  /** Where it is cancelled; null: it cannot be now. */
  readonly cancelAt: string | null;
}

const headings: { readonly [P in OrderPhase]: string } = {
  awaiting: 'Your order',
  processing: 'Your bank is working on it',
  paid: 'Paid. Thank you!',
  expired: 'This order is over',
  abandoned: 'This order was ended',
  review: 'Your payment has to be looked at',
};

/** What an order comes to, line by line. */
function sums({ every, quote, taxName, refunded }: OrderView): Html {
  const { currency, lines, discount, tax, taxIncluded, tip, total } = quote;
  const row = (label: string, units: number) =>
    html`<tr><th scope="row">${label}</th><td>${moneyText(currency, units)}</td></tr>`;
  const name = taxName === '' ? 'Tax' : taxName;
  return html`<table class="sums"><caption>What it comes to</caption><tbody>${lines.map(
    ({ label, quantity, amount }) => row(quantity === 1 ? label : `${quantity} × ${label}`, amount),
  )}${discount > 0 && row('Discount', -discount)}${tax > 0 && !taxIncluded && row(name, tax)}${
    tip > 0 && row('Tip', tip)
  }</tbody><tfoot>${row(every === null ? 'Total' : `Total, each ${every}`, total)}${tax > 0 && taxIncluded && row(`${name}, included`, tax)}${
    refunded > 0 && row('Refunded', -refunded)
  }</tfoot></table>`;
}

const payLink = ({ payAt, quote, every }: OrderView): Html | null =>
  payAt === null
    ? null
    : html`<p><a class="pay" href="${payAt}" rel="noreferrer">Pay ${moneyText(quote.currency, quote.total)}${every !== null && ` each ${every}`}</a></p>${sentence(
        'You pay on a page of Stripe, and come back here.',
      )}`;

/** Whoever does not want it after all need not wait until it is over by itself. */
const cancelForm = ({ phase, cancelAt, booking, payAt }: OrderView): Html | false =>
  phase === 'awaiting' &&
  cancelAt !== null &&
  payAt !== null &&
  html`<form method="post" action="${cancelAt}"><button type="submit" class="quiet">${
    booking === null ? 'Cancel this order' : 'Cancel, and free the time'
  }</button></form>`;

/** What is paid again and again, and where it is ended. */
function goesOn({ subscription, portalAt, hasNoPortal }: OrderView): Html | false {
  if (subscription === null) return false;
  const { phase, endsOn } = subscription;
  const text =
    phase === 'ended'
      ? 'It has ended: nothing more is paid.'
      : endsOn !== null
        ? `It ends on ${endsOn}: nothing more is paid then.`
        : phase === 'late'
          ? 'Its last payment has failed. Stripe tries again, and writes to you.'
          : 'It goes on until you end it.';
  const ask =
    portalAt !== null &&
    !hasNoPortal &&
    html`<form method="post" action="${portalAt}"><button type="submit" class="quiet">See or end it at Stripe</button></form>`;
  return html`${sentence(text)}${
    hasNoPortal && alert('It cannot be ended from here: write to whoever made the form, and they end it.')
  }${ask}`;
}

const receiptLink = ({ receiptAt }: OrderView): Html | false =>
  receiptAt !== null && html`<p><a href="${receiptAt}" download>Download the receipt (PDF)</a></p>`;

function said(view: OrderView): Html | null {
  const { phase, isBack, isTaken, payAt, formAt, booking } = view;
  const again =
    formAt !== null &&
    html`<p><a href="${formAt}">${booking === null ? 'Fill in the form again' : 'Choose another time'}</a></p>`;
  if (phase === 'processing')
    return sentence(
      `It may take some days. ${
        booking === null ? 'Your answer counts' : 'The time is kept for you, and booked'
      } once the money has arrived; you need not do anything.`,
    );
  if (phase === 'paid') return booking === null ? paidAnswer(isTaken) : paidTime(isTaken, again);
  if (phase === 'expired')
    return html`${sentence(
      `It was not paid, and nothing was charged.${booking === null ? '' : ' The time is free again.'}`,
    )}${again}`;
  if (phase === 'abandoned')
    return html`${sentence(
      'Whoever made the form has ended it, for its payment could not be looked after. If you have paid, get in touch with them.',
    )}${again}`;
  if (phase === 'review')
    return sentence(
      'What arrived is not what this order comes to. Whoever made the form sees that, and gets in touch.',
    );
  const checking = isBack && sentence('If you have paid, this page shows it in a moment.');
  const kept =
    booking?.until != null &&
    payAt !== null &&
    sentence(`The time is kept for you until ${booking.until}. It is booked once you have paid.`);
  const late =
    payAt === null && view.notice === null && html`${sentence('It can no longer be paid.')}${again}`;
  return html`${checking}${kept}${late}`;
}

const paidAnswer = (isTaken: boolean): Html =>
  sentence(
    isTaken
      ? 'Your answer was received. Keep the address of this page as your receipt.'
      : 'Your payment has arrived. Your answer is kept, and does not count yet: whoever made the form sees that. You need not do anything, and need not pay again. Keep the address of this page.',
  );

/** Paid, and not booked: whoever is booked sees their booking instead. */
const paidTime = (isGivenBack: boolean, again: Html | false): Html =>
  isGivenBack
    ? html`${sentence(
        'Somebody else was booked for this time before your payment arrived. All of it is given back to the card or account it came from.',
      )}${again}`
    : sentence(
        'Your payment has arrived, and the time is not booked yet: whoever made the page sees that. You need not do anything, and need not pay again. Keep the address of this page.',
      );

function headingOf({ phase, booking, isTaken }: OrderView): string {
  if (booking === null || phase !== 'paid') return headings[phase];
  return isTaken ? 'This time was taken meanwhile' : 'Your payment has arrived';
}

/** An order as whoever made it sees it. */
export function orderPage(view: OrderView): string {
  const { files, title, phase, live, notice } = view;
  const test = !live && html`<p class="test">Test: no money is moved.</p>`;
  const when = view.booking?.when ?? null;
  const text = html`${sentence(title)}${when !== null && html`<p class="when">${when}</p>`}${test}${notice !== null && alert(notice)}${said(view)}${sums(view)}${phase === 'paid' && goesOn(view)}${receiptLink(view)}`;
  const ways = html`${payLink(view)}${cancelForm(view)}`;
  return message(files, headingOf(view), text, phase === 'awaiting' ? ways : null);
}

/** The answer is kept, and counts once it is paid: the script leads on by itself. */
export const payNextPage = (files: PageFiles, formTitle: string, address: string): string =>
  message(
    files,
    'One more step',
    sentence(`Your answer to “${formTitle}” is kept, and counts once it is paid.`),
    html`<p><a href="${address}" data-redirect>Go on to the payment</a></p>`,
  );
