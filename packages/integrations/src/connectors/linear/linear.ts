import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { part, templateField } from '../fields.ts';
import { askGraphql } from '../graphql.ts';
import { idsOf } from '../names.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { firstError, hasNoErrors, named } from '../shapes.ts';
import { step } from '../target-step.ts';
import { allPages, listOf, textOf } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';

const page = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
const viewer = z.object({ viewer: z.object({ id: z.string(), email: z.string() }) });
const teams = z.object({ teams: z.object({ nodes: z.array(named), pageInfo: page }) });
const labels = z.object({ team: z.object({ labels: z.object({ nodes: z.array(named), pageInfo: page }) }) });
const issueCreate = z.object({
  issueCreate: z.object({
    success: z.boolean(),
    issue: z.object({ identifier: z.string(), url: z.string() }).nullish(),
  }),
});

const priorities = ['Urgent', 'High', 'Medium', 'Low'];

const ask = <T>(http: ServiceHttp, query: string, shape: z.ZodType<T>, variables = {}, safe = true) =>
  askGraphql(http, '/graphql', query, shape, variables, { safe });

const labelsOf = (http: ServiceHttp, teamId: string) =>
  allPages(async (after) => {
    const query =
      'query ($id: String!, $after: String) { team(id: $id) { labels(first: 250, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } } }';
    const { nodes, pageInfo } = (await ask(http, query, labels, { id: teamId, after })).team.labels;
    return { items: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
  });

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
  classOf: (_status, body) => {
    const code = firstError(body)?.extensions?.code;
    return code === 'RATELIMITED' ? 'retry' : code === 'AUTHENTICATION_ERROR' ? 'reconnect' : undefined;
  },
  rateLimit: { requests: 20, per: 60_000 },
  check: async (http) => {
    const { viewer: me } = await ask(http, 'query { viewer { id email } }', viewer);
    return { id: me.id, label: me.email };
  },
  targets: [
    step('teamId', 'Team', (http) =>
      allPages(async (after) => {
        const query =
          'query ($after: String) { teams(first: 250, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } }';
        const { nodes, pageInfo } = (await ask(http, query, teams, { after })).teams;
        return { items: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
      }),
    ),
  ],
  fieldsOf: async (http, { teamId = '' }) => [
    templateField('title', 'Title', { required: true }),
    templateField('description', 'Description'),
    { id: 'dueDate', name: 'Due date', kind: 'date' },
    { id: 'priority', name: 'Priority', kind: 'choice', choices: priorities },
    {
      ...{ id: 'labels', name: 'Labels', kind: 'choices' },
      choices: (await labelsOf(http, teamId)).map(({ name }) => name),
    },
  ],
  write: {
    repeats: 'ask',
    run: async (http, { teamId = '' }, { values }) => {
      const labels = values.get('labels');
      const input = {
        ...{ teamId, ...part(values, { title: textOf, description: textOf, dueDate: textOf }) },
        ...part(values, { priority: (value) => priorities.indexOf(textOf(value)) + 1 }),
        ...(labels && { labelIds: idsOf(await labelsOf(http, teamId), listOf(labels)) }),
      };
      const query =
        'mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { identifier url } } }';
      const { success, issue } = (await ask(http, query, issueCreate, { input }, false)).issueCreate;
      if (!success) throw new ServiceFault('permanent', 'Linear did not create the issue');
      return { said: `Created issue ${issue?.identifier ?? ''}`.trim(), ...(issue && { url: issue.url }) };
    },
  },
};
