import { z } from 'zod';
import type { Connector, OutgoingValue, TargetField } from '../connector.ts';
import { behind, fieldOf, type Kinds, part, templateField } from '../fields.ts';
import { step } from '../lists.ts';
import type { ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { listOf, textOf } from '../values.ts';
import { accountAt, bearerToken, signIn } from '../ways.ts';

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

const kinds: Kinds = {
  ...{ short_text: 'text', text: 'text', email: 'text', url: 'text', phone: 'text', number: 'number' },
  ...{ currency: 'number', checkbox: 'boolean', date: 'date', drop_down: 'choice', labels: 'choices' },
};
const priorities = ['Urgent', 'High', 'Normal', 'Low'];
const own: readonly TargetField[] = [
  templateField('name', 'Task name', { required: true }),
  templateField('markdown_content', 'Description'),
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
  labels: (value, idOf) => listOf(value).map(idOf),
};
const nameOf = ({ name, label }: z.infer<typeof option>): string => name ?? label ?? '';
const path = encodeURIComponent;
const fieldsIn = async (http: ServiceHttp, listId = '') =>
  (await http.get(`/list/${path(listId)}/field`, fields)).fields;

/** The calls of https://developer.clickup.com/reference, version 2. */
export const clickup: Connector = {
  ...{ type: 'clickup', label: 'ClickUp', categories: ['project_management'], use: 'write' },
  auth: [
    signIn('clickup', []),
    bearerToken(
      'Personal token',
      'In ClickUp under Settings, Apps.',
      { source: 'pk_\\w{10,}', message: 'A personal token of ClickUp begins with pk_' },
      '',
    ),
  ],
  baseUrl: 'https://api.clickup.com/api/v2',
  rateLimit: { requests: 100, per: 60_000 },
  check: accountAt('/user', me, ({ user }) => ({ id: `${user.id}`, label: user.email })),
  targets: [
    step('teamId', 'Workspace', async (http) => (await http.get('/team', teams)).teams),
    step(
      'spaceId',
      'Space',
      async (http, { teamId = '' }) =>
        (await http.get(`/team/${path(teamId)}/space`, spaces, { query: { archived: false } })).spaces,
    ),
    step('listId', 'List', async (http, { spaceId = '' }) => {
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
    }),
  ],
  fieldsOf: async (http, { listId }) => [
    ...own,
    ...(await fieldsIn(http, listId)).flatMap(({ id, name, type, type_config, required }) =>
      fieldOf(kinds[type], {
        ...{ id: `field:${id}`, name, required },
        choices: type_config?.options?.map(nameOf),
      }),
    ),
  ],
  write: {
    repeats: 'ask',
    run: async (http, { listId = '' }, { values }) => {
      const custom = behind(values, 'field:');
      const known = custom.size > 0 ? await fieldsIn(http, listId) : [];
      const custom_fields = [...custom].map(([id, value]) => {
        const field = known.find((one) => one.id === id);
        const options = field?.type_config?.options ?? [];
        const idOf = (name: string) => options.find((one) => nameOf(one) === name)?.id ?? name;
        return { id, value: (field && written[field.type]?.(value, idOf)) ?? value };
      });
      const task = {
        ...part(values, { name: textOf, markdown_content: textOf }),
        custom_fields,
        ...part(values, { due_date: at }),
        ...(values.has('due_date') && { due_date_time: false }),
        ...part(values, { priority: (value) => priorities.indexOf(textOf(value)) + 1 }),
        ...part(values, { tags: listOf }),
      };
      const { url } = await http.post(`/list/${path(listId)}/task`, made, { json: task });
      return { said: 'Added a task', ...(url !== undefined && { url }) };
    },
  },
};
