import { z } from 'zod';
import type { Connector, OutgoingFile, OutgoingValue, TargetKind } from '../connector.ts';
import { fieldOf } from '../fields.ts';
import { allPages, step } from '../lists.ts';
import { formWithFile } from '../multipart.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { filesOf, isList, listOf, textOf } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';

const me = z.object({ id: z.string(), bot: z.object({ workspace_name: z.string().nullish() }) });
const text = z.array(z.object({ plain_text: z.string() }));
const sources = z.object({
  results: z.array(z.object({ id: z.string(), title: text.catch([]) })),
  next_cursor: z.string().nullable(),
});
const options = z.object({ options: z.array(z.object({ name: z.string() })) }).optional();
const source = z.object({
  properties: z.record(
    z.string(),
    z.object({
      ...{ id: z.string(), name: z.string(), type: z.string() },
      ...{ select: options, multi_select: options, status: options },
    }),
  ),
});
const page = z.object({ id: z.string(), url: z.string().optional() });

interface Property {
  readonly kind: TargetKind;
  readonly make: (value: OutgoingValue) => unknown;
}

/** Characters of one text object; a property takes a hundred of them. */
const chunk = 2_000;
const maxText = chunk * 100;

const richText = (value: OutgoingValue) => {
  const whole = textOf(value);
  if (whole.length > maxText)
    throw new ServiceFault('permanent', 'A text is longer than the 200,000 characters that Notion takes');
  // By code points: half of a character outside the basic plane is no text.
  const pieces: string[] = [];
  for (let at = 0; at < whole.length; ) {
    const end = at + chunk;
    const splits = /[\ud800-\udbff]/.test(whole.charAt(end - 1)) && end < whole.length;
    pieces.push(whole.slice(at, splits ? end - 1 : end));
    at = splits ? end - 1 : end;
  }
  return pieces.map((content) => ({ type: 'text', text: { content } }));
};
const plain =
  (key: string) =>
  (value: OutgoingValue): unknown => ({ [key]: isList(value) ? textOf(value) : value });
const named = (name: string) => ({ name });

/** Its types that can be written, https://developers.notion.com/reference/page-property-values; people and relations cannot be named. */
const properties: { readonly [type: string]: Property } = {
  title: { kind: 'text', make: (value) => ({ title: richText(value) }) },
  rich_text: { kind: 'text', make: (value) => ({ rich_text: richText(value) }) },
  number: { kind: 'number', make: plain('number') },
  checkbox: { kind: 'boolean', make: plain('checkbox') },
  url: { kind: 'text', make: plain('url') },
  email: { kind: 'text', make: plain('email') },
  phone_number: { kind: 'text', make: plain('phone_number') },
  date: { kind: 'moment', make: (value) => ({ date: { start: textOf(value) } }) },
  select: { kind: 'choice', make: (value) => ({ select: named(textOf(value)) }) },
  status: { kind: 'choice', make: (value) => ({ status: named(textOf(value)) }) },
  multi_select: {
    kind: 'choices',
    make: (value) => ({ multi_select: listOf(value).map(named) }),
  },
  files: { kind: 'files', make: () => undefined },
};

const propertiesOf = async (http: ServiceHttp, dataSourceId: string) => {
  const path = `/v1/data_sources/${encodeURIComponent(dataSourceId)}`;
  return Object.values((await http.get(path, source)).properties);
};

/** The calls of https://developers.notion.com/reference. */
export const notion: Connector = {
  ...{ type: 'notion', label: 'Notion', categories: ['database', 'project_management'], use: 'write' },
  purpose: 'Add pages to a database',
  auth: [
    signIn('notion', []),
    bearerToken(
      'Internal integration secret',
      'Of an integration at notion.so/my-integrations; share the database with it under Connections.',
      { source: '(secret|ntn)_\\w{20,}', message: 'The secret begins with ntn_ or secret_' },
    ),
  ],
  baseUrl: 'https://api.notion.com',
  // The newest version by which a database may have several sources; https://developers.notion.com/reference/versioning
  headers: { 'notion-version': '2025-09-03' },
  // A page that is not shared with the integration; the secret itself holds.
  faults: { 403: 'permanent' },
  rateLimit: { requests: 3, per: 1_000 },
  check: async (http) => {
    const { id, bot } = await http.get('/v1/users/me', me);
    return { id, label: bot.workspace_name ?? 'Notion' };
  },
  targets: [
    step('dataSourceId', 'Database', (http) =>
      allPages(async (cursor) => {
        const json = {
          filter: { property: 'object', value: 'data_source' },
          ...{ page_size: 100, ...(cursor !== undefined && { start_cursor: cursor }) },
        };
        const found = await http.post('/v1/search', sources, { json, safe: true });
        return {
          items: found.results.map(({ id, title }) => ({
            id,
            name: title.map((one) => one.plain_text).join('') || 'Untitled',
          })),
          next: found.next_cursor,
        };
      }),
    ),
  ],
  fieldsOf: async (http, { dataSourceId = '' }) =>
    (await propertiesOf(http, dataSourceId)).flatMap(({ id, name, type, ...of }) => {
      const options = (of.select ?? of.multi_select ?? of.status)?.options;
      return fieldOf(properties[type]?.kind, { id, name, choices: options?.map((one) => one.name) });
    }),
  write: {
    repeats: 'ask',
    run: async (http, { dataSourceId = '' }, { values }) => {
      const types = new Map((await propertiesOf(http, dataSourceId)).map((one) => [one.id, one.type]));
      const made: { [id: string]: unknown } = {};
      for (const [id, value] of values) {
        const files = filesOf(value);
        made[id] =
          files.length > 0
            ? { files: await sendFiles(http, files) }
            : properties[types.get(id) ?? '']?.make(value);
        if (made[id] === undefined)
          throw new ServiceFault(
            'permanent',
            'A property that was mapped is gone from the database: map it again',
          );
      }
      const json = { parent: { type: 'data_source_id', data_source_id: dataSourceId }, properties: made };
      const { url } = await http.post('/v1/pages', page, { json });
      return { said: 'Added a page', ...(url !== undefined && { url }) };
    },
  },
};

const upload = z.object({ id: z.string() });
const maxFile = 20 * 1024 * 1024;

/** Sent before the page: one that no page names is forgotten after an hour. */
async function sendFiles(http: ServiceHttp, files: readonly OutgoingFile[]) {
  const sent: unknown[] = [];
  for (const file of files) {
    if (file.size > maxFile)
      throw new ServiceFault('permanent', `${file.name} is larger than 20 MB, which Notion takes at once`);
    const json = { mode: 'single_part', filename: file.name, content_type: file.mimeType };
    const { id } = await http.post('/v1/file_uploads', upload, { json, safe: true });
    const body = formWithFile({}, 'file', { ...file, bytes: await file.read() });
    await http.post(`/v1/file_uploads/${encodeURIComponent(id)}/send`, upload, { body, safe: true });
    sent.push({ type: 'file_upload', file_upload: { id }, name: file.name });
  }
  return sent;
}
