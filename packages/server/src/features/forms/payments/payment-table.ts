import { defaultTemplate } from '@weft/core';
import type { PaymentOrderRow, SubscriptionSum } from '@weft/db';
import { sheetColumn } from '@weft/imports';
import { plainText } from '@weft/payments';
import { must } from '@weft/std';

/** What of an order came in, and what was given back of it, in units. */
interface Received {
  readonly payments: number;
  readonly paid: number;
  readonly refunded: number;
  readonly lost: number;
}

/** A row of an export: an order, and what came in by it. */
export interface PaymentRow extends Received {
  readonly order: PaymentOrderRow;
}

/** As the totals of the form count it. */
export function paymentRow(order: PaymentOrderRow, sum: SubscriptionSum | undefined): PaymentRow {
  const { phase, total, refunded, dispute } = order;
  if (phase !== 'paid') return { order, payments: 0, paid: 0, refunded: 0, lost: 0 };
  return {
    order,
    payments: sum?.payments ?? 1,
    paid: Math.max(total, sum?.paid ?? 0),
    refunded: refunded + (sum?.refundedLater ?? 0),
    lost: dispute === 'lost' ? total - refunded : 0,
  };
}

interface PaymentColumn {
  /** As people read it. */
  readonly label: string;
  /** As programs do. */
  readonly key: string;
  /** Money is in units of the order's currency. */
  readonly kind: 'text' | 'count' | 'money' | 'moment';
  /** Characters in a sheet. */
  readonly width: number;
  readonly cell: (row: PaymentRow) => string | number;
}

const text = (label: string, key: string, width: number, cell: PaymentColumn['cell']): PaymentColumn => ({
  ...{ label, key, kind: 'text', width, cell },
});
const money = (label: string, key: string, cell: PaymentColumn['cell']): PaymentColumn => ({
  ...{ label, key, kind: 'money', width: 12, cell },
});

const linesOf = ({ quote }: PaymentOrderRow): string =>
  quote.lines.map(({ label, quantity }) => `${quantity} × ${label}`).join('\n');

const taxIs = ({ quote: { tax, taxIncluded } }: PaymentOrderRow): string => {
  if (tax === 0) return '';
  return taxIncluded ? 'included' : 'added';
};

/** The columns of an export of payments. */
export const paymentColumns: readonly PaymentColumn[] = [
  {
    ...{ label: 'Ordered', key: 'orderedAt', kind: 'moment', width: 22 },
    cell: ({ order }) => order.createdAt,
  },
  text('Email', 'email', 28, ({ order }) => order.email ?? ''),
  text('Order', 'lines', 40, ({ order }) => linesOf(order)),
  money('Subtotal', 'subtotal', ({ order }) => order.quote.subtotal),
  money('Discount', 'discount', ({ order }) => order.quote.discount),
  money('Tax', 'tax', ({ order }) => order.quote.tax),
  text('Tax is', 'taxIs', 10, ({ order }) => taxIs(order)),
  money('Tip', 'tip', ({ order }) => order.quote.tip),
  money('Total', 'total', ({ order }) => order.total),
  text('Currency', 'currency', 10, ({ order }) => order.currency),
  text('State', 'state', 12, ({ order }) => order.phase),
  text('Repeats', 'repeats', 10, ({ order }) => order.every ?? ''),
  { label: 'Payments', key: 'payments', kind: 'count', width: 10, cell: ({ payments }) => payments },
  money('Paid', 'paid', ({ paid }) => paid),
  money('Refunded', 'refunded', ({ refunded }) => refunded),
  text('Dispute', 'dispute', 10, ({ order }) => (order.dispute === 'none' ? '' : order.dispute)),
  money('Lost in a dispute', 'lost', ({ lost }) => lost),
  money('Received', 'received', ({ paid, refunded, lost }) => paid - refunded - lost),
  text('Mode', 'mode', 8, ({ order }) => (order.live ? 'live' : 'test')),
  text('Order id', 'orderId', 28, ({ order }) => order.id),
  text(
    ...(['Stripe id', 'stripeId', 32] as const),
    ({ order }) => order.paymentId ?? order.intentId ?? order.checkoutId ?? '',
  ),
];

const { format: momentFormat, value: momentValue } = sheetColumn('datetime');
const momentLook = must(defaultTemplate('datetime'), 'how moments are shown');

/** How a sheet shows the cells of a column, whose amounts have so many digits behind the point. */
export function sheetFormat({ kind }: PaymentColumn, digits: number): string {
  if (kind === 'text') return '@';
  if (kind === 'moment') return momentFormat(momentLook);
  return kind === 'count' || digits === 0 ? '0' : `0.${'0'.repeat(digits)}`;
}

/** A cell of a sheet: amounts are its numbers, moments its dates. */
export function sheetValue({ kind, cell }: PaymentColumn, row: PaymentRow): string | number | boolean | null {
  const value = cell(row);
  if (kind === 'money') return Number(plainText(row.order.currency, Number(value)));
  return kind === 'moment' ? (momentValue?.(value) ?? String(value)) : value;
}

/** A cell as text: of amounts all digits that their currency has. */
export function plainValue({ kind, cell }: PaymentColumn, row: PaymentRow): string {
  const value = cell(row);
  return kind === 'money' ? plainText(row.order.currency, Number(value)) : String(value);
}

/** A row as JSON, its amounts with all digits that their currency has. */
export const jsonOf = (row: PaymentRow): string =>
  `{${paymentColumns
    .map((column) => {
      const value = plainValue(column, row);
      const isNumber = column.kind === 'money' || column.kind === 'count';
      return `${JSON.stringify(column.key)}:${isNumber ? value : JSON.stringify(value)}`;
    })
    .join(',')}}`;
