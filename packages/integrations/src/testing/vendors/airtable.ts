import { z } from 'zod';
import { odd, type StandIn, testFile } from '../stand-in.ts';

const baseId = odd('app');
const tableId = odd('tbl');
const record = { id: 'rec1', createdTime: '2026-11-23T10:00:00.000Z', fields: {} };
const choice = (name: string) => ({ id: `sel${name}`, name, color: 'blueLight2' });
const isoDate = { name: 'iso', format: 'YYYY-MM-DD' };
const attachment = z.strictObject({ url: z.url(), filename: z.string() });
const cell = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(attachment)]);
const body = {
  records: z
    .array(z.strictObject({ fields: z.record(z.string(), cell) }))
    .min(1)
    .max(10),
  typecast: z.boolean(),
};

const named = { name: z.string().min(1).max(255) };
const choices = z.strictObject({ choices: z.array(z.strictObject(named)).min(1) });
const precision = z.int().min(0).max(8);
const dateFormat = z.strictObject({ name: z.enum(['local', 'friendly', 'us', 'european', 'iso']) });
/** A field of a new table: what its type must be told. */
const newField = z.discriminatedUnion('type', [
  z.strictObject({
    ...named,
    type: z.enum(['singleLineText', 'multilineText', 'email', 'url', 'phoneNumber', 'multipleAttachments']),
  }),
  z.strictObject({ ...named, type: z.enum(['number', 'percent']), options: z.strictObject({ precision }) }),
  z.strictObject({
    ...named,
    type: z.literal('currency'),
    options: z.strictObject({ precision: precision.max(7), symbol: z.string() }),
  }),
  z.strictObject({
    ...named,
    type: z.literal('rating'),
    options: z.strictObject({ icon: z.literal('star'), max: z.int().min(1).max(10), color: z.string() }),
  }),
  z.strictObject({
    ...named,
    type: z.literal('duration'),
    options: z.strictObject({ durationFormat: z.enum(['h:mm', 'h:mm:ss', 'h:mm:ss.S']) }),
  }),
  z.strictObject({ ...named, type: z.literal('date'), options: z.strictObject({ dateFormat }) }),
  z.strictObject({
    ...named,
    type: z.literal('dateTime'),
    options: z.strictObject({
      dateFormat,
      timeFormat: z.strictObject({ name: z.enum(['12hour', '24hour']) }),
      timeZone: z.string(),
    }),
  }),
  z.strictObject({
    ...named,
    type: z.literal('checkbox'),
    options: z.strictObject({ icon: z.string(), color: z.string() }),
  }),
  z.strictObject({ ...named, type: z.enum(['singleSelect', 'multipleSelects']), options: choices }),
]);
const different = (all: readonly { readonly name: string }[]) =>
  new Set(all.map(({ name }) => name.toLowerCase())).size === all.length;
/** The body of a new table; its first field names records. */
export const newTable = z.strictObject({
  ...named,
  fields: z
    .array(newField)
    .min(1)
    .refine(different, 'Names of fields differ')
    .refine(
      ([first]) =>
        !['checkbox', 'singleSelect', 'multipleSelects', 'rating', 'multipleAttachments'].includes(
          first?.type ?? '',
        ),
      'The first field can name records',
    ),
});

