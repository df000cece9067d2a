import {
  amountOf,
  type Coupon,
  type CurrencyCode,
  couponOf,
  currencyCodes,
  decimal,
  type Interval,
  intervals,
  isCurrency,
  moneyText,
  type Order,
  plainText,
  type Quote,
  quote,
  readCoupons,
  readPrice,
  shownDecimals,
} from '@weft/payments';
import { err, ok, type Result } from '@weft/std';
import type { Choice, Question, Reading, TextsOf } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { fault, noAnswer, partField, shape } from '../reading.ts';
import { dayIn, isOn, numberOf, textOf } from '../settings.ts';

/** Of one product in one order. */
export const mostOfProduct = 999;
const mostProducts = 100;

/** Under which further things are sent: how many of a product, the amount, the tip, the coupon. */
export const paymentInput = {
  quantity: ({ id }: Pick<Question, 'id'>, product: Pick<Choice, 'id'>): string => `${id}_${product.id}`,
  amount: ({ id }: Pick<Question, 'id'>): string => `${id}_amount`,
  tip: ({ id }: Pick<Question, 'id'>): string => `${id}_tip`,
  coupon: ({ id }: Pick<Question, 'id'>): string => `${id}_coupon`,
  /** How many people a booking is for: no question, so that only the page that is booked says it. */
  people: ({ id }: Pick<Question, 'id'>): string => `${id}_people`,
};

/** Whether cards are taken on our own page: what repeats is paid on Stripe’s. */
export const takesCardOnPage = (question: Pick<Question, 'settings'>): boolean =>
  isOn(question, 'cardOnPage') && everyOf(question) === null;

/** Stands in the place of coupons, which are their maker's affair, wherever a question is sent to a browser. */
const hasCoupons = 'hasCoupons';

export const currencyOf = (question: Pick<Question, 'settings'>): CurrencyCode => {
  const code = textOf(question, 'currency');
  return isCurrency(code) ? code : 'USD';
};

/** How often it is paid; null: once. */
export const everyOf = (question: Pick<Question, 'settings'>): Interval | null =>
  intervals.find((interval) => interval === textOf(question, 'every')) ?? null;

export const takesCoupon = (question: Pick<Question, 'settings'>): boolean =>
  isOn(question, hasCoupons) || textOf(question, 'coupons').trim() !== '';

/** The question as anybody may see it. */
export function withoutCoupons<Q extends Pick<Question, 'settings'>>(question: Q): Q {
  const { coupons, ...settings } = question.settings;
  const isOffered = typeof coupons === 'string' && coupons.trim() !== '';
  return coupons === undefined
    ? question
    : { ...question, settings: { ...settings, ...(isOffered && { [hasCoupons]: true }) } };
}

/** A price that its author wrote, in units; null: none is set. */
export function priceOf(question: Pick<Question, 'settings'>, text: string | undefined): number | null {
  const read = readPrice(currencyOf(question), text ?? '');
  return read.ok ? read.value : null;
}

/** What somebody is to pay, by the question and what they sent. */
export interface PaymentOrder {
  readonly quote: Quote;
  /** Products of which something is ordered. */
  readonly products: readonly { readonly choice: Choice; readonly quantity: number }[];
  readonly coupon: Coupon | null;
}

type Line = Order['lines'][number];

type LineTaxes = Pick<Line, 'taxes' | 'rate'>;

/** Taxes of one product, in per cent, added up where there are several: `7`, or `5 + 9.975`; null: they cannot be read. */
export function readTaxes(text: string): LineTaxes | null {
  const parts = text.split('+').map((part) => decimal(part.trim().replace(',', '.')));
  const taxes = parts.filter((part) => part !== null);
  const isRead = taxes.length === parts.length && parts.length <= 3;
  if (!isRead || taxes.some(({ n, d }) => n > 100n * d)) return null;
  const above = taxes.filter(({ n }) => n > 0n);
  return {
    taxes: above,
    rate: text
      .replaceAll(',', '.')
      .replace(/\s*\+\s*/g, ' + ')
      .trim(),
  };
}

