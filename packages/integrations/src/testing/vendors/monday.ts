import { z } from 'zod';
import { type StandIn, testFile } from '../stand-in.ts';

const apiKey = 'a token of monday.com';
const headers = z.looseObject({ 'api-version': z.literal('2026-10') });
const columns = [
  { id: 'name', title: 'Item', type: 'name' },
  { id: 'text_1', title: 'Note', type: 'text' },
  { id: 'long_1', title: 'Story', type: 'long_text' },
  { id: 'num_1', title: 'Age', type: 'numbers' },
  { id: 'mail_1', title: 'Mail', type: 'email' },
  { id: 'state_1', title: 'State', type: 'status' },
  { id: 'check_1', title: 'Came', type: 'checkbox' },
  { id: 'date_1', title: 'At', type: 'date' },
  { id: 'drop_1', title: 'Tags', type: 'dropdown' },
  { id: 'file_1', title: 'Files', type: 'file' },
  { id: 'person_1', title: 'Who', type: 'people' },
];

/** Queries with the variables of their fields in the vendor's schema (monday-graphql of mondaycom/mcp, MIT, version 2026-10). */
const operations = [
  {
    asks: /\{ me \{ id email \} \}$/,
    variables: z.strictObject({}),
    data: { me: { id: '9', email: 'ada@example.org' } },
  },
  {
    asks: /\{ boards\(limit: 200, page: \$page, state: active, order_by: used_at\) \{ id name \} \}$/,
    variables: z.strictObject({ page: z.int() }),
    data: {
      boards: [
        { id: '11', name: 'Guests' },
        { id: '12', name: 'Others' },
      ],
    },
  },
  {
    asks: /\{ boards\(ids: \$ids\) \{ groups \{ id title \} \} \}$/,
    variables: z.strictObject({ ids: z.array(z.string()) }),
    data: { boards: [{ groups: [{ id: 'topics', title: 'New' }] }] },
  },
  {
    asks: /\{ boards\(ids: \$ids\) \{ columns \{ id title type \} \} \}$/,
    variables: z.strictObject({ ids: z.array(z.string()) }),
    data: { boards: [{ columns }] },
  },
] as const;
const created = z.strictObject({
  board: z.literal('11'),
  group: z.literal('topics'),
  name: z.string(),
  values: z.string(),
});
const mutation =
  /^mutation \(\$board: ID!, \$group: String, \$name: String!, \$values: JSON\) \{ create_item\(board_id: \$board, group_id: \$group, item_name: \$name, column_values: \$values, create_labels_if_missing: true\) \{ id url \} \}$/;
const creates = (body: unknown) => mutation.test((body as { query?: string }).query ?? '');

const read = z
  .strictObject({ query: z.string(), variables: z.unknown() })
  .refine(
    ({ query, variables }) =>
      operations.some((one) => one.asks.test(query) && one.variables.safeParse(variables).success),
    'no query of the description',
  );

export const monday = (): StandIn => ({
  routes: [
    {
      ...{ method: 'POST', url: 'https://api.monday.com/v2', headers, adds: creates },
      body: z.union([read, z.strictObject({ query: z.string().regex(mutation), variables: created })]),
      answer: (call) => {
        const { query } = call.body as { query: string };
        if (creates(call.body))
          return { json: { data: { create_item: { id: '21', url: 'https://x.monday.com/21' } } } };
        return { json: { data: operations.find((one) => one.asks.test(query))?.data } };
      },
    },
    {
      ...{ method: 'POST', url: 'https://api.monday.com/v2/file', headers, adds: true },
      body: z.strictObject({
        query: z.string().regex(/^mutation \(.*\$file: File!\) \{ add_file_to_column\(/),
        variables: z.literal('{"item":"21","column":"file_1"}'),
        map: z.literal('{"file":"variables.file"}'),
        file: z.strictObject({ name: z.string(), type: z.string(), size: z.number() }),
      }),
      answer: () => ({ json: { data: { add_file_to_column: { id: '31' } } } }),
    },
  ],
  ways: [
    {
      config: { apiKey },
      credential: () => ({ authorization: apiKey }),
      account: { id: '9', label: 'ada@example.org' },
    },
    { config: {}, account: { id: '9', label: 'ada@example.org' } },
  ],
  target: { boardId: '11', groupId: 'topics' },
  fields: [
    { id: 'name', name: 'Item', kind: 'text', required: true },
    { id: 'text_1', name: 'Note', kind: 'text' },
    { id: 'long_1', name: 'Story', kind: 'text' },
    { id: 'num_1', name: 'Age', kind: 'number' },
    { id: 'mail_1', name: 'Mail', kind: 'text' },
    { id: 'state_1', name: 'State', kind: 'choice' },
    { id: 'check_1', name: 'Came', kind: 'boolean' },
    { id: 'date_1', name: 'At', kind: 'moment' },
    { id: 'drop_1', name: 'Tags', kind: 'choices' },
    { id: 'file_1', name: 'Files', kind: 'files' },
  ],
  values: {
    ...{ name: 'Ada "A"', text_1: 'x', long_1: 'y', num_1: 41.5, mail_1: 'ada@example.org', state_1: 'New' },
    ...{ check_1: true, date_1: '2026-03-29T01:30:00Z', drop_1: ['a', 'b'], file_1: [testFile('é.png', 3)] },
  },
  sent: [
    {
      ...{ board: '11', group: 'topics', name: 'Ada "A"' },
      values: {
        ...{ text_1: 'x', long_1: { text: 'y' }, num_1: '41.5' },
        mail_1: { email: 'ada@example.org', text: 'ada@example.org' },
        ...{ state_1: { label: 'New' }, check_1: { checked: 'true' } },
        ...{ date_1: { date: '2026-03-29', time: '01:30:00' }, drop_1: { labels: ['a', 'b'] } },
      },
    },
    { name: 'é.png', type: 'image/png', size: 3 },
  ],
  sentOf: (calls) =>
    calls.flatMap((call) => {
      const { variables, file } = call.body as { variables: { values: string }; file?: unknown };
      if (file !== undefined) return [file];
      return creates(call.body) ? [{ ...variables, values: JSON.parse(variables.values) }] : [];
    }),
});
