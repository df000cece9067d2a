import { z } from 'zod';
import { accountAt } from '../accounts.ts';
import type { Connector, OutgoingValue } from '../connector.ts';
import { fieldOf, type Kinds } from '../fields.ts';
import { step } from '../target-step.ts';
import { isList, mapped } from '../values.ts';
import { signIn } from '../ways.ts';

const me = z.object({ user_id: z.string(), organization_id: z.string(), preferred_username: z.string() });
const sobjects = z.object({
  sobjects: z.array(z.object({ name: z.string(), label: z.string(), createable: z.boolean() })),
});
const described = z.object({
  fields: z.array(
    z.object({
      ...{ name: z.string(), label: z.string(), type: z.string(), createable: z.boolean() },
      ...{ nillable: z.boolean(), defaultedOnCreate: z.boolean().optional() },
      picklistValues: z.array(z.object({ value: z.string(), active: z.boolean() })).nullish(),
    }),
  ),
});
const made = z.object({ id: z.string() });
const refused = z.array(z.object({ errorCode: z.string() })).min(1);

const kinds: Kinds = {
  ...{ string: 'text', textarea: 'text', email: 'text', phone: 'text', url: 'text', combobox: 'text' },
  ...{ int: 'number', double: 'number', currency: 'number', percent: 'number', boolean: 'boolean' },
  ...{ date: 'date', datetime: 'datetime', picklist: 'choice', multipicklist: 'choices' },
};
/** Of a list several choices stand between semicolons. */
const stored = (value: OutgoingValue): unknown => (isList(value) ? value.map(String).join(';') : value);
const pathOf = (object = '') => `/services/data/v63.0/sobjects/${encodeURIComponent(object)}`;

/** The calls of https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest. */
export const salesforce: Connector = {
  ...{ type: 'salesforce', label: 'Salesforce', categories: ['crm'], use: 'write' },
  purpose: 'Create records',
  fields: [
    {
      ...{ key: 'isSandbox', label: 'It is a sandbox', kind: 'switch' },
      ...{ initial: false, optional: true, leads: true },
    },
  ],
  auth: [signIn('salesforce', ['api', 'refresh_token', 'openid'])],
  // The organization's own host comes with the sign-in.
  baseUrl: ({ instance_url }) => String(instance_url),
  // With 403 it says that the day's calls are used up, or that one object is closed; the sign-in holds.
  classOf: (_status, body) => {
    const code = refused.safeParse(body).data?.[0]?.errorCode ?? '';
    if (code === 'REQUEST_LIMIT_EXCEEDED') return 'retry';
    return code.startsWith('INSUFFICIENT_ACCESS') ? 'permanent' : undefined;
  },
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
  fieldsOf: async (http, { object }) => {
    const { fields } = await http.get(`${pathOf(object)}/describe`, described);
    return fields.flatMap(
      ({ name, label, type, createable, nillable, defaultedOnCreate, picklistValues }) => {
        const choices = picklistValues?.filter(({ active }) => active).map(({ value }) => value);
        const required = !nillable && defaultedOnCreate !== true && type !== 'boolean';
        return createable ? fieldOf(kinds[type], { id: name, name: label, choices, required }) : [];
      },
    );
  },
  write: {
    repeats: 'ask',
    run: async (http, { object = '' }, { values }) => {
      const { id } = await http.post(pathOf(object), made, { json: mapped(values, stored) });
      const url = `${http.config.instance_url}/${encodeURIComponent(id)}`;
      return { said: `Created a record of ${object}`, url };
    },
  },
};