/** Taxes of what has none of its own. */
const taxesOf = (question: Pick<Question, 'settings'>): LineTaxes => {
  const rate = numberOf(question, 'taxRate') ?? 0;
  const read = decimal(rate.toFixed(4));
  return rate > 0 && read !== null ? { taxes: [read], rate: String(rate) } : { taxes: [] };
};

/** The rates that products of a question have, each once, as people read them. */
export const ratesOf = (question: Pick<Question, 'choices' | 'settings'>): readonly string[] => {
  const usual = taxesOf(question);
  const own = question.choices.map(({ taxRate }) =>
    taxRate === undefined ? usual : (readTaxes(taxRate) ?? usual),
  );
  const all = (own.length === 0 ? [usual] : own).flatMap(({ taxes, rate }) =>
    taxes.length === 0 || rate === undefined ? [] : [rate],
  );
  return [...new Set(all)];
};

function readQuantity(text: string | undefined, { label }: Choice): Result<number> {
  if (text === undefined) return ok(0);
  if (!/^\d{1,3}$/.test(text))
    return err(`Say how many of ‘${label}’ as a whole number from 0 to ${mostOfProduct}`);
  return ok(Number(text));
}

/** The amount that somebody chooses, within its bounds; null: they chose none. */
function readAmount(question: Question, text: string | undefined): Result<number | null> {
  if (text === undefined) return ok(null);
  const currency = currencyOf(question);
  const read = readPrice(currency, text);
  if (!read.ok) return read;
  const least = priceOf(question, textOf(question, 'least'));
  const most = priceOf(question, textOf(question, 'most'));
  if (least !== null && read.value < least) return err(`Pay ${moneyText(currency, least)} or more`);
  if (most !== null && read.value > most) return err(`Pay ${moneyText(currency, most)} or less`);
  return read;
}

/** What somebody is to pay; null: nothing was chosen. `at` is now, ISO 8601 UTC. The error is a sentence. */
export function paymentOrder(question: Question, textsOf: TextsOf, at: string): Result<PaymentOrder | null> {
  const currency = currencyOf(question);
  const taxes = taxesOf(question);
  const first = (id: string): string | undefined => textsOf(id)[0];
  const lines: Line[] = [];
  const lineOf = (label: string, units: number, quantity: number, own = taxes): Line => ({
    ...{ label, price: amountOf(currency, units), quantity, ...own },
  });
  const products: { choice: Choice; quantity: number }[] = [];
  const fixed = priceOf(question, textOf(question, 'price'));
  // What was published and cannot be read is sold to nobody: for nothing least of all.
  const priceless = [textOf(question, 'price').trim(), ...question.choices.map(({ price }) => price ?? '')];
  if (priceless.some((text) => text !== '' && priceOf(question, text) === null))
    return err('A price of this order cannot be read: tell whoever made the form. Nothing was charged');
  const people = first(paymentInput.people(question)) ?? '1';
  if (fixed !== null)
    lines.push(lineOf(question.label, fixed, /^[1-9]\d{0,3}$/.test(people) ? Number(people) : 1));
  for (const choice of question.choices) {
    const quantity = readQuantity(first(paymentInput.quantity(question, choice)), choice);
    if (!quantity.ok) return quantity;
    if (quantity.value === 0) continue;
    if (choice.isFull === true) return err(`‘${choice.label}’ is sold out`);
    products.push({ choice, quantity: quantity.value });
    const own = choice.taxRate === undefined ? taxes : readTaxes(choice.taxRate);
    if (own === null)
      return err('A tax of this order cannot be read: tell whoever made the form. Nothing was charged');
    lines.push(lineOf(choice.label, priceOf(question, choice.price) ?? 0, quantity.value, own));
  }
  if (isOn(question, 'open')) {
    const amount = readAmount(question, first(paymentInput.amount(question)));
    if (!amount.ok) return amount;
    if (amount.value !== null && amount.value > 0) lines.push(lineOf(question.label, amount.value, 1));
  }
  if (lines.length === 0) return ok(null);
  const tip = readPrice(currency, first(paymentInput.tip(question)) ?? '0');
  if (isOn(question, 'tip') && !tip.ok) return tip;
  const code = first(paymentInput.coupon(question));
  const coupons = readCoupons(textOf(question, 'coupons'), currency);
  const coupon =
    code === undefined || isOn(question, hasCoupons)
      ? ok(null)
      : couponOf(
          coupons.ok ? coupons.value : [],
          code,
          dayIn(textOf(question, 'couponZone') || 'UTC', at) ?? at.slice(0, 10),
        );
  if (!coupon.ok) return coupon;
  const off = coupon.value?.off;
  const quoted = quote({
    ...{ currency, lines, taxIncluded: isOn(question, 'taxIncluded') },
    percentOff: off?.kind === 'rate' ? [off.percent] : [],
    unitsOff: off?.kind === 'units' ? off.units : 0,
    tip: isOn(question, 'tip') && tip.ok ? { kind: 'units', units: tip.value } : { kind: 'none' },
  });
  return quoted.ok ? ok({ quote: quoted.value, products, coupon: coupon.value }) : quoted;
}

