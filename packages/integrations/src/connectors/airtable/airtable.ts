import { z } from 'zod';
import type { Connector, OutgoingFile, OutgoingValue, TargetField, TargetKind } from '../connector.ts';
import type { ServiceHttp } from '../service-http.ts';

const choices = z.object({ choices: z.array(z.object({ name: z.string() })).optional() });
const tables = z.object({
  tables: z.array(
    z.object({
      ...{ id: z.string(), name: z.string() },
      fields: z.array(
        z.object({
          ...{ id: z.string(), name: z.string(), type: z.string() },
          options: choices.nullish().catch(null),
        }),
      ),
    }),
  ),
});

/** Its writable types, https://airtable.com/developers/web/api/field-model; what is computed or names people is left out. */
const kinds: { readonly [type: string]: TargetKind } = {
  ...{ singleLineText: 'text', multilineText: 'text', richText: 'text', email: 'text', url: 'text' },
  ...{ phoneNumber: 'text', barcode: 'text', number: 'number', percent: 'number', currency: 'number' },
  ...{ rating: 'number', duration: 'number', checkbox: 'boolean', date: 'date', dateTime: 'datetime' },
  ...{ singleSelect: 'choice', multipleSelects: 'choices', multipleAttachments: 'files' },
};

const tablesOf = (http: ServiceHttp, baseId = '') =>
  http.get(`/v0/meta/bases/${encodeURIComponent(baseId)}/tables`, tables);

/** The calls of https://airtable.com/developers/web/api. */
export const airtable: Connector = {
  ...{ type: 'airtable', label: 'Airtable', categories: ['database'], use: 'write' },
  auth: [
    {
      ...{ kind: 'oauth', provider: 'airtable' },
      scopes: ['schema.bases:read', 'data.records:read', 'data.records:write'],
    },
    {
      ...{ kind: 'config', label: 'Personal access token' },
      fields: [
        {
          ...{ key: 'apiKey', label: 'Personal access token', kind: 'text', secret: true },
          hint: 'With the scopes schema.bases:read, data.records:read and data.records:write.',
          pattern: {
            source: 'key[A-Za-z0-9]{14}|.{51,}',
            message: 'That is no token of Airtable: copy all of it, from pat to its end.',
          },
        },
      ],
      headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
    },
  ],
  baseUrl: 'https://api.airtable.com',
  rateLimit: { requests: 5, per: 1_000, of: 'target' },
  check: async (http) => {
    const me = await http.get('/v0/meta/whoami', z.object({ id: z.string(), email: z.string().optional() }));
    return { id: me.id, label: me.email ?? me.id };
  },
  targets: [
    {
      ...{ key: 'baseId', label: 'Base' },
      list: async (http) => {
        const shape = z.object({
          bases: z.array(z.object({ id: z.string(), name: z.string() })),
          offset: z.string().optional(),
        });
        const found = [];
        for (let offset: string | undefined; ; ) {
          const page = await http.get('/v0/meta/bases', shape, { query: { offset } });
          found.push(...page.bases);
          offset = page.offset;
          if (offset === undefined || found.length > 5_000) return found;
        }
      },
    },
    {
      ...{ key: 'tableId', label: 'Table' },
      list: async (http, { baseId }) =>
        (await tablesOf(http, baseId)).tables.map(({ id, name }) => ({ id, name })),
    },
  ],
  fieldsOf: async (http, { baseId, tableId }) => {
    const table = (await tablesOf(http, baseId)).tables.find(({ id }) => id === tableId);
    return (table?.fields ?? []).flatMap(({ id, name, type, options }): TargetField[] => {
      const kind = kinds[type];
      return kind === undefined
        ? []
        : [{ id, name, kind, ...(options?.choices && { choices: options.choices.map((one) => one.name) }) }];
    });
  },
  write: {
    repeats: 'ask',
    run: async (http, { baseId = '', tableId = '' }, { values }) => {
      const fields = Object.fromEntries([...values].map(([id, value]) => [id, cell(value)]));
      // `typecast` makes options that the field lacks.
      const path = `/v0/${encodeURIComponent(baseId)}/${encodeURIComponent(tableId)}`;
      const { records } = await http.post(
        path,
        z.object({ records: z.array(z.object({ id: z.string() })) }),
        {
          json: { records: [{ fields }], typecast: true },
        },
      );
      const [record] = records;
      return { said: 'Added a record', url: `https://airtable.com/${baseId}/${tableId}/${record?.id ?? ''}` };
    },
  },
};

const isFile = (item: string | OutgoingFile): item is OutgoingFile => typeof item !== 'string';

const cell = (value: OutgoingValue): unknown =>
  Array.isArray(value)
    ? value.map((item: string | OutgoingFile) =>
        isFile(item) ? { url: item.url, filename: item.name } : item,
      )
    : value;
