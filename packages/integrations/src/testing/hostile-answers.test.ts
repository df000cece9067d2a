import { expect, it } from 'vitest';
import { besideStandIn } from './beside-stand-in.ts';

// Where work is quadratic these take the server an hour, and the tests their whole time.

it('finds the options of many fields without comparing each with each', async () => {
  const { connector, http, server } = await besideStandIn('activecampaign');
  const numbers = Array.from({ length: 60_000 }, (_, number) => String(number));
  const fields = numbers.map((id) => ({ id, title: '', type: 'dropdown' }));
  const fieldOptions = numbers.map((field) => ({ field, value: 'a' }));
  const text = JSON.stringify({ fields, fieldOptions, meta: { total: '1' } });
  server.faults.set(0, { kind: 'body', text });
  expect(await connector.fieldsOf?.(http, {})).toHaveLength(fields.length + 4);
});
