import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import type { EngineName } from '../bench.ts';
import { atLocalServices, localServices, stripeKey } from '../local-services.ts';
import { type Figure, percentile, timed } from '../measure.ts';
import { opened, scriptsWeigh } from './forms.ts';

const [warmUp, orders] = [30, 300];

let made = 0;
const id = (kind: string): string => `${kind}${(made++).toString(36).padStart(21, '1')}`;
/** The page every new form has. */
const firstPage = `pag${'0'.repeat(21)}`;

/** A published form that sells mugs with tax and a coupon; its flow, the address it asks for, and its order. */
async function shop(session: Session) {
  const { flowId } = await session.mutate<{ flowId: string }>('forms.create', { name: 'Bench shop' });
  const [email, order, items, mug] = [id('fld'), id('fld'), id('fld'), id('opt')];
  const block = (of: string, parent: string, at: string, props: object) => ({
    ...{ kind: 'block', id: of, before: null },
    after: { parent, order: at, props },
  });
  const coupons = 'SPRING 10%';
  const settings = { currency: 'EUR', taxName: 'VAT', taxRate: 19, coupons };
  const edits = [
    block(email, firstPage, 'V', { type: 'email', label: 'Email', required: true }),
    block(order, firstPage, 'k', { type: 'payment', label: 'Order', required: true, ...settings }),
    block(items, order, 'V', { type: 'part', name: 'items', label: 'Order' }),
    // With a stock: each order takes its place in the row that counts it.
    block(mug, order, 'k', { type: 'choice', label: 'Mug', price: '12.50', capacity: 100_000 }),
  ];
  const edited = { flowId, editId: id('edt'), version: 0, edits };
  const { version } = await session.mutate<{ version: number }>('forms.edit', edited);
  const { service } = await session.post<{ service: { id: string } }>('/admin/services/create/stripe', {
    ...{ serviceName: 'Shop', config: { apiKey: stripeKey } },
  });
  await session.mutate('forms.setPaymentAccount', { flowId, serviceId: service.id });
  await session.mutate('forms.publish', { flowId, version });
  return { flowId, email, order, mug };
}

/** How long whoever orders waits until their order is pending, without the time of whoever moves the money. */
export async function payments(engine: EngineName): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = engine === 'postgres' ? await startPostgres() : null;
  stack.defer(async () => cluster?.stop());
  const services = await localServices();
  stack.defer(() => services.close());
  const settings = { ...services.settings, LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' };
  const database = cluster && { DATABASE_URL: cluster.url };
  const product = await startProduct({ ...settings, ...database }, atLocalServices);
  stack.defer(() => product.stop());
  const { flowId, email, order, mug } = await shop(await signUp(product.url, 'bench'));
  const form = await opened({ flowId, questions: [] }, product.url, (n) => [
    [email, `guest${n}@example.org`],
    [`${order}_${mug}`, '2'],
    [`${order}_coupon`, 'SPRING'],
  ]);
  const send = async (n: number) => {
    const text = await (await form.send(n)).text();
    if (!text.includes(`/t/${flowId}/pay/`)) throw new Error(`not pending: ${text.slice(0, 300)}`);
  };
  await timed(warmUp, send);
  const times = await timed(orders, (n) => send(1_000 + n));
  const pending: Figure = {
    ...{ name: 'answer that is paid for, sent to pending, p95', engine, unit: 'ms', limit: 80 },
    ...{ value: percentile(times, 0.95), note: 'without the provider’s time' },
  };
  if (engine === 'postgres') return [pending];
  const before: Figure = {
    ...{ name: 'page of a payment, JS gzip before Stripe', engine: '-', unit: 'kB', limit: 55 },
    ...{ value: await scriptsWeigh(form.page, product.url), note: 'whatever it may load, also later' },
  };
  return [pending, before];
}
