import { plainText } from '@weft/payments';
import { currencyIn, type Payment, phaseText } from './payment-queries.ts';

const heads = [
  ...['Date', 'Email', 'Ordered', 'Subtotal', 'Discount', 'Tax', 'Tip', 'Total', 'Refunded', 'Currency'],
  ...['State', 'Dispute', 'Mode', 'Paid by subscription', 'Order', 'Payment at Stripe'],
];

/** A cell that no sheet takes for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function row(payment: Payment): readonly string[] {
  const { createdAt, email, lines, discount, tax, tip, total, refunded, phase, dispute, live } = payment;
  const { subscription, id, paymentId } = payment;
  const currency = currencyIn(payment);
  const amount = (units: number) => plainText(currency, units);
  const subtotal = lines.reduce((all, line) => all + line.amount, 0);
  return [
    ...[createdAt, email ?? '', lines.map(({ label, quantity }) => `${quantity} × ${label}`).join(', ')],
    ...[subtotal, discount, tax, tip, total].map(amount),
    amount(refunded + (subscription?.refundedLater ?? 0)),
    ...[currency, phaseText[phase], dispute === 'none' ? '' : dispute, live ? 'live' : 'test'],
    ...[subscription === null ? '' : amount(subscription.paid), id, paymentId ?? ''],
  ];
}

/** Payments as a table of a line each; amounts are plain numbers with the digits of their currency. */
export const paymentsCsv = (payments: readonly Payment[]): string =>
  [heads, ...payments.map(row)].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
