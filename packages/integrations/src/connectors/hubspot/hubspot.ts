import { z } from 'zod';
import type { Connector, OutgoingValue } from '../connector.ts';
import { fieldOf, type Kinds } from '../fields.ts';
import { step } from '../lists.ts';
import { ServiceFault } from '../service-http.ts';
import { hasNoErrors } from '../shapes.ts';
import { filesOf, mapped, textOf } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';

const details = z.object({ portalId: z.number(), uiDomain: z.string() });
const propertyList = z.object({
  results: z.array(
    z.object({
      ...{ name: z.string(), label: z.string(), type: z.string(), fieldType: z.string() },
      ...{ hidden: z.boolean().optional(), calculated: z.boolean().optional() },
      modificationMetadata: z.object({ readOnlyValue: z.boolean() }).optional(),
      options: z
        .array(z.object({ label: z.string(), value: z.string(), hidden: z.boolean().optional() }))
        .default([]),
    }),
  ),
});
const created = z.object({ id: z.string() });
const upserted = z.object({ results: z.array(created).min(1) });

/** The objects that answers become, each with the property by which HubSpot knows one of it again. */
const objects = [
  { id: 'contacts', name: 'Contacts', one: 'contact', key: 'email' },
  { id: 'companies', name: 'Companies', one: 'company' },
  { id: 'deals', name: 'Deals', one: 'deal' },
  { id: 'tickets', name: 'Tickets', one: 'ticket' },
] as const;
const keyOf = (object: string | undefined): string | undefined =>
  objects.flatMap((one) => (one.id === object && 'key' in one ? [one.key] : []))[0];

const kinds: Kinds = {
  ...{ string: 'text', phone_number: 'text', number: 'number', bool: 'boolean' },
  ...{ date: 'date', datetime: 'datetime', enumeration: 'choice' },
  'enumeration checkbox': 'choices',
};

/** The dated calls of https://developers.hubspot.com/docs/api-reference. */
const version = '2026-09';

export const hubspot: Connector = {
  ...{ type: 'hubspot', label: 'HubSpot', categories: ['crm'], use: 'write' },
  purpose: 'Contacts, companies and deals',
  auth: [
    signIn('hubspot', [
      'oauth',
      ...['contacts', 'companies', 'deals'].flatMap((one) => [
        `crm.objects.${one}.read`,
        `crm.objects.${one}.write`,
      ]),
      'tickets',
    ]),
    bearerToken(
      'Private app token',
      'Of a private app in the settings of HubSpot, with the scopes of the objects that answers become.',
      { source: 'pat-[\\w-]{20,}', message: 'A token of a private app begins with pat-' },
    ),
  ],
  baseUrl: 'https://api.hubapi.com',
  // Of a batch, with status 207.
  succeeded: hasNoErrors,
  rateLimit: { requests: 100, per: 10_000 },
  check: async (http) => {
    const { portalId, uiDomain } = await http.get(`/account-info/${version}/details`, details);
    return { id: `${portalId}`, label: `${uiDomain} ${portalId}` };
  },
  targets: [step('object', 'Object', async () => objects.map(({ id, name }) => ({ id, name })))],
  fieldsOf: async (http, { object = '' }) => {
    const path = `/crm/properties/${version}/${encodeURIComponent(object)}`;
    const { results } = await http.get(path, propertyList);
    return results
      .filter((one) => !one.hidden && !one.calculated && !one.modificationMetadata?.readOnlyValue)
      .flatMap(({ name, label, type, fieldType, options }) =>
        fieldOf(kinds[`${type} ${fieldType}`] ?? kinds[type], {
          ...{ id: name, name: label, required: name === keyOf(object) },
          choices: options.filter(({ hidden }) => hidden !== true).map((one) => one.label),
        }),
      );
  },
  write: {
    repeats: ({ object }) => (keyOf(object) === undefined ? 'ask' : 'idempotent'),
    run: async (http, { object = '' }, { values, fields }) => {
      const path = `/crm/properties/${version}/${encodeURIComponent(object)}`;
      // Choices are shown by their labels and stored by their values.
      const hasChoices = fields.some((field) => field.choices && values.has(field.id));
      const { results } = hasChoices ? await http.get(path, propertyList) : { results: [] };
      const options = new Map(
        results.map((one) => [one.name, new Map(one.options.map(({ label, value }) => [label, value]))]),
      );
      const properties = mapped(values, (value, id) => stored(value, options.get(id)));
      const objectPath = `/crm/objects/${version}/${encodeURIComponent(object)}`;
      const key = keyOf(object);
      const one = objects.find(({ id }) => id === object)?.one ?? 'record';
      if (key === undefined) {
        await http.post(objectPath, created, { json: { properties, associations: [] } });
        return { said: `Added a ${one}` };
      }
      const id = properties[key];
      if (typeof id !== 'string' || id === '')
        throw new ServiceFault('permanent', `The answer has no ${key}, by which HubSpot knows a ${one}`);
      const json = { inputs: [{ id, idProperty: key, properties }] };
      await http.post(`${objectPath}/batch/upsert`, upserted, { json, safe: true });
      return { said: `Added or changed a ${one}` };
    },
  },
};

/** Values are texts there: lists are separated by semicolons. */
function stored(value: OutgoingValue, options: ReadonlyMap<string, string> | undefined): string {
  if (filesOf(value).length > 0) return textOf(value);
  if (Array.isArray(value)) return value.map((one) => options?.get(String(one)) ?? String(one)).join(';');
  const text = textOf(value);
  return options?.get(text) ?? text;
}
