import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { refusalOf } from './local-operations.ts';
import { LocalStripe, testKey } from './local-stripe.ts';

const script = fileURLToPath(new URL('../../../../scripts/stripe-operations.mjs', import.meta.url));

it('describes the operations of the installed library', () => {
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

const refused = (method: string, path: string, text: string) =>
  refusalOf(method, path, new URLSearchParams(text));

it('takes what Stripe takes, and nothing else', () => {
  const intents = '/v1/payment_intents';
  expect(refused('POST', intents, 'amount=500&currency=eur&metadata[weft_order]=a')).toBeNull();
  expect(refused('POST', intents, 'amount=500&currency=eur&allowed_payment_method_types[0]=card')).toBeNull();
  expect(refused('POST', intents, 'amount=500')?.code).toBe('parameter_missing');
  expect(refused('POST', intents, 'amount=5.00&currency=eur')?.message).toContain('Invalid amount');
  // An older version of Stripe took it.
  const older = 'amount=500&currency=eur&payment_method_types[0]=card';
  expect(refused('POST', intents, older)?.code).toBe('parameter_unknown');
  expect(refused('POST', intents, 'amount=500&currency=eur&confirm=true')?.message).toContain('does nothing');
  expect(refused('POST', `${intents}/pi_1/cancel`, '')).toBeNull();
  expect(refused('POST', '/v1/checkout/sessions', 'mode=gift')?.message).toBe('Invalid mode: gift');
  const line = 'line_items[0][price_data]';
  expect(refused('POST', '/v1/checkout/sessions', `${line}[unit_amount]=5`)?.message).toBe(
    `Missing required param: ${line}[currency].`,
  );
  expect(refused('POST', '/v1/checkout/sessions', `${line}[currency]=eur&${line}[colour]=red`)?.message).toBe(
    `Received unknown parameter: ${line}[colour]`,
  );
  expect(refused('GET', '/v1/sigma', '')).toBeUndefined();
});

it('refuses over the wire as the library tells it', async () => {
  await using stripe = new LocalStripe();
  await stripe.listen();
  const { port } = new URL(stripe.url);
  const client = new Stripe(testKey, { host: '127.0.0.1', port: Number(port), protocol: 'http' });
  const wanted = { amount: 500, currency: 'eur', colour: 'red' };
  await expect(client.paymentIntents.create(wanted)).rejects.toMatchObject({
    ...{ code: 'parameter_unknown', message: 'Received unknown parameter: colour', statusCode: 400 },
  });
  expect(stripe.intents).toEqual([]);
});
