import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const teamId = odd('team');
const url = 'https://api.linear.app/graphql';
const asking = (query: RegExp, variables: z.ZodType) =>
  z.strictObject({ query: z.string().regex(query), variables });
const noMore = { hasNextPage: false, endCursor: 'end' };
const after = z.string().optional();
const key = 'lin_api_0123456789abcdef';

/** By packages/sdk/src/schema.graphql of linear/linear (MIT): viewer, teams, team.labels, issueCreate. */
export const linear = (): StandIn => ({
  routes: [
    {
      ...{ method: 'POST', url },
      body: asking(/^query \{ viewer \{ id email \} \}$/, z.strictObject({})),
      answer: () => ({ json: { data: { viewer: { id: 'u1', email: 'ada@example.org' } } } }),
    },
    {
      ...{ method: 'POST', url },
      body: asking(
        /^query \(\$after: String\) \{ teams\(first: 250, after: \$after\) \{ nodes \{ id name \} pageInfo \{ hasNextPage endCursor \} \} \}$/,
        z.strictObject({ after }),
      ),
      answer: ({ body }) => ({
        json: {
          data: {
            teams:
              (body as { variables: { after?: string } }).variables.after === undefined
                ? { nodes: [{ id: 't1', name: 'Others' }], pageInfo: { hasNextPage: true, endCursor: 'b/2' } }
                : { nodes: [{ id: teamId, name: 'Guests' }], pageInfo: noMore },
          },
        },
      }),
    },
    {
      ...{ method: 'POST', url },
      body: asking(
        /^query \(\$id: String!, \$after: String\) \{ team\(id: \$id\) \{ labels\(first: 250, after: \$after\) \{ nodes \{ id name \} pageInfo \{ hasNextPage endCursor \} \} \} \}$/,
        z.strictObject({ id: z.literal(teamId), after }),
      ),
      answer: () => ({
        json: {
          data: {
            team: {
              labels: {
                nodes: [
                  { id: 'l1', name: 'Bug' },
                  { id: 'l2', name: 'Wish' },
                ],
                pageInfo: noMore,
              },
            },
          },
        },
      }),
    },
    {
      ...{ method: 'POST', url, adds: true },
      body: asking(
        /^mutation \(\$input: IssueCreateInput!\) \{ issueCreate\(input: \$input\) \{ success issue \{ identifier url \} \} \}$/,
        z.strictObject({
          input: z.strictObject({
            ...{ teamId: z.literal(teamId), title: z.string().min(1), description: z.string().optional() },
            ...{ dueDate: z.iso.date().optional(), priority: z.int().min(0).max(4).optional() },
            labelIds: z.array(z.string()).optional(),
          }),
        }),
      ),
      answer: () => ({
        json: {
          data: {
            issueCreate: {
              success: true,
              issue: { identifier: 'GUE-1', url: 'https://linear.app/a/issue/GUE-1' },
            },
          },
        },
      }),
    },
  ],
  ways: [
    { config: {}, account: { id: 'u1', label: 'ada@example.org' } },
    {
      config: { apiKey: key },
      credential: () => ({ authorization: key }),
      account: { id: 'u1', label: 'ada@example.org' },
    },
  ],
  target: { teamId },
  fields: [
    { id: 'title', name: 'Title', kind: 'text', required: true, template: true },
    { id: 'description', name: 'Description', kind: 'text', template: true },
    { id: 'dueDate', name: 'Due date', kind: 'date' },
    { id: 'priority', name: 'Priority', kind: 'choice', choices: ['Urgent', 'High', 'Medium', 'Low'] },
    { id: 'labels', name: 'Labels', kind: 'choices', choices: ['Bug', 'Wish'] },
  ],
  values: {
    title: 'Ada',
    description: 'It *rains*',
    dueDate: '2026-03-29',
    priority: 'High',
    labels: ['Wish'],
  },
  sent: [
    {
      title: 'Ada',
      ...{ teamId, description: 'It *rains*', dueDate: '2026-03-29', priority: 2, labelIds: ['l2'] },
    },
  ],
  sentOf: (calls) =>
    calls.flatMap(({ route, body }) =>
      route.adds === true ? [(body as { variables: { input: unknown } }).variables.input] : [],
    ),
});
