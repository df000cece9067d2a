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
function sums({ quote, taxName, refunded }: OrderView): Html {
  const { currency, lines, discount, tax, taxIncluded, tip, total } = quote;
  const row = (label: string, units: number) =>
    html`<tr><th scope="row">${label}</th><td>${moneyText(currency, units)}</td></tr>`;
  const name = taxName === '' ? 'Tax' : taxName;
  return html`<table class="sums"><caption>What it comes to</caption><tbody>${lines.map(
    ({ label, quantity, amount }) => row(quantity === 1 ? label : `${quantity} × ${label}`, amount),
  )}${discount > 0 && row('Discount', -discount)}${tax > 0 && !taxIncluded && row(name, tax)}${
    tip > 0 && row('Tip', tip)
  }</tbody><tfoot>${row('Total', total)}${tax > 0 && taxIncluded && row(`${name}, included`, tax)}${
    refunded > 0 && row('Refunded', -refunded)
  }</tfoot></table>`;
}

const payLink = ({ payAt, quote }: OrderView): Html | null =>
  payAt === null
    ? null
    : html`<p><a class="pay" href="${payAt}" rel="noreferrer">Pay ${moneyText(quote.currency, quote.total)}</a></p>${sentence(
        'You pay on a page of Stripe, and come back here.',
      )}`;

const receiptLink = ({ receiptAt }: OrderView): Html | false =>
  receiptAt !== null && html`<p><a href="${receiptAt}" download>Download the receipt (PDF)</a></p>`;

function said(view: OrderView): Html | null {
  const { phase, isBack, isTaken, payAt, formAt } = view;
  const again = formAt !== null && html`<p><a href="${formAt}">Fill in the form again</a></p>`;
  if (phase === 'processing')
    return sentence(
      'It may take some days. Your answer counts once the money has arrived; you need not do anything.',
    );
  if (phase === 'paid')
    return sentence(
      isTaken
        ? 'Your answer was received. Keep the address of this page as your receipt.'
        : 'Your payment has arrived. Your answer is kept, and does not count yet: whoever made the form sees that. You need not do anything, and need not pay again. Keep the address of this page.',
    );
  if (phase === 'expired')
    return html`${sentence('It was not paid in time, and nothing was charged.')}${again}`;
  if (phase === 'abandoned')
    return html`${sentence(
      'Whoever made the form has ended it, for its payment could not be looked after. If you have paid, get in touch with them.',
    )}${again}`;
  if (phase === 'review')
    return sentence(
      'What arrived is not what this order comes to. Whoever made the form sees that, and gets in touch.',
    );
  const checking = isBack && sentence('If you have paid, this page shows it in a moment.');
  const late =
    payAt === null && view.notice === null && html`${sentence('It can no longer be paid.')}${again}`;
  return html`${checking}${late}`;
}

/** An order as whoever made it sees it. */
export function orderPage(view: OrderView): string {
  const { files, title, phase, live, notice } = view;
  const test = !live && html`<p class="test">Test: no money is moved.</p>`;
  const text = html`${sentence(title)}${test}${notice !== null && alert(notice)}${said(view)}${sums(view)}${receiptLink(view)}`;
  return message(files, headings[phase], text, phase === 'awaiting' ? payLink(view) : null);
}

/** The answer is kept, and counts once it is paid: the script leads on by itself. */
export const payNextPage = (files: PageFiles, formTitle: string, address: string): string =>
  message(
    files,
    'One more step',
    sentence(`Your answer to “${formTitle}” is kept, and counts once it is paid.`),
    html`<p><a href="${address}" data-redirect>Go on to the payment</a></p>`,
  );