/** What was ordered, a line each, as the answer keeps it. */
function orderText(
  { quote: { currency, lines, tip, discount }, coupon }: PaymentOrder,
  every: Interval | null,
): string {
  const rows = lines.map(
    ({ label, quantity, amount }) => `${quantity} × ${label}: ${moneyText(currency, amount)}`,
  );
  if (coupon !== null) rows.push(`Coupon ${coupon.code}: ${moneyText(currency, -discount)}`);
  if (tip > 0) rows.push(`Tip: ${moneyText(currency, tip)}`);
  if (every !== null) rows.push(`Paid each ${every}`);
  return rows.join('\n');
}

function readPayment(question: Question, textsOf: TextsOf, at: string): Reading {
  const { id, parts, required } = question;
  const order = paymentOrder(question, textsOf, at);
  if (!order.ok) return fault(id, order.error);
  if (order.value === null) return required ? fault(id, 'Choose what you want to pay for') : noAnswer;
  const { currency, total } = order.value.quote;
  const items = parts.find(({ name }) => name === 'items');
  const values = new Map<string, number | string>();
  if (items !== undefined) values.set(items.id, orderText(order.value, everyOf(question)).slice(0, 10_000));
  values.set(id, Number(plainText(currency, total)));
  return { values, faults: new Map() };
}

/** What is wrong with a tax that cannot be read. */
export const taxFault = 'Write per cent as a number like 7, or several as 5 + 9.975';

function settingsFault(question: Question): string | null {
  const currency = currencyOf(question);
  const priced = (name: string, what: string): string | null => {
    const text = textOf(question, name).trim();
    const read = text === '' ? null : readPrice(currency, text);
    return read === null || read.ok ? null : `${what}: ${read.error}`;
  };
  const wrong = priced('price', 'the price') ?? priced('least', 'the least') ?? priced('most', 'the most');
  if (wrong !== null) return wrong;
  const { choices } = question;
  const hasPrice = textOf(question, 'price').trim() !== '';
  if (!hasPrice && choices.length === 0 && !isOn(question, 'open'))
    return 'set a price, add products, or let people choose the amount';
  if (choices.length > mostProducts) return `at most ${mostProducts} products`;
  for (const { label, price } of choices) {
    const read = readPrice(currency, price ?? '');
    if (!read.ok) return `the price of ‘${label}’: ${price === undefined ? 'set it first' : read.error}`;
  }
  const untaxed = choices.find(({ taxRate }) => taxRate !== undefined && readTaxes(taxRate) === null);
  if (untaxed !== undefined) return `the tax of ‘${untaxed.label}’: ${taxFault}`;
  const [least, most] = ['least', 'most'].map((name) => priceOf(question, textOf(question, name)));
  if (least != null && most != null && least > most) return 'the least is more than the most';
  const rate = numberOf(question, 'taxRate');
  if (rate !== null && (rate < 0 || rate > 100)) return 'tax is between 0 and 100 per cent';
  const coupons = readCoupons(textOf(question, 'coupons'), currency);
  return coupons.ok ? null : coupons.error;
}

