import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { fieldOf, type Kinds } from '../fields.ts';
import { step } from '../lists.ts';
import { joinedBy, mapped } from '../values.ts';
import { accountAt, signIn, switched } from '../ways.ts';

const me = z.object({ user_id: z.string(), organization_id: z.string(), preferred_username: z.string() });
/** What objects and their fields have in common. */
const thing = z.object({ name: z.string(), label: z.string(), createable: z.boolean() });
const sobjects = z.object({ sobjects: z.array(thing) });
const described = z.object({
  fields: z.array(
    thing.extend({
      ...{ type: z.string(), nillable: z.boolean(), defaultedOnCreate: z.boolean().optional() },
      picklistValues: z.array(z.object({ value: z.string(), active: z.boolean() })).nullish(),
    }),
  ),
});
const made = z.object({ id: z.string() });

const kinds: Kinds = {
  ...{ string: 'text', textarea: 'text', email: 'text', phone: 'text', url: 'text', combobox: 'text' },
  ...{ int: 'number', double: 'number', currency: 'number', percent: 'number', boolean: 'boolean' },
  ...{ date: 'date', datetime: 'datetime', picklist: 'choice', multipicklist: 'choices' },
};
const pathOf = (object = '') => `/services/data/v63.0/sobjects/${encodeURIComponent(object)}`;

/** The calls of https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest. */
export const salesforce: Connector = {
  ...{ type: 'salesforce', label: 'Salesforce', categories: ['crm'], use: 'write' },
  purpose: 'Create records',
  fields: [switched('isSandbox', 'It is a sandbox', { leads: true })],
  auth: [signIn('salesforce', ['api', 'refresh_token', 'openid'])],
  // The organization's own host comes with the sign-in.
  baseUrl: ({ instance_url }) => String(instance_url),
  // With 403 it says that the day's calls are used up, or that one object is closed; the sign-in holds.
  faults: { REQUEST_LIMIT_EXCEEDED: 'retry', 'INSUFFICIENT_ACCESS*': 'permanent' },
  rateLimit: { requests: 25, per: 20_000 },
  check: accountAt('/services/oauth2/userinfo', me, (one) => ({
    ...{ id: `${one.organization_id} ${one.user_id}`, label: one.preferred_username },
  })),
  targets: [
    step('object', 'Object', async (http) =>
      (await http.get('/services/data/v63.0/sobjects', sobjects)).sobjects
        .filter(({ createable }) => createable)
        .map(({ name, label }) => ({ id: name, name: label })),
    ),
  ],
  fieldsOf: async (http, { object }) =>
    (await http.get(`${pathOf(object)}/describe`, described)).fields
      .filter(({ createable }) => createable)
      .flatMap(({ name, label, type, nillable, defaultedOnCreate, picklistValues }) =>
        fieldOf(kinds[type], {
          ...{ id: name, name: label, required: !nillable && defaultedOnCreate !== true },
          choices: picklistValues?.filter(({ active }) => active).map(({ value }) => value),
        }).map((field) => ({ ...field, ...(/percent/.test(type) && { inHundredths: true }) })),
      ),
  write: {
    repeats: 'ask',
    run: async (http, { object = '' }, { values }) => {
      const { id } = await http.post(pathOf(object), made, { json: mapped(values, joinedBy(';')) });
      const url = `${http.config.instance_url}/${encodeURIComponent(id)}`;
      return { said: `Created a record of ${object}`, url };
    },
  },
};
