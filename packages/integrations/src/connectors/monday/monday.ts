import { z } from 'zod';
import type { Connector, OutgoingFile, OutgoingValue, Target, TargetKind } from '../connector.ts';
import { fieldOf, textAt } from '../fields.ts';
import { askGraphql } from '../graphql.ts';
import { allPages, optionalStep, step } from '../lists.ts';
import { formWithFile } from '../multipart.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { hasNoErrors, named } from '../shapes.ts';
import { after } from '../steps.ts';
import { filesOf, isList, textOf } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';

const me = z.object({ me: z.object({ id: z.string(), email: z.string() }) });
const boards = z.object({ boards: z.array(named.nullable()) });
const groups = z.object({
  boards: z.array(z.object({ groups: z.array(z.object({ id: z.string(), title: z.string() })) })),
});
const columns = z.object({
  boards: z.array(
    z.object({
      columns: z.array(z.object({ id: z.string(), title: z.string(), type: z.string() })),
    }),
  ),
});
const item = z.object({ create_item: z.object({ id: z.string(), url: z.string().optional() }) });

const query = <T>(http: ServiceHttp, text: string, shape: z.ZodType<T>, variables = {}, safe = true) =>
  askGraphql(http, '/v2', text, shape, variables, { safe });

/** Its column types that can be written, https://developer.monday.com/api-reference/reference/column-types-reference */
const kinds: {
  readonly [type: string]: { readonly kind: TargetKind; readonly make: (value: string) => unknown };
} = {
  text: { kind: 'text', make: (text) => text },
  long_text: { kind: 'text', make: (text) => ({ text }) },
  numbers: { kind: 'number', make: (text) => text },
  email: { kind: 'text', make: (text) => ({ email: text, text }) },
  phone: { kind: 'text', make: (phone) => ({ phone, countryShortName: '' }) },
  link: { kind: 'text', make: (url) => ({ url, text: url }) },
  status: { kind: 'choice', make: (label) => ({ label }) },
  checkbox: { kind: 'boolean', make: (text) => (text === 'true' ? { checked: 'true' } : null) },
  date: { kind: 'moment', make: dateOf },
  dropdown: { kind: 'choices', make: (label) => ({ labels: [label] }) },
  rating: { kind: 'number', make: (text) => ({ rating: Math.round(Number(text)) }) },
  file: { kind: 'files', make: () => undefined },
};

/** A date, and the time in UTC where there is one. */
function dateOf(text: string) {
  const [date, time] = text.split('T');
  return time === undefined ? { date } : { date, time: time.slice(0, 8).replace(/Z$/, '') };
}

const columnsOf = async (http: ServiceHttp, { boardId = '' }: Target) =>
  (
    await query(http, 'query ($ids: [ID!]) { boards(ids: $ids) { columns { id title type } } }', columns, {
      ids: [boardId],
    })
  ).boards[0]?.columns ?? gone();

const gone = (): never => {
  throw new ServiceFault('permanent', 'The board is no longer there: choose another one');
};

export const monday: Connector = {
  ...{ type: 'monday', label: 'monday.com', categories: ['project_management'], use: 'write' },
  purpose: 'Create items on a board',
  auth: [
    bearerToken(
      'API key',
      'In monday.com under your picture, Developers, My access tokens.',
      { source: '.{16,}', message: 'API Key should be an alphanumeric string, from your Monday account.' },
      '',
    ),
    signIn('monday', ['me:read', 'boards:read', 'boards:write']),
  ],
  baseUrl: 'https://api.monday.com',
  // Versions are dated and kept for a while; https://developer.monday.com/api-reference/docs/api-versioning
  headers: { 'api-version': '2026-10' },
  succeeded: hasNoErrors,
  rateLimit: { requests: 60, per: 60_000 },
  check: async (http) => {
    const { id, email } = (await query(http, 'query { me { id email } }', me)).me;
    return { id, label: email };
  },
  targets: [
    step('boardId', 'Board', (http) =>
      allPages(async (page = '1') => {
        const text =
          'query ($page: Int!) { boards(limit: 200, page: $page, state: active, order_by: used_at) { id name } }';
        const found = await query(http, text, boards, { page: Number(page) });
        const there = found.boards.filter((board) => board !== null);
        return { items: there, next: found.boards.length < 200 ? null : `${Number(page) + 1}` };
      }),
    ),
    optionalStep('groupId', 'Group', async (http, { boardId = '' }) => {
      const text = 'query ($ids: [ID!]) { boards(ids: $ids) { groups { id title } } }';
      const found = await query(http, text, groups, { ids: [boardId] });
      return (found.boards[0]?.groups ?? gone()).map(({ id, title }) => ({ id, name: title }));
    }),
  ],
  fieldsOf: async (http, target) =>
    (await columnsOf(http, target)).flatMap(({ id, title, type }) =>
      // The name of an item is a column of its own type, which is written beside the others.
      type === 'name'
        ? fieldOf('text', { id: 'name', name: title, required: true })
        : fieldOf(kinds[type]?.kind, { id, name: title }),
    ),
  write: {
    repeats: 'ask',
    run: async (http, target, { values }) => {
      const types = new Map((await columnsOf(http, target)).map(({ id, type }) => [id, type]));
      const name = textAt(values, 'name');
      const files = [...values].flatMap(([id, value]) => filesOf(value).map((file) => ({ id, file })));
      const cells = [...values]
        .filter(([id, value]) => id !== 'name' && filesOf(value).length === 0)
        .map(([id, value]) => [id, cell(value, types.get(id))]);
      const text =
        'mutation ($board: ID!, $group: String, $name: String!, $values: JSON) { create_item(board_id: $board, group_id: $group, item_name: $name, column_values: $values, create_labels_if_missing: true) { id url } }';
      const variables = {
        ...{ board: target.boardId, name, values: JSON.stringify(Object.fromEntries(cells)) },
        ...(target.groupId !== undefined && target.groupId !== '' && { group: target.groupId }),
      };
      const { create_item } = await query(http, text, item, variables, false);
      await after('Added an item', async () => {
        for (const { id, file } of files) await addFile(http, create_item.id, id, file);
      });
      return { said: 'Added an item', ...(create_item.url !== undefined && { url: create_item.url }) };
    },
  },
};

function cell(value: OutgoingValue, type = ''): unknown {
  const made = kinds[type];
  if (made === undefined)
    throw new ServiceFault('permanent', 'A column that was mapped is gone from the board: map it again');
  return made.kind === 'choices' && isList(value) ? { labels: value.map(String) } : made.make(textOf(value));
}

async function addFile(http: ServiceHttp, itemId: string, columnId: string, file: OutgoingFile) {
  const text =
    'mutation ($item: ID!, $column: String!, $file: File!) { add_file_to_column(item_id: $item, column_id: $column, file: $file) { id } }';
  const texts = {
    query: text,
    variables: JSON.stringify({ item: itemId, column: columnId }),
    map: '{"file":"variables.file"}',
  };
  const body = formWithFile(texts, 'file', { ...file, bytes: await file.read() });
  await http.sendRaw('POST', '/v2/file', { body });
}
