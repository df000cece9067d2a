import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { behind, fieldOf, type Kinds, templateField, textAt, textField } from '../fields.ts';
import { listed, step } from '../lists.ts';
import { idsOf } from '../names.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { isList, mapped } from '../values.ts';
import { accountAt, oneKey, signIn } from '../ways.ts';

const me = z.object({
  data: z.object({ id: z.number(), email: z.string(), company_id: z.number(), company_name: z.string() }),
});
const page = z.object({
  additional_data: z.object({ next_cursor: z.string().nullish() }).nullish(),
});
type Page = z.infer<typeof page>;
const fields = page.extend({
  data: z.array(
    z.object({
      ...{
        field_name: z.string(),
        field_code: z.string(),
        field_type: z.string(),
        is_custom_field: z.boolean(),
      },
      options: z.array(z.object({ id: z.union([z.number(), z.string()]), label: z.string() })).nullish(),
    }),
  ),
});
const stages = page.extend({ data: z.array(named) });
const made = z.object({ data: z.object({ id: z.number() }) });
const failed = z.object({ success: z.literal(false), error: z.string().optional() });

/** What answers become, each with what it is made of beside fields of one's own. */
const objects = [
  {
    ...{ id: 'persons', name: 'People', one: 'person', fields: '/v2/personFields' },
    own: [
      textField('name', 'Name', { required: true }),
      textField('emails', 'Email', { address: true }),
      textField('phones', 'Phone'),
    ],
  },
  {
    ...{ id: 'organizations', name: 'Organizations', one: 'organization', fields: '/v2/organizationFields' },
    own: [textField('name', 'Name', { required: true })],
  },
  {
    ...{ id: 'deals', name: 'Deals', one: 'deal', fields: '/v2/dealFields' },
    own: [
      templateField('title', 'Title', { required: true }),
      { id: 'value', name: 'Value', kind: 'number' },
      { id: 'expected_close_date', name: 'Expected close date', kind: 'date' },
      { id: 'stage', name: 'Stage', kind: 'choice' },
    ],
  },
] as const satisfies readonly { readonly own: readonly TargetField[]; readonly [key: string]: unknown }[];

const kinds: Kinds = {
  ...{ varchar: 'text', text: 'text', varchar_auto: 'text', int: 'number', double: 'number' },
  ...{ boolean: 'boolean', date: 'date', enum: 'choice', set: 'choices' },
};

const objectOf = (id: string | undefined) => {
  const found = objects.find((one) => one.id === id);
  if (found === undefined) throw new ServiceFault('permanent', 'Pipedrive has no such object');
  return found;
};
const paging = { cursor: { cursor: (page: Page) => page.additional_data?.next_cursor } };
const fieldsOfObject = async (http: ServiceHttp, path: string) =>
  (await listed(http, path, fields, 'data', paging, { limit: 500 })).filter((one) => one.is_custom_field);
const stagesOf = (http: ServiceHttp) => listed(http, '/v2/stages', stages, 'data', paging, { limit: 500 });

/** The calls of https://developers.pipedrive.com/docs/api/v1, of version 2 where there is one. */
export const pipedrive: Connector = {
  ...{ type: 'pipedrive', label: 'Pipedrive', categories: ['crm'], use: 'write' },
  purpose: 'Create people, organizations and deals',
  auth: [
    signIn('pipedrive', ['base', 'contacts:full', 'deals:full']),
    oneKey(
      'API token',
      'In Pipedrive under Personal preferences, API.',
      (apiKey) => ({ 'x-api-token': apiKey }),
      { source: '[0-9a-zA-Z]{30,60}', message: 'An API token has 40 letters and digits' },
    ),
  ],
  // The company's own host comes with the sign-in.
  baseUrl: ({ api_domain = 'https://api.pipedrive.com' }) => `${api_domain}/api`,
  succeeded: (body) => {
    const said = failed.safeParse(body);
    return said.success ? (said.data.error ?? 'An error') : true;
  },
  rateLimit: { requests: 10, per: 2_000 },
  check: accountAt('/v1/users/me', me, ({ data }) => ({
    ...{ id: `${data.company_id} ${data.id}`, label: `${data.email}, ${data.company_name}` },
  })),
  targets: [step('object', 'Object', async () => objects.map(({ id, name }) => ({ id, name })))],
  fieldsOf: async (http, { object }) => {
    const { own, fields: path } = objectOf(object);
    const all = await fieldsOfObject(http, path);
    const choices = object === 'deals' ? (await stagesOf(http)).map(({ name }) => name) : [];
    return [
      ...own.map((field: TargetField) => (field.id === 'stage' ? { ...field, choices } : field)),
      ...all.flatMap(({ field_code, field_name, field_type, options }) =>
        fieldOf(kinds[field_type], {
          ...{ id: `field:${field_code}`, name: field_name },
          choices: options?.map(({ label }) => label),
        }),
      ),
    ];
  },
  write: {
    repeats: 'ask',
    run: async (http, { object }, { values }) => {
      const { id: path, one, fields: fieldsPath } = objectOf(object);
      const custom = behind(values, 'field:');
      const known = custom.size > 0 ? await fieldsOfObject(http, fieldsPath) : [];
      const stored = (id: string, value: OutgoingValue): unknown => {
        const options = known.find(({ field_code }) => field_code === id)?.options ?? [];
        const named = options.map((option) => ({ id: `${option.id}`, name: option.label }));
        if (isList(value)) return idsOf(named, value).map(Number);
        if (options.length > 0 && typeof value === 'string') return Number(idsOf(named, [value])[0]);
        return value;
      };
      const stage = values.get('stage');
      const own = [...values].flatMap(([id, value]): [string, unknown][] => {
        if (id.startsWith('field:') || id === 'stage') return [];
        const isMany = id === 'emails' || id === 'phones';
        return [[id, isMany ? [{ value: textAt(values, id), primary: true, label: 'work' }] : value]];
      });
      const json = {
        ...Object.fromEntries(own),
        ...(stage !== undefined && { stage_id: Number(idsOf(await stagesOf(http), [stage])[0]) }),
        ...(custom.size > 0 && { custom_fields: mapped(custom, (value, id) => stored(id, value)) }),
      };
      await http.post(`/v2/${path}`, made, { json });
      return { said: `Added a ${one}`.replace('a o', 'an o') };
    },
  },
};
