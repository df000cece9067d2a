import { z } from 'zod';
import type { Connector, OutgoingItem, Target, TargetField } from '../connector.ts';
import { fieldOf, type Kinds } from '../fields.ts';
import { listed, optionalStep, step } from '../lists.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { after } from '../steps.ts';
import { filesOf, mapped } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';
import { newTables } from './new-tables.ts';

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
const kinds: Kinds = {
  ...{ singleLineText: 'text', multilineText: 'text', richText: 'text', email: 'text', url: 'text' },
  ...{ phoneNumber: 'text', barcode: 'text', number: 'number', percent: 'number', currency: 'number' },
  ...{ rating: 'number', duration: 'number', checkbox: 'boolean', date: 'date', dateTime: 'datetime' },
  ...{ singleSelect: 'choice', multipleSelects: 'choices', multipleAttachments: 'files' },
};

const tablesOf = async (http: ServiceHttp, baseId = '') =>
  (await http.get(`/v0/meta/bases/${encodeURIComponent(baseId)}/tables`, tables)).tables;

const bases = z.object({
  bases: z.array(named),
  offset: z.string().optional(),
});
const recordPage = z.object({
  records: z.array(z.object({ fields: z.record(z.string(), z.unknown()) })),
  offset: z.string().optional(),
});

/** The calls of https://airtable.com/developers/web/api. */
export const airtable: Connector = {
  ...{ type: 'airtable', label: 'Airtable', categories: ['database'], use: 'write' },
  auth: [
    signIn('airtable', [
      ...['data.records:read', 'data.records:write', 'data.recordComments:read'],
      ...['schema.bases:read', 'schema.bases:write'],
    ]),
    {
      ...bearerToken(
        'Personal access token',
        'With the scopes data.records:read, data.records:write and schema.bases:read.',
        {
          source: 'key[A-Za-z0-9]{14}|.{51,}',
          message: 'API Key should be an alphanumeric string starting with "key"...',
        },
      ),
      onPageOnly: true,
    },
  ],
  baseUrl: 'https://api.airtable.com',
  // Also said of a base or table that is gone; the credential itself holds.
  faults: { 403: 'permanent' },
  rateLimit: { requests: 5, per: 1_000, of: 'target' },
  check: async (http) => {
    const me = await http.get('/v0/meta/whoami', z.object({ id: z.string(), email: z.string().optional() }));
    return { id: me.id, label: me.email ?? me.id };
  },
  targets: [
    step('baseId', 'Base', (http) =>
      listed(http, '/v0/meta/bases', bases, 'bases', { cursor: { offset: (page) => page.offset } }),
    ),
    step('tableId', 'Table', async (http, { baseId }) =>
      (await tablesOf(http, baseId)).map(({ id, name }) => ({ id, name })),
    ),
    optionalStep('mergeOn', 'Change the record with the same', async (http, target) =>
      (await fieldsOf(http, target))
        .filter(({ kind }) => ['text', 'number', 'choice'].includes(kind))
        .map(({ id, name }) => ({ id, name })),
    ),
  ],
  fieldsOf,
  create: { label: 'Create new table', inside: 'baseId', run: newTables },
  write: {
    // An answer without the value that finds its record adds one.
    repeats: ({ mergeOn = '' }, values) =>
      mergeOn === '' || values?.has(mergeOn) === false ? 'ask' : 'idempotent',
    run: write,
  },
  choices: async (http, { baseId = '', tableId = '' }, fieldId) => {
    const path = `${pathOf(baseId, tableId)}`;
    const query = { 'fields[]': fieldId, returnFieldsByFieldId: true, pageSize: 100 };
    const cursor = { offset: (page: z.infer<typeof recordPage>) => page.offset };
    const records = await listed(http, path, recordPage, 'records', { cursor }, query);
    const names = records.flatMap(({ fields }) => fields[fieldId] ?? []).map(String);
    return [...new Set(names)].map((name) => ({ id: name, name }));
  },
};

const pathOf = (...parts: readonly string[]) => `/v0/${parts.map(encodeURIComponent).join('/')}`;

async function fieldsOf(http: ServiceHttp, { baseId, tableId }: Target): Promise<readonly TargetField[]> {
  const table = (await tablesOf(http, baseId)).find(({ id }) => id === tableId);
  if (table === undefined)
    throw new ServiceFault('permanent', 'The table is no longer in this base: choose another one');
  return table.fields.flatMap(({ id, name, type, options }) =>
    fieldOf(kinds[type], { id, name, choices: options?.choices?.map((one) => one.name) }),
  );
}

/** Of a file that it cannot fetch, because this server has no public address. */
const maxSentFile = 5 * 1024 * 1024;

const written = z.object({ records: z.array(z.object({ id: z.string() })).min(1) });

async function write(
  http: ServiceHttp,
  { baseId = '', tableId = '', mergeOn = '' }: Target,
  item: OutgoingItem,
) {
  const sent = [...item.values].flatMap(([id, value]) =>
    filesOf(value)
      .filter(({ url }) => url === null)
      .map((file) => ({ id, file })),
  );
  const large = sent.find(({ file }) => file.size > maxSentFile);
  if (large)
    throw new ServiceFault(
      'permanent',
      `${large.file.name} is larger than 5 MB: Airtable takes it only from a server with a public address`,
    );
  const merges = mergeOn !== '' && item.values.has(mergeOn);
  const fields = mapped(item.values, (value) => {
    const files = filesOf(value);
    if (files.length === 0) return value;
    const fetched = files.flatMap(({ url, name }) => (url === null ? [] : [{ url, filename: name }]));
    // Those of an earlier attempt go: the same files are not there twice.
    return fetched.length > 0 || merges ? fetched : undefined;
  });
  // `typecast` makes options that the field lacks.
  const json = {
    ...{ records: [{ fields }], typecast: true },
    ...(merges && { performUpsert: { fieldsToMergeOn: [mergeOn] } }),
  };
  const { records } = await http.send(merges ? 'PATCH' : 'POST', pathOf(baseId, tableId), written, { json });
  const recordId = records[0]?.id ?? '';
  const said = merges ? 'Added or changed a record' : 'Added a record';
  await after(said, async () => {
    for (const { id, file } of sent)
      await http.post(
        `https://content.airtable.com${pathOf(baseId, recordId, id)}/uploadAttachment`,
        z.unknown(),
        {
          json: {
            ...{ contentType: file.mimeType, filename: file.name },
            file: Buffer.from(await file.read()).toString('base64'),
          },
        },
      );
  });
  return {
    said,
    url: `https://airtable.com/${[baseId, tableId, recordId].map(encodeURIComponent).join('/')}`,
  };
}
