import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { isList, textOf } from '../values.ts';
import { bearerToken } from '../ways.ts';

const named = z.object({ id: z.string(), name: z.string() });
const me = z.object({
  user: z.object({ id: z.number(), username: z.string().nullish(), email: z.string() }),
});
const teams = z.object({ teams: z.array(named) });
const spaces = z.object({ spaces: z.array(named) });
const folders = z.object({ folders: z.array(named) });
const lists = z.object({ lists: z.array(named) });
const option = z.object({ id: z.string(), name: z.string().optional(), label: z.string().nullish() });
const fields = z.object({
  fields: z.array(
    named.extend({
      type: z.string(),
      required: z.boolean().nullish(),
      type_config: z.object({ options: z.array(option).optional() }).optional(),
    }),
  ),
});
const made = z.object({ id: z.string(), url: z.string().optional() });

const kinds: { readonly [type: string]: TargetField['kind'] } = {
  ...{ short_text: 'text', text: 'text', email: 'text', url: 'text', phone: 'text', number: 'number' },
  ...{ currency: 'number', checkbox: 'boolean', date: 'date', drop_down: 'choice', labels: 'choices' },
};
const priorities = ['Urgent', 'High', 'Normal', 'Low'];
const own: readonly TargetField[] = [
  { id: 'name', name: 'Task name', kind: 'text', required: true, template: true },
  { id: 'markdown_content', name: 'Description', kind: 'text', template: true },
  { id: 'due_date', name: 'Due date', kind: 'date' },
  { id: 'priority', name: 'Priority', kind: 'choice', choices: priorities },
  { id: 'tags', name: 'Tags', kind: 'choices' },
];
/**
 * A day without a time is kept as 4 o'clock where whoever adds it lives, so it is told as a moment that is of this day from
 * Honolulu (UTC-10) to Auckland in summer (UTC+13): midnight in UTC is the day before all over America.
 */
const at = (value: OutgoingValue): number => Date.parse(`${textOf(value)}T10:00Z`);
/** What is not stored as it is. */
const written: {
  readonly [type: string]: (value: OutgoingValue, idOf: (name: string) => string) => unknown;
} = {
  date: at,
  drop_down: (value, idOf) => idOf(textOf(value)),
  labels: (value, idOf) => (isList(value) ? value.map((one) => idOf(String(one))) : []),
};
const nameOf = ({ name, label }: z.infer<typeof option>): string => name ?? label ?? '';
const path = encodeURIComponent;

/** The calls of https://developer.clickup.com/reference, version 2. */
export const clickup: Connector = {
  ...{ type: 'clickup', label: 'ClickUp', categories: ['project_management'], use: 'write' },
  auth: [
    { kind: 'oauth', provider: 'clickup', scopes: [] },
    bearerToken(
      'Personal token',
      'In ClickUp under Settings, Apps.',
      { source: 'pk_\\w{10,}', message: 'A personal token of ClickUp begins with pk_' },
      '',
    ),
  ],
  baseUrl: 'https://api.clickup.com/api/v2',
  rateLimit: { requests: 100, per: 60_000 },
  check: async (http) => {
    const { user } = await http.get('/user', me);
    return { id: `${user.id}`, label: user.email };
  },
  targets: [
    { key: 'teamId', label: 'Workspace', list: async (http) => (await http.get('/team', teams)).teams },
    {
      ...{ key: 'spaceId', label: 'Space' },
      list: async (http, { teamId = '' }) =>
        (await http.get(`/team/${path(teamId)}/space`, spaces, { query: { archived: false } })).spaces,
    },
    {
      ...{ key: 'listId', label: 'List' },
      list: async (http, { spaceId = '' }) => {
        const query = { archived: false };
        const space = `/space/${path(spaceId)}`;
        const { lists: bare } = await http.get(`${space}/list`, lists, { query });
        const { folders: all } = await http.get(`${space}/folder`, folders, { query });
        const inFolders = [];
        for (const { id, name } of all.slice(0, 50)) {
          const found = await http.get(`/folder/${path(id)}/list`, lists, { query });
          inFolders.push(...found.lists.map((list) => ({ id: list.id, name: `${name} / ${list.name}` })));
        }
        return [...bare, ...inFolders];
      },
    },
  ],
  fieldsOf: async (http, { listId = '' }) => {
    const { fields: all } = await http.get(`/list/${path(listId)}/field`, fields);
    return [
      ...own,
      ...all.flatMap(({ id, name, type, type_config, required }): TargetField[] => {
        const kind = kinds[type];
        const choices = (type_config?.options ?? []).map(nameOf);
        return kind === undefined
          ? []
          : [
              {
                ...{ id: `field:${id}`, name, kind },
                ...(choices.length > 0 && { choices }),
                ...(required === true && { required: true }),
              },
            ];
      }),
    ];
  },
  write: {
    repeats: 'ask',
    run: async (http, { listId = '' }, { values }) => {
      const custom = [...values].filter(([id]) => id.startsWith('field:'));
      const known = custom.length > 0 ? (await http.get(`/list/${path(listId)}/field`, fields)).fields : [];
      const custom_fields = custom.map(([id, value]) => {
        const field = known.find((one) => `field:${one.id}` === id);
        const options = field?.type_config?.options ?? [];
        const idOf = (name: string) => options.find((one) => nameOf(one) === name)?.id ?? name;
        const make = field && written[field.type];
        const stored = make ? make(value, idOf) : value;
        return { id: id.slice('field:'.length), value: stored };
      });
      const [due, priority, tags] = ['due_date', 'priority', 'tags'].map((id) => values.get(id));
      const text = (id: string) => textOf(values.get(id) ?? '');
      const task = {
        ...{ name: text('name'), custom_fields },
        ...(values.has('markdown_content') && { markdown_content: text('markdown_content') }),
        ...(due !== undefined && { due_date: at(due), due_date_time: false }),
        ...(priority !== undefined && { priority: priorities.indexOf(textOf(priority)) + 1 }),
        ...(tags !== undefined && isList(tags) && { tags: tags.map(String) }),
      };
      const { url } = await http.post(`/list/${path(listId)}/task`, made, { json: task });
      return { said: 'Added a task', ...(url !== undefined && { url }) };
    },
  },
};
