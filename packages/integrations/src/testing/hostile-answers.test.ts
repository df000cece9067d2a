import { expect, it } from 'vitest';
import { ServiceHttp } from '../connectors/service-http.ts';
import { toldWords } from '../connectors/told-words.ts';
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

it.each(['hunter2hunt3', 'correct horse battery staple', 'AbC+dEfGh/iJ==', 'say "no"'])(
  'hides the secret %s however a service quotes it',
  (secret) => {
    const quotes = [secret, encodeURIComponent(secret), JSON.stringify(secret), btoa(secret)];
    const told = toldWords(`No: ${quotes.join(' and ')}`, [secret]);
    expect(told).toBe('No: … and … and "…" and …');
  },
);

it('says of a key that was copied with a sign too many what is wrong with it', async () => {
  const { connector, server } = await besideStandIn('attio');
  const headers = async () => ({ authorization: 'Bearer key–with–dashes' });
  const http = new ServiceHttp(server.outgoing, connector, {
    config: {},
    headers,
    refresh: async () => false,
  });
  await expect(connector.check(http)).rejects.toMatchObject({
    class: 'permanent',
    message: expect.stringContaining('a character that no key has'),
  });
  expect(server.calls).toEqual([]);
});

it('takes no type of a field for one of ours that every object has', async () => {
  const { connector, http, server } = await besideStandIn('sendgrid');
  const custom_fields = [
    { id: 'c', name: 'Odd', field_type: 'constructor' },
    { id: 'p', name: 'Odd', field_type: '__proto__' },
  ];
  server.faults.set(0, { kind: 'body', text: JSON.stringify({ custom_fields }) });
  const fields = (await connector.fieldsOf?.(http, {})) ?? [];
  expect(fields.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'text', 'text', 'text']);
});
