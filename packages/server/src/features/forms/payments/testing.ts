import type { FormQuestion } from '@weft/forms';
import { LocalStripe, testKey } from '@weft/integrations/testing';
import type { StartOptions } from '../../../running-server.ts';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { add, asked, edit, freshId, openForm, sendForm } from '../testing.ts';

/** A server beside a Stripe of its own, which closes with it, and its first person. */
export async function startWithStripe(
  env: { readonly [name: string]: string } = {},
  options: StartOptions = {},
) {
  const stripe = new LocalStripe();
  await stripe.listen();
  const started = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...env },
    { thirdParties: stripe.thirdParties, ...options },
  );
  const close = async () => {
    await started.close();
    stripe.close();
  };
  const server: TestServer = { ...started, close };
  return { stripe, server, ann: await server.signUp('Ann Owner') };
}

/** Connects an account of Stripe; its id. */
export async function stripeAccount(person: Pick<TestPerson, 'call'>, serviceName = 'Shop'): Promise<string> {
  const made = await person.call('POST', '/admin/services/create/stripe', {
    ...{ serviceName, config: { apiKey: testKey } },
  });
  return ((await made.json()) as { service: { id: string } }).service.id;
}

/** A form of these questions that is paid to an account, published; its id. */
export async function publishedShop(
  person: Pick<TestPerson, 'call'>,
  serviceId: string,
  questions: readonly FormQuestion[],
  name = 'Shop',
): Promise<string> {
  const { flowId } = await rpc(person, 'forms.create', { name, kind: 'form' });
  await edit(person, flowId, 0, add(questions));
  await rpc(person, 'forms.setPaymentAccount', { flowId, serviceId });
  await rpc(person, 'forms.publish', { flowId, version: 1 });
  return flowId;
}

/** Where the page of an answer leads to pay, if it does. */
export const addressToPay = (page: string): string | null =>
  /href="(\/t\/[^"]*\/pay\/[^"]*)"/.exec(page)?.[1] ?? null;

/** A published form with one seat to sell, and how somebody orders it. */
export async function oneSeatShop(
  { url }: Pick<TestServer, 'url'>,
  person: Pick<TestPerson, 'call'>,
  serviceId: string,
  settings: FormQuestion['settings'],
  product: Partial<FormQuestion['choices'][number]> = {},
) {
  const email = asked('email', 'Email', true);
  const seat = { id: freshId('opt'), label: 'Seat', price: '30', capacity: 1, ...product };
  const payment = {
    ...asked('payment', 'Order', true),
    ...{ settings: { currency: 'EUR', ...settings }, choices: [seat] },
  };
  const flowId = await publishedShop(person, serviceId, [email, payment]);
  const buy = async () => {
    const { parts } = await openForm(url, flowId);
    const body = { ...parts(), [email.id]: 'ada@example.org', [`${payment.id}_${seat.id}`]: '1' };
    const response = await sendForm(url, flowId, body);
    return { status: response.status, address: addressToPay(await response.text()) };
  };
  return { flowId, buy };
}
