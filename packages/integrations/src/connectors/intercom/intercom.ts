import { z } from 'zod';
import type { Connector, OutgoingValue } from '../connector.ts';
import {
  behind,
  emailField,
  fieldOf,
  type Kinds,
  templateField,
  textAt,
  textField,
  textsOf,
} from '../fields.ts';
import { step } from '../lists.ts';
import { ServiceFault } from '../service-http.ts';
import { isList, mapped, textOf } from '../values.ts';
import { bearerToken, region, signIn } from '../ways.ts';

const me = z.object({
  id: z.string(),
  email: z.string(),
  app: z.object({ id_code: z.string(), name: z.string() }).nullish(),
});
const attributes = z.object({
  data: z.array(
    z.object({
      ...{ name: z.string(), label: z.string().nullish(), data_type: z.string() },
      ...{ custom: z.boolean(), api_writable: z.boolean(), archived: z.boolean().nullish() },
      options: z.array(z.unknown()).nullish(),
    }),
  ),
});
const contact = z.object({ id: z.string() });
const found = z.object({ data: z.array(contact) });

/** How a refusal names the contact that is there; one that is archived takes no changes. */
const existing = /: A contact matching those details already exists with id=(\w+)/;
const kinds: Kinds = {
  ...{ string: 'text', integer: 'number', float: 'number', boolean: 'boolean', date: 'datetime' },
};
const own = [emailField, textField('name', 'Name'), textField('phone', 'Phone')];
const message = templateField('body', 'Message', { required: true });
const hosts: { readonly [region: string]: string } = { us: 'api', eu: 'api.eu', au: 'api.au' };

/** The calls of https://developers.intercom.com/docs/references/rest-api: contacts, conversations, data attributes. */
export const intercom: Connector = {
  ...{ type: 'intercom', label: 'Intercom', categories: ['crm', 'messaging'], use: 'write' },
  purpose: 'Contacts and conversations',
  fields: [region('region', { us: 'United States', eu: 'Europe', au: 'Australia' })],
  auth: [
    signIn('intercom', []),
    bearerToken('Access token', 'Of an app of yours in the Developer Hub, under Authentication.', {
      source: '[\\w+/=-]{20,200}',
      message: 'An access token of Intercom is longer',
    }),
  ],
  headers: { 'intercom-version': '2.16' },
  baseUrl: ({ region }) => `https://${hosts[String(region)] ?? 'api'}.intercom.io`,
  rateLimit: { requests: 100, per: 10_000 },
  check: async (http) => {
    const { id, email, app } = await http.get('/me', me);
    return { id: app?.id_code ?? id, label: app ? `${app.name}, ${email}` : email };
  },
  targets: [
    step('what', 'What an answer becomes', async () => [
      { id: 'contact', name: 'A contact' },
      { id: 'conversation', name: 'A contact and a conversation' },
    ]),
  ],
  fieldsOf: async (http, { what }) => {
    const { data } = await http.get('/data_attributes', attributes, { query: { model: 'contact' } });
    return [
      ...own,
      ...(what === 'conversation' ? [message] : []),
      ...data
        .filter(({ custom, api_writable, archived }) => custom && api_writable && archived !== true)
        .flatMap(({ name, label, data_type, options }) => {
          const choices = (options ?? []).filter((one) => typeof one === 'string');
          const kind = choices.length > 0 ? 'choice' : kinds[data_type];
          return fieldOf(kind, { id: `attribute:${name}`, name: label || name, choices });
        }),
    ];
  },
  write: {
    // A user is known by the address; a conversation begins each time.
    repeats: ({ what }) => (what === 'conversation' ? 'ask' : 'idempotent'),
    run: async (http, { what }, { values }) => {
      const email = textAt(values, 'email');
      const custom_attributes = mapped(behind(values, 'attribute:'), stored);
      const json = { role: 'user', ...textsOf(values, own), custom_attributes };
      const query = {
        operator: 'AND',
        value: [
          { field: 'email', operator: '=', value: email },
          { field: 'role', operator: '=', value: 'user' },
        ],
      };
      const search = async () =>
        (await http.post('/contacts/search', found, { json: { query }, safe: true })).data[0]?.id;
      const change = (known: string) =>
        http.send('PUT', `/contacts/${encodeURIComponent(known)}`, contact, { json, safe: true });
      const known = await search();
      const { id } =
        known === undefined
          ? // A second one of the same address is refused: the search knows a new one only after a while.
            await http.post('/contacts', contact, { json, safe: true }).catch(async (error: unknown) => {
              const isThere = error instanceof ServiceFault && error.status === 409;
              const there = isThere ? (existing.exec(error.message)?.[1] ?? (await search())) : undefined;
              if (there === undefined) throw error;
              return change(there);
            })
          : await change(known);
      if (what !== 'conversation') return { said: 'Added or changed a contact' };
      await http.sendRaw('POST', '/conversations', {
        json: { from: { type: 'user', id }, body: textAt(values, 'body') },
      });
      return { said: 'Began a conversation' };
    },
  },
};

/** Moments are seconds there. */
const stored = (value: OutgoingValue): unknown => {
  if (isList(value)) return textOf(value);
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    ? Date.parse(value) / 1_000
    : value;
};
