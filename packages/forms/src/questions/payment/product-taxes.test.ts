import { applyAll, type Block, type Content, type Edit } from '@weft/documents';
import { taxRows } from '@weft/payments';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { questionsOf } from '../../form-document.ts';
import { formFaults } from '../../form-faults.ts';
import { publishProblems } from '../../publish-problems.ts';
import { newPaymentForm } from './new-payment-form.ts';
import { paymentInput, paymentOrder } from './payment.ts';

let made = 0;
const newId = (kind: string) => `${kind}${String(++made).padStart(21, '0')}`;

interface Product {
  readonly label: string;
  readonly price: string;
  readonly taxRate?: string;
}

/** A payment form as the editor makes it: begun, its settings chosen, its products added and priced one by one. */
function built(
  settings: { readonly [key: string]: string | number | boolean },
  products: readonly Product[],
) {
  let content: Content = newPaymentForm('Shop', newId);
  const edit = (edits: readonly Edit[]) => {
    content = applyAll(content, edits);
  };
  const question = must(questionsOf(content).find(({ type }) => type === 'payment'));
  const set = (id: string, key: string, after: string | number | boolean) =>
    edit([{ kind: 'prop', id, key, before: null, after }]);
  for (const [key, value] of Object.entries(settings)) set(question.id, key, value);
  for (const { label, price, taxRate } of products) {
    const id = newId('opt');
    const order = `V${String(++made).padStart(4, '0')}V`;
    const after: Block = { parent: question.id, order, props: { type: 'choice', label } };
    edit([{ kind: 'block', id, before: null, after }]);
    set(id, 'price', price);
    if (taxRate !== undefined) set(id, 'taxRate', taxRate);
  }
  return { content, question: must(questionsOf(content).find(({ type }) => type === 'payment')) };
}

/** What one of each product comes to, less a coupon. */
function quoted({ question }: ReturnType<typeof built>, coupon?: string) {
  const sent = new Map(question.choices.map((choice) => [paymentInput.quantity(question, choice), '1']));
  if (coupon !== undefined) sent.set(paymentInput.coupon(question), coupon);
  const order = paymentOrder(
    question,
    (id) => [sent.get(id)].filter((text) => text !== undefined),
    '2030-01-01T12:00:00.000Z',
  );
  if (!order.ok) throw new Error(order.error);
  return must(order.value).quote;
}

describe('taxes of products', () => {
  it('row 20: two taxes of one product are each rounded, and added', () => {
    const form = built({ currency: 'CAD' }, [{ label: 'Chair', price: '99.99', taxRate: '5 + 9.975' }]);
    const quote = quoted(form);
    expect([quote.tax, quote.total]).toEqual([1_497, 11_496]);
    expect(taxRows(quote, 'Tax')).toEqual([{ label: 'Tax 5 + 9.975 %', units: 1_497 }]);
    expect([formFaults(form.content), publishProblems(form.content)]).toEqual([[], []]);
  });

  it('row 24: a discount is shared before each product is taxed at its own rate', () => {
    const settings = { currency: 'EUR', taxName: 'VAT', taxRate: 19, coupons: 'LESS 20.00' };
    const form = built(settings, [
      { label: 'A', price: '100' },
      { label: 'B', price: '50', taxRate: '7' },
    ]);
    const quote = quoted(form, 'LESS');
    expect(quote.lines.map(({ discount, tax }) => [discount, tax])).toEqual([
      [1_333, 1_647],
      [667, 303],
    ]);
    expect(quote.total).toBe(14_950);
    expect(taxRows(quote, 'VAT')).toEqual([
      { label: 'VAT 19 %', units: 1_647 },
      { label: 'VAT 7 %', units: 303 },
    ]);
  });

  it('has a product without tax among taxed ones, and refuses a tax that cannot be read', () => {
    const free = quoted(
      built({ currency: 'EUR', taxRate: 19 }, [{ label: 'Book', price: '10', taxRate: '0' }]),
    );
    expect([free.tax, taxRows(free, 'VAT')]).toEqual([0, []]);
    for (const taxRate of ['much', '101', '5 +', '1 + 1 + 1 + 1']) {
      const { content } = built({ currency: 'EUR' }, [{ label: 'Cup', price: '10', taxRate }]);
      expect(publishProblems(content).map(({ text }) => text.includes('the tax of ‘Cup’'))).toEqual([true]);
    }
  });
});
