import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CurrencyCode,
  currencyCodes,
  fraction,
  moneyText,
  plainText,
  readPrice,
  stepOf,
} from './money.ts';
import { type Charge, type Facts, newOrderState, stateRead, together } from './order-state.ts';
import { quote } from './quote.ts';
import {
  type InvoiceState,
  invoiceTogether,
  paidBy,
  type SubscriptionState,
  subscriptionTogether,
} from './subscription-state.ts';

const code = fc.constantFrom<CurrencyCode>(...currencyCodes);
const cents = (most: number) => fc.integer({ min: 0, max: most }).map((units) => fraction(units, 1_000));
const percents = fc.integer({ min: 0, max: 100_000 }).map((one) => fraction(one, 1_000));
const lines = fc.array(
  fc.record({
    label: fc.constant('Line'),
    price: cents(2_000_000),
    quantity: fc.integer({ min: 0, max: 20 }),
    taxes: fc.array(percents, { maxLength: 2 }),
  }),
  { maxLength: 8 },
);
const orders = fc.record({
  currency: code,
  lines,
  percentOff: fc.array(percents, { maxLength: 2 }),
  unitsOff: fc.integer({ min: 0, max: 1_000 }).map((steps) => steps * 1_000),
  taxIncluded: fc.boolean(),
  tip: fc.oneof(
    fc.constant({ kind: 'none' } as const),
    percents.map((percent) => ({ kind: 'rate', percent }) as const),
  ),
});

describe('laws of payments', () => {
  it('P1: the parts of an order are its total, none is negative, and all can be paid', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const quoted = quote(order);
        if (!quoted.ok) return;
        const { lines: parts, discount, tax, taxIncluded, tip, total, subtotal } = quoted.value;
        const sum = (of: (part: (typeof parts)[number]) => number) =>
          parts.reduce((all, part) => all + of(part), 0);
        expect(sum(({ amount }) => amount)).toBe(subtotal);
        expect(sum((part) => part.discount)).toBe(discount);
        expect(sum((part) => part.tax)).toBe(tax);
        expect(subtotal - discount + (taxIncluded ? 0 : tax) + tip).toBe(total);
        const all = [total, discount, tax, tip, ...parts.map((part) => part.amount - part.discount)];
        for (const units of all) {
          expect(units).toBeGreaterThanOrEqual(0);
          expect(units % stepOf(order.currency)).toBe(0);
        }
      }),
    );
  });

  it('M3: an amount that is written as it is shown is read as it was', () => {
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 900_000 }), (currency, steps) => {
        const units = steps * stepOf(currency);
        expect(readPrice(currency, plainText(currency, units))).toEqual({ ok: true, value: units });
        expect(moneyText(currency, units).startsWith(`${currency} `)).toBe(true);
        // As people read it on our pages, and copy it from there.
        expect(readPrice(currency, moneyText(currency, units))).toEqual({ ok: true, value: units });
      }),
    );
  });

  const charge: Charge = { orderId: 'one', total: 1_450, currency: 'EUR', live: false };
  const facts = fc.oneof(
    fc.record({ isOver: fc.boolean(), payment: fc.constant(null) }),
    fc.record({
      isOver: fc.boolean(),
      payment: fc.record({
        status: fc.constantFrom('unpaid' as const, 'processing' as const, 'succeeded' as const),
        orderId: fc.constantFrom('one', 'one', 'other'),
        amount: fc.constantFrom(1_450, 1_450, 1),
        currency: fc.constantFrom('eur', 'EUR', 'usd'),
        live: fc.boolean(),
        refunded: fc.integer({ min: 0, max: 2_000 }),
        dispute: fc.constantFrom('none' as const, 'open' as const, 'won' as const, 'lost' as const),
      }),
    }),
  );

  it('O1, O2: readings come to the same in any order and however often, and what was paid stays paid', () => {
    const read = fc.uniqueArray(fc.tuple(facts, fc.integer({ min: 1, max: 50 })), {
      selector: ([, readAs]) => readAs,
      maxLength: 8,
    });
    const shuffled = read.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
    );
    fc.assert(
      fc.property(shuffled, ([once, twice]) => {
        const state = (readings: readonly (readonly [Facts, number])[]) =>
          readings.map(([fact, readAs]) => stateRead(charge, fact, readAs)).reduce(together, newOrderState);
        expect(state(twice)).toEqual(state(once));
        const isPaid = once.some(([fact]) => stateRead(charge, fact, 1).phase === 'paid');
        expect(state(twice).phase === 'paid').toBe(isPaid);
        expect(state(twice).refunded).toBeLessThanOrEqual(charge.total);
      }),
    );
  });

  it('O3: a payment of something else never counts as paid', () => {
    const paid = {
      status: 'succeeded',
      ...charge,
      amount: charge.total,
      refunded: 0,
      dispute: 'none',
    } as const;
    const phase = (other: object) =>
      stateRead(charge, { isOver: true, payment: { ...paid, ...other } }, 1).phase;
    expect(phase({})).toBe('paid');
    for (const other of [{ amount: 1 }, { currency: 'usd' }, { live: true }, { orderId: 'other' }])
      expect(phase(other)).toBe('review');
  });

  it('O1: a dispute that was lost may be won later, and a refund that failed is paid again', () => {
    const paid = { status: 'succeeded', ...charge, amount: charge.total } as const;
    const read = (dispute: 'open' | 'lost' | 'won', refunded: number, readAs: number) =>
      stateRead(charge, { isOver: true, payment: { ...paid, dispute, refunded } }, readAs);
    // It may open as lost.
    const readings = [read('lost', 500, 1), read('won', 0, 2), read('open', 500, 0)];
    expect(readings.reduce(together, newOrderState)).toMatchObject({
      ...{ phase: 'paid', dispute: 'won', refunded: 0 },
    });
  });
});

