import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { part, templateField } from '../fields.ts';
import { askGraphql } from '../graphql.ts';
import { allPages, step } from '../lists.ts';
import { namedField, namedIds } from '../names.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { hasNoErrors, named } from '../shapes.ts';
import { textOf } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';

const page = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
const connection = z.object({ nodes: z.array(named), pageInfo: page });
const viewer = z.object({ viewer: z.object({ id: z.string(), email: z.string() }) });
type Connection = z.infer<typeof connection>;
const issueCreate = z.object({
  issueCreate: z.object({
    success: z.boolean(),
    issue: z.object({ identifier: z.string(), url: z.string() }).nullish(),
  }),
});

const priorities = ['Urgent', 'High', 'Medium', 'Low'];

const ask = <T>(http: ServiceHttp, query: string, shape: z.ZodType<T>, variables = {}, safe = true) =>
  askGraphql(http, '/graphql', query, shape, variables, { safe });

/** The nodes of all pages of a connection. */
const nodesOf = (http: ServiceHttp, query: string, shape: z.ZodType<Connection>, variables = {}) =>
  allPages(async (after) => {
    const { nodes, pageInfo } = await ask(http, query, shape, { ...variables, after });
    return { items: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
  });
const labelsOf = (http: ServiceHttp, id: string) =>
  nodesOf(
    http,
    'query ($id: String!, $after: String) { team(id: $id) { labels(first: 250, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } } }',
    z.object({ team: z.object({ labels: connection }) }).transform(({ team }) => team.labels),
    { id },
  );

/** GraphQL by its schema: https://linear.app/developers/graphql. */
export const linear: Connector = {
  ...{ type: 'linear', label: 'Linear', categories: ['project_management'], use: 'write' },
  purpose: 'Create issues',
  auth: [
    signIn('linear', ['read', 'issues:create']),
    bearerToken(
      'Personal API key',
      'In Linear under Settings, Security & access.',
      { source: 'lin_api_\\w{10,}', message: 'A personal key of Linear begins with lin_api_' },
      '',
    ),
  ],
  baseUrl: 'https://api.linear.app',
  succeeded: hasNoErrors,
  // A limit that is reached is told with status 400.
  faults: { RATELIMITED: 'retry', AUTHENTICATION_ERROR: 'reconnect' },
  rateLimit: { requests: 20, per: 60_000 },
  check: async (http) => {
    const { viewer: me } = await ask(http, 'query { viewer { id email } }', viewer);
    return { id: me.id, label: me.email };
  },
  targets: [
    step('teamId', 'Team', (http) =>
      nodesOf(
        http,
        'query ($after: String) { teams(first: 250, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } }',
        z.object({ teams: connection }).transform(({ teams }) => teams),
      ),
    ),
  ],
  fieldsOf: async (http, { teamId = '' }) => [
    templateField('title', 'Title', { required: true }),
    templateField('description', 'Description'),
    { id: 'dueDate', name: 'Due date', kind: 'date' },
    { id: 'priority', name: 'Priority', kind: 'choice', choices: priorities },
    namedField('labels', 'Labels', await labelsOf(http, teamId)),
  ],
  write: {
    repeats: 'ask',
    run: async (http, { teamId = '' }, { values }) => {
      const labelIds = await namedIds(values, 'labels', () => labelsOf(http, teamId));
      const input = {
        ...{ teamId, ...part(values, { title: textOf, description: textOf, dueDate: textOf }) },
        ...part(values, { priority: (value) => priorities.indexOf(textOf(value)) + 1 }),
        ...(labelIds && { labelIds }),
      };
      const query =
        'mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { identifier url } } }';
      const { success, issue } = (await ask(http, query, issueCreate, { input }, false)).issueCreate;
      if (!success) throw new ServiceFault('permanent', 'Linear did not create the issue');
      return { said: `Created issue ${issue?.identifier ?? ''}`.trim(), ...(issue && { url: issue.url }) };
    },
  },
};
