import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { fieldOf, type Kinds } from '../fields.ts';
import { listed, step } from '../lists.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { isList, textOf } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';

const self = z.object({
  active: z.boolean(),
  workspace_id: z.string().optional(),
  workspace_name: z.string().optional(),
});
const objects = z.object({
  data: z.array(z.object({ api_slug: z.string(), plural_noun: z.string().nullish() })),
});
const attributes = z.object({
  data: z.array(
    z.object({
      ...{ api_slug: z.string(), title: z.string(), type: z.string() },
      ...{ is_writable: z.boolean(), is_required: z.boolean(), is_unique: z.boolean() },
      ...{ is_multiselect: z.boolean(), is_archived: z.boolean() },
    }),
  ),
});
type Attribute = z.infer<typeof attributes>['data'][number];
const titles = z.object({
  data: z.array(z.object({ title: z.string(), is_archived: z.boolean().optional() })),
});
const made = z.object({ data: z.object({ web_url: z.string().optional() }) });

const kinds: Kinds = {
  ...{
    text: 'text',
    'personal-name': 'text',
    'email-address': 'text',
    'phone-number': 'text',
    domain: 'text',
  },
  ...{ number: 'number', currency: 'number', rating: 'number', checkbox: 'boolean', date: 'date' },
  ...{ timestamp: 'datetime', select: 'choice', status: 'choice' },
};
/** Where the choices of an attribute are listed. */
const lists: { readonly [type: string]: string } = { select: 'options', status: 'statuses' };
/** What a record is known by again, in this order. */
const keys = ['email-address', 'domain'];

const attributesOf = async (http: ServiceHttp, object: string) => {
  const path = `/v2/objects/${encodeURIComponent(object)}/attributes`;
  const all = await listed(http, path, attributes, 'data', { limit: 500 });
  return all.filter((one) => one.is_writable && !one.is_archived);
};
const keyOf = (all: readonly Attribute[]): Attribute | undefined =>
  keys.flatMap((type) => all.filter((one) => one.is_unique && one.type === type))[0];

/** The calls of https://docs.attio.com/rest-api. */
export const attio: Connector = {
  ...{ type: 'attio', label: 'Attio', categories: ['crm'], use: 'write' },
  purpose: 'Create and update records',
  auth: [
    signIn('attio', ['object_configuration:read', 'record_permission:read-write']),
    bearerToken('Access token', 'In Attio under Workspace settings, Developers.', {
      source: '\\w{40,200}',
      message: 'An access token of Attio is a long row of letters and digits',
    }),
  ],
  baseUrl: 'https://api.attio.com',
  rateLimit: { requests: 20, per: 1_000 },
  check: async (http) => {
    const { active, workspace_id = '', workspace_name } = await http.get('/v2/self', self);
    if (!active) throw new ServiceFault('reconnect', 'Attio does not know this token any more');
    return { id: workspace_id, label: workspace_name ?? workspace_id };
  },
  targets: [
    step('object', 'Object', async (http) =>
      (await http.get('/v2/objects', objects)).data.map(({ api_slug, plural_noun }) => ({
        ...{ id: api_slug, name: plural_noun || api_slug },
      })),
    ),
  ],
  fieldsOf: async (http, { object = '' }) => {
    const all = await attributesOf(http, object);
    const key = keyOf(all)?.api_slug;
    const fields: TargetField[] = [];
    for (const { api_slug, title, type, is_multiselect, is_required } of all) {
      const kind = kinds[type];
      if (kind === undefined) continue;
      const path = `/v2/objects/${encodeURIComponent(object)}/attributes/${encodeURIComponent(api_slug)}`;
      const list = lists[type];
      const choices =
        list === undefined
          ? undefined
          : (await http.get(`${path}/${list}`, titles)).data
              .filter((one) => one.is_archived !== true)
              .map((one) => one.title);
      fields.push(
        ...fieldOf(kind === 'choice' && is_multiselect ? 'choices' : kind, {
          ...{ id: api_slug, name: title, choices, required: is_required || api_slug === key },
        }),
      );
    }
    return fields;
  },
  write: {
    // Companies are known by a domain, people by an address; what has neither is added each time.
    repeats: ({ object }) => (object === 'people' || object === 'companies' ? 'idempotent' : 'ask'),
    run: async (http, { object = '' }, { values }) => {
      const all = await attributesOf(http, object);
      const stored = Object.fromEntries(
        [...values].map(([id, value]) => [
          id,
          valuesOf(
            value,
            all.find((one) => one.api_slug === id),
          ),
        ]),
      );
      const path = `/v2/objects/${encodeURIComponent(object)}/records`;
      const key = keyOf(all)?.api_slug;
      const json = { data: { values: stored } };
      const isKnown = key !== undefined && values.has(key);
      if (!isKnown && (object === 'people' || object === 'companies'))
        throw new ServiceFault('permanent', 'The answer has nothing by which Attio knows a record');
      const { data } = isKnown
        ? await http.send('PUT', path, made, { json, query: { matching_attribute: key }, safe: true })
        : await http.post(path, made, { json });
      const { web_url: url } = data;
      return { said: isKnown ? 'Added or changed a record' : 'Added a record', ...(url && { url }) };
    },
  },
};

/** Every attribute holds a list; of a name the last word is the last name. */
function valuesOf(value: OutgoingValue, attribute: Attribute | undefined): readonly unknown[] {
  if (isList(value)) return value.map(String);
  if (attribute?.type !== 'personal-name') return [typeof value === 'string' ? value.trim() : value];
  const full_name = textOf(value).trim();
  const words = full_name.split(/\s+/);
  const last_name = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [{ full_name, first_name: words.length > 1 ? words.slice(0, -1).join(' ') : full_name, last_name }];
}