/** Takes money: what it comes to is computed here, in the browser to show it and on the server to decide it. */
export const payment: QuestionType = {
  label: 'Payment',
  takesPayment: true,
  settings: {
    currency: {
      kind: 'pick',
      label: 'Currency',
      options: currencyCodes.map((value) => ({ value, label: value })),
    },
    every: {
      kind: 'pick',
      label: 'How often it is paid',
      options: [
        { value: 'once', label: 'Once' },
        ...intervals.map((interval) => ({ value: interval, label: `Each ${interval}` })),
      ],
      hint: 'What is paid again and again goes on until you or whoever pays ends it. All of it repeats, tax and tip too.',
    },
    cardOnPage: {
      ...{ kind: 'flag', label: 'Take cards on your own page' },
      hint: 'The account needs a publishable key. Where the script of Stripe cannot be loaded, and for what repeats, people pay on a page of Stripe.',
    },
    price: {
      kind: 'text',
      label: 'Fixed price',
      hint: 'Paid by everybody; where several people book a time together, for each. Leave it empty to sell products, or an open amount.',
      maxLength: 20,
    },
    open: { kind: 'flag', label: 'People choose the amount' },
    least: { kind: 'text', label: 'At least', hint: 'Of an amount that people choose.', maxLength: 20 },
    most: { kind: 'text', label: 'At most', hint: 'Of an amount that people choose.', maxLength: 20 },
    taxName: {
      kind: 'text',
      isSaid: true,
      label: 'Name of the tax',
      hint: 'As in VAT; ‘Tax’ unless set.',
      maxLength: 40,
    },
    taxRate: {
      kind: 'number',
      label: 'Tax in per cent',
      hint: 'Of whatever has no tax of its own beside its price.',
    },
    taxIncluded: { kind: 'flag', label: 'Prices include the tax' },
    tip: { kind: 'flag', label: 'Ask for a tip' },
    coupons: {
      kind: 'text',
      lines: 'many',
      label: 'Coupons',
      maxLength: 5_000,
      hint: 'One a line: SPRING 10%, or SPRING 5.00 from 2030-03-01 until 2030-05-31 50 uses. Days begin and end in the time zone below',
    },
    couponZone: {
      kind: 'zone',
      label: 'Time zone of coupons',
      hint: 'Their days begin at midnight there.',
    },
  },
  choices: { heading: 'Products', initial: [], isOpen: true, mayBeNone: true },
  parts: { heading: 'Parts', initial: [{ name: 'items', label: 'Order' }], isOpen: false },
  fault: settingsFault,
  fields: (question) => [
    {
      ...{ id: question.id, name: question.label },
      ...shape('currency', {
        currencySymbol: currencyOf(question),
        decimalPlaces: shownDecimals(currencyOf(question)),
      }),
    },
    ...question.parts.map((part) => partField(question, part, shape('long_text'))),
  ],
  inputs: (question) => [
    ...question.choices.map((choice) => ({
      ...{ id: paymentInput.quantity(question, choice), name: choice.label },
    })),
    { id: paymentInput.amount(question), name: 'Amount' },
    { id: paymentInput.tip(question), name: 'Tip' },
    { id: paymentInput.coupon(question), name: 'Coupon' },
  ],
  read: (question, textsOf, { at }) => readPayment(question, textsOf, at),
  samples: [
    {
      settings: { price: '12.50', currency: 'EUR' },
      sent: {},
      gives: { '': 12.5, 0: '1 × payment: EUR 12.50' },
    },
    { settings: { open: true, least: '5', currency: 'EUR' }, sent: {}, gives: {} },
    {
      settings: { price: '0.20', currency: 'EUR' },
      sent: {},
      gives: 'The least that can be paid is EUR 0.50',
    },
  ],
};
