import { must } from '@weft/std';
import type { Session } from '@weft/testkit';
import { testId } from './databases.ts';

/** What is paid in these tests: goods on the page of Stripe, by card on their own page, each month, and times. */
export const paidKinds = ['goods', 'card', 'club', 'time'] as const;
export type PaidKind = (typeof paidKinds)[number];

/** A page that takes money, published; sending what it asks for answers with the address of the order. */
export interface Till {
  readonly flowId: string;
  readonly kind: PaidKind;
  /** Fills it in; sent again it is the same order. Null: it was refused. */
  readonly fill: (ask: Ask, to: string) => Promise<() => Promise<string | null>>;
}

/** A request of another network each time; throws where no server is there. */
export type Ask = (path: string, body?: string) => Promise<Response>;

const firstPage = `pag${'0'.repeat(21)}`;
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const namedIn = (page: string, name: string) =>
  must(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]);

const settings: { readonly [K in PaidKind]: object } = {
  goods: { currency: 'EUR', taxName: 'VAT', taxRate: 19, coupons: 'SPRING 10%' },
  card: { currency: 'EUR', cardOnPage: true },
  club: { currency: 'EUR', price: '12', every: 'month' },
  time: { currency: 'EUR', price: '20' },
};

export async function openTill(
  person: Session,
  kind: PaidKind,
  { serviceId, stock }: { readonly serviceId: string; readonly stock: number },
): Promise<Till> {
  const isTime = kind === 'time';
  const hasStock = kind === 'goods' || kind === 'card';
  const { flowId } = await person.mutate<{ flowId: string }>('forms.create', {
    ...{ name: `Till ${kind}`, kind: isTime ? 'scheduling' : 'form' },
  });
  const [email, payment, items, seat] = [testId('fld'), testId('fld'), testId('fld'), testId('opt')];
  const block = (id: string, parent: string, order: string, props: object) => ({
    ...{ kind: 'block', id, before: null, after: { parent, order, props } },
  });
  const edits = [
    ...(isTime ? [] : [block(email, firstPage, 'V', { type: 'email', label: 'Email', required: true })]),
    block(payment, firstPage, 'k', { type: 'payment', label: 'Order', required: true, ...settings[kind] }),
    block(items, payment, 'V', { type: 'part', name: 'items', label: 'Order' }),
    ...(hasStock
      ? [block(seat, payment, 'k', { type: 'choice', label: 'Seat', price: '10', capacity: stock })]
      : []),
  ];
  const { version: before } = await person.query<{ version: number }>('forms.get', { flowId });
  const edited = { flowId, editId: testId('edt'), version: before, edits };
  const { version } = await person.mutate<{ version: number }>('forms.edit', edited);
  await person.mutate('forms.setPaymentAccount', { flowId, serviceId });
  await person.mutate('forms.publish', { flowId, version });

  const sendAnswer = async (ask: Ask, to: string) => {
    const page = await (await ask(`/t/${flowId}`)).text();
    const parts = { submission: namedIn(page, 'submission'), snapshot: namedIn(page, 'snapshot') };
    const order = hasStock ? { [`${payment}_${seat}`]: '1' } : {};
    const coupon = kind === 'goods' ? { [`${payment}_coupon`]: 'SPRING' } : {};
    const body = form({ ...parts, token: namedIn(page, 'token'), [email]: to, ...order, ...coupon });
    return async () => {
      const text = await (await ask(`/t/${flowId}`, body)).text();
      return /href="(\/t\/[^"]*\/pay\/[^"]*)"/.exec(text)?.[1] ?? null;
    };
  };
  const book = async (ask: Ask, to: string) => {
    const page = await (await ask(`/t/${flowId}?zone=Etc/UTC&duration=30`)).text();
    const at = must(/name="at" value="(\d+)"/.exec(page)?.[1], 'a time that is free');
    const body = form({
      ...{ name: to, email: to, zone: 'Etc/UTC', duration: '30', at, request: testId('sub') },
    });
    return async () => {
      const response = await ask(`/t/${flowId}`, body);
      await response.arrayBuffer();
      const leadsTo = response.headers.get('location');
      return leadsTo?.includes('/pay/') ? leadsTo : null;
    };
  };
  return { flowId, kind, fill: isTime ? book : sendAnswer };
}
