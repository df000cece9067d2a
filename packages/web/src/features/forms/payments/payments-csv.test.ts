import { expect, it } from 'vitest';
import type { Payment } from './payment-queries.ts';
import { paymentsCsv } from './payments-csv.ts';

const payment: Payment = {
  ...{ id: 'ord1', createdAt: '2030-03-01T10:00:00.000Z', email: 'ada@example.org', live: true },
  ...{ currency: 'EUR', total: 123_450, refunded: 500, phase: 'paid', dispute: 'none', fault: null },
  ...{
    isAnswered: true,
    isSettled: true,
    discount: 1_000,
    tax: 234,
    tip: 0,
    every: null,
    subscription: null,
  },
  lines: [
    { label: 'Cake, large', quantity: 2, amount: 124_450 },
    { label: '=HYPERLINK("x")', quantity: 1, amount: 0 },
  ],
  paymentId: 'pi_1',
};

it('writes amounts as plain numbers of their currency, and nothing that a sheet computes', () => {
  const yen = {
    ...payment,
    currency: 'JPY',
    total: 1_234,
    lines: [],
    email: '+1@example.org',
    paymentId: null,
  };
  expect(paymentsCsv([payment, yen]).split('\r\n').slice(1, 3)).toEqual([
    '2030-03-01T10:00:00.000Z,ada@example.org,"2 × Cake, large, 1 × =HYPERLINK(""x"")",1244.50,10.00,2.34,0.00,1234.50,5.00,EUR,Paid,,live,,ord1,pi_1',
    "2030-03-01T10:00:00.000Z,'+1@example.org,,0,1000,234,0,1234,500,JPY,Paid,,live,,ord1,",
  ]);
});
