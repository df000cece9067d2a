import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confirmCard, LocalStripe, testKey } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expect, it } from 'vitest';
import { type Ask, openTill } from './payment-kinds.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

interface Compared {
  readonly unknown: readonly { readonly paymentId: string; readonly units: number }[];
}
interface Listed {
  readonly orders: readonly { readonly phase: string; readonly isAnswered: boolean }[];
}

it('takes up what was paid after the backup that was restored, and lists what it knows nothing of', async () => {
  await using stripe = new LocalStripe();
  await stripe.listen();
  const env = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_STRIPE: stripe.url };
  await using product = await startProduct(env, [...quickStart, '--import', atLocalServices]);
  const ann = await signUp(product.url, 'Ann Owner');
  const { service } = await ann.post<{ service: { id: string } }>('/admin/services/create/stripe', {
    ...{ serviceName: 'Shop', config: { apiKey: testKey } },
  });
  const serviceId = service.id;
  await ann.mutate('integrations.setPublishableKey', {
    serviceId,
    publishableKey: 'pk_test_0123456789abcdef',
  });
  const kinds = ['goods', 'card', 'club'] as const;
  const tills = await Promise.all(kinds.map((kind) => openTill(ann, kind, { serviceId, stock: 9 })));
  const ask: Ask = (path, body) =>
    fetch(new URL(path, product.url), {
      ...(body !== undefined && { method: 'POST', body: new URLSearchParams(body) }),
    });
  /** Ordered before the backup, and after it. */
  const orderAll = async () =>
    Promise.all(
      tills.map(async ({ kind, fill }) => {
        const address = must(await (await fill(ask, `${kind}@example.org`))());
        return { kind, address };
      }),
    );
  const pay = async ({ kind, address }: { kind: string; address: string }) => {
    await (await ask(kind === 'card' ? `${address}/card` : address, kind === 'card' ? '' : undefined)).text();
    if (kind === 'card') confirmCard(must(stripe.intents.at(-1)), '4242424242424242');
    else stripe.pay(must(stripe.sessions.at(-1)));
    await (await ask(`${address}?back`)).text();
  };
  const before = await orderAll();

  const [database, backup] = ['database', 'backup'].map((name) => join(product.dataDir, name));
  await product.pause('SIGTERM');
  cpSync(must(database), must(backup), { recursive: true });
  await product.restart('SIGTERM');
  const after = await orderAll();
  for (const order of [...before, ...after]) await pay(order);
  await product.pause('SIGTERM');
  rmSync(must(database), { recursive: true });
  cpSync(must(backup), must(database), { recursive: true });
  await product.restart('SIGTERM');

  for (const { flowId, kind } of tills) {
    const compare = () => ann.mutate<Compared>('forms.comparePayments', { flowId });
    const { unknown } = await compare();
    expect([kind, unknown.map(({ units }) => units)]).toEqual([
      kind,
      [{ goods: 1_071, card: 1_000, club: 1_200, time: 0 }[kind]],
    ]);
    const { orders } = await ann.query<Listed>('forms.payments', { flowId });
    expect([kind, orders]).toMatchObject([kind, [{ phase: 'paid', isAnswered: true }]]);
    // A second look finds the same, and makes nothing twice.
    expect(await compare()).toMatchObject({ unknown });
    const table = { basePublicId: flowId, tableId: flowId.replace('bas', 'tbl'), limit: 10 };
    const { records } = await ann.query<{ records: unknown[] }>('records.list', table);
    expect([kind, records.length]).toEqual([kind, 1]);
  }
  // Refunded at Stripe, it is nobody's worry any more.
  for (const { payment } of stripe.sessions) if (payment !== null) payment.refunded = payment.received;
  const [goods] = tills;
  const { unknown } = await ann.mutate<Compared>('forms.comparePayments', { flowId: must(goods).flowId });
  expect(unknown).toEqual([]);
});