describe('subscriptions', () => {
  const readAs = fc.integer({ min: 1, max: 60 });
  const invoice = fc.record({
    id: fc.constantFrom('one', 'two', 'three'),
    phase: fc.constantFrom('open' as const, 'failed' as const, 'paid' as const, 'void' as const),
    madeAt: fc.constant('2030-01-01T00:00:00.000Z'),
    readAs,
  });
  const told = fc.uniqueArray(invoice, { selector: (one) => `${one.id} ${one.readAs}`, maxLength: 12 });
  const withUnits = told.map((all) =>
    all.map((one) => ({ ...one, units: one.phase === 'paid' ? 1_200 : 0, refunded: 0 })),
  );
  const twice = withUnits.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
  );
  const state = (readings: readonly InvoiceState[]) => {
    const known = new Map<string, InvoiceState>();
    for (const one of readings) {
      const before = known.get(one.id);
      known.set(one.id, before === undefined ? one : invoiceTogether(before, one));
    }
    return [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  };

  it('S1 to S3: invoices come to the same in any order and however often, and what came in never shrinks', () => {
    fc.assert(
      fc.property(twice, ([once, again]) => {
        expect(state(again)).toEqual(state(once));
        const seenPaid = new Set(once.filter(({ phase }) => phase === 'paid').map(({ id }) => id));
        expect(paidBy(state(once))).toBe(seenPaid.size * 1_200);
        once.forEach((_, length) => {
          expect(paidBy(state(once.slice(0, length)))).toBeLessThanOrEqual(paidBy(state(once)));
        });
      }),
    );
  });

  it('S1: what has ended does not begin again, whatever older readings say', () => {
    const reading = fc.record({
      phase: fc.constantFrom('active' as const, 'late' as const, 'ended' as const),
      endsAt: fc.constantFrom(null, '2030-02-01T00:00:00.000Z'),
      readAs,
    });
    const readings = fc.uniqueArray(reading, { selector: (one) => one.readAs, minLength: 1, maxLength: 8 });
    const shuffled = readings.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
    );
    fc.assert(
      fc.property(shuffled, ([once, again]) => {
        const of = (read: readonly SubscriptionState[]) => read.reduce(subscriptionTogether);
        const end = of(again);
        expect(end.phase).toEqual(of(once).phase);
        if (once.some(({ phase }) => phase === 'ended')) expect(end.phase).toBe('ended');
      }),
    );
  });
});