/** By https://airtable.com/developers/web/api and the types of pyairtable; no description of the vendor's is published. */
export const airtable = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: 'https://api.airtable.com/v0/meta/whoami' },
      answer: () => ({ json: { id: 'usr1', scopes: [], email: 'ada@example.org' } }),
    },
    {
      ...{ method: 'GET', url: 'https://api.airtable.com/v0/meta/bases' },
      query: z.strictObject({ offset: z.string().optional() }),
      answer: ({ query }) =>
        query.offset === undefined
          ? { json: { bases: [{ id: baseId, name: 'Guests', permissionLevel: 'create' }], offset: 'a/b+c' } }
          : { json: { bases: [{ id: 'app2', name: 'Others', permissionLevel: 'read' }] } },
    },
    {
      ...{ method: 'GET', url: 'https://api.airtable.com/v0/meta/bases/:base/tables' },
      answer: () => ({
        json: {
          tables: [
            {
              ...{ id: tableId, name: 'People', primaryFieldId: 'fldName', views: [] },
              fields: [
                { id: 'fldName', name: 'Name', type: 'singleLineText' },
                { id: 'fldAge', name: 'Age', type: 'number', options: { precision: 0 } },
                {
                  id: 'fldCame',
                  name: 'Came',
                  type: 'checkbox',
                  options: { icon: 'check', color: 'greenBright' },
                },
                { id: 'fldBorn', name: 'Born', type: 'date', options: { dateFormat: isoDate } },
                {
                  ...{ id: 'fldAt', name: 'At', type: 'dateTime' },
                  options: {
                    dateFormat: isoDate,
                    timeFormat: { name: '24hour', format: 'HH:mm' },
                    timeZone: 'client',
                  },
                },
                {
                  id: 'fldMeal',
                  name: 'Meal',
                  type: 'singleSelect',
                  options: { choices: [choice('Soup')] },
                },
                { id: 'fldTags', name: 'Tags', type: 'multipleSelects', options: { choices: [choice('a')] } },
                {
                  id: 'fldFiles',
                  name: 'Files',
                  type: 'multipleAttachments',
                  options: { isReversed: false },
                },
                {
                  ...{ id: 'fldSum', name: 'Sum', type: 'formula' },
                  options: {
                    ...{ formula: '1+1', isValid: true, referencedFieldIds: [] },
                    result: { type: 'number', options: { precision: 0 } },
                  },
                },
                { id: 'fldNew', name: 'New', type: 'a type of tomorrow', options: null },
              ],
            },
          ],
        },
      }),
    },
    {
      ...{ method: 'GET', url: 'https://api.airtable.com/v0/:base/:table' },
      query: z.strictObject({
        'fields[]': z.literal('fldName'),
        ...{ returnFieldsByFieldId: z.literal('true'), pageSize: z.coerce.number().max(100) },
        offset: z.string().optional(),
      }),
      answer: ({ query }) => ({
        json:
          query.offset === undefined
            ? { records: [{ ...record, fields: { fldName: 'Ada' } }, record], offset: 'itr/1' }
            : {
                records: [
                  { ...record, fields: { fldName: 'Ada' } },
                  { ...record, fields: { fldName: 'Bo' } },
                ],
              },
      }),
    },
    {
      ...{ method: 'POST', url: 'https://api.airtable.com/v0/meta/bases/:base/tables', adds: true },
      body: newTable,
      answer: ({ path, body }) => {
        const { name, fields } = body as z.infer<typeof newTable>;
        if (path.base !== baseId) return { status: 404, json: { error: 'NOT_FOUND' } };
        if (name.toLowerCase() === 'people')
          return { status: 422, json: { error: { type: 'DUPLICATE_TABLE_NAME', message: 'Taken' } } };
        const withIds = fields.map((field, at) => ({ ...field, id: `fldNew${at}` }));
        return { json: { id: `tbl${name}`, name, primaryFieldId: 'fldNew0', fields: withIds, views: [] } };
      },
    },
    {
      ...{ method: 'POST', url: 'https://api.airtable.com/v0/:base/:table', adds: true },
      body: z.strictObject(body),
      answer: ({ path }) =>
        path.base === baseId && path.table === tableId
          ? { json: { records: [record] } }
          : { status: 404, json: { error: 'NOT_FOUND' } },
    },
    {
      ...{ method: 'PATCH', url: 'https://api.airtable.com/v0/:base/:table' },
      body: z.strictObject({
        ...body,
        performUpsert: z.strictObject({ fieldsToMergeOn: z.array(z.string()).min(1).max(3) }),
      }),
      answer: () => ({ json: { records: [record], createdRecords: [], updatedRecords: ['rec1'] } }),
    },
    {
      ...{
        method: 'POST',
        url: 'https://content.airtable.com/v0/:base/:record/:field/uploadAttachment',
        adds: true,
      },
      body: z.strictObject({ contentType: z.string(), filename: z.string(), file: z.base64() }),
      answer: () => ({ json: { id: 'rec1', createdTime: '2026-11-23T10:00:00.000Z', fields: {} } }),
    },
  ],
  ways: [
    { config: {}, account: { id: 'usr1', label: 'ada@example.org' } },
    {
      config: { apiKey: `pat${'a'.repeat(60)}` },
      credential: () => ({ authorization: `Bearer pat${'a'.repeat(60)}` }),
      account: { id: 'usr1', label: 'ada@example.org' },
    },
  ],
  target: { baseId, tableId },
  fields: [
    { id: 'fldName', name: 'Name', kind: 'text' },
    { id: 'fldAge', name: 'Age', kind: 'number' },
    { id: 'fldCame', name: 'Came', kind: 'boolean' },
    { id: 'fldBorn', name: 'Born', kind: 'date' },
    { id: 'fldAt', name: 'At', kind: 'datetime' },
    { id: 'fldMeal', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'fldTags', name: 'Tags', kind: 'choices', choices: ['a'] },
    { id: 'fldFiles', name: 'Files', kind: 'files' },
  ],
  values: {
    ...{ fldName: 'Ada', fldAge: 41.5, fldCame: true, fldBorn: '2026-03-29', fldAt: '2026-03-29T01:30:00Z' },
    ...{ fldMeal: 'Soup', fldTags: ['a', 'b'] },
    fldFiles: [testFile('a.png', 3), testFile('b.png', 3, 'https://x.example/b')],
  },
  sent: [
    {
      typecast: true,
      records: [
        {
          fields: {
            ...{ fldName: 'Ada', fldAge: 41.5, fldCame: true, fldBorn: '2026-03-29' },
            ...{ fldAt: '2026-03-29T01:30:00Z', fldMeal: 'Soup', fldTags: ['a', 'b'] },
            fldFiles: [{ url: 'https://x.example/b', filename: 'b.png' }],
          },
        },
      ],
    },
    { contentType: 'image/png', filename: 'a.png', file: 'AAAA' },
  ],
});
