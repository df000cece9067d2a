import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { HttpAnswer, HttpBody } from '@weft/protocol';
import { call } from '../../api.ts';

export type Session = HttpAnswer<'GET /v1/sessions'>['sessions'][number];
/** An invitation that can still be accepted. */
export type Invitation = HttpAnswer<'GET /v1/invitations'>['invitations'][number];
export type Token = HttpAnswer<'GET /v1/tokens'>['tokens'][number];
export type AuditEntry = HttpAnswer<'GET /v1/audit'>['entries'][number];
export type Mail = HttpAnswer<'GET /v1/outbox'>['mails'][number];

export const account = {
  rename: (name: string) => call('PATCH /v1/me', { body: { name } }),
  changePassword: (currentPassword: string, newPassword: string) =>
    call('POST /api/auth/change-password', { body: { currentPassword, newPassword } }),
  changeEmail: (newEmail: string, password: string) =>
    call('POST /api/auth/change-email', { body: { newEmail, password } }),
  changeOrganization: (body: HttpBody<'PATCH /v1/organization'>) => call('PATCH /v1/organization', { body }),
  delete: (body: HttpBody<'POST /api/auth/delete-user'>) => call('POST /api/auth/delete-user', { body }),
  endSession: (id: string) => call('DELETE /v1/sessions/:id', { path: { id } }),
  endOtherSessions: () => call('DELETE /v1/sessions'),
  makeToken: (body: HttpBody<'POST /v1/tokens'>) => call('POST /v1/tokens', { body }),
  changeMember: (id: string, body: HttpBody<'PATCH /v1/people/:id'>) =>
    call('PATCH /v1/people/:id', { path: { id }, body }),
  inviteMany: (emails: readonly string[], role: 'admin' | 'member') =>
    call('POST /v1/invitations/bulk', { body: { emails, role } }),
  sendInvitation: (id: string) => call('POST /v1/invitations/:id/send', { path: { id } }),
  revokeInvitation: (id: string) => call('DELETE /v1/invitations/:id', { path: { id } }),
  removeCollaborator: (id: string) => call('DELETE /v1/collaborators/:id', { path: { id } }),
  revokeToken: (id: string) => call('DELETE /v1/tokens/:id', { path: { id } }),
};

/** What deleting the account would come to. */
export const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: () => call('GET /v1/me/deletion'),
  // What is asked before the dialog opens is asked each time anew.
  gcTime: 0,
});
export type AccountDeletion = HttpAnswer<'GET /v1/me/deletion'>;

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call('GET /v1/sessions'),
});

export const tokensQuery = queryOptions({ queryKey: ['tokens'], queryFn: () => call('GET /v1/tokens') });

/** An admin's: all of the organization; others': their own. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => call('GET /v1/invitations'),
});

/** How much an admin's organization keeps. */
export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => call('GET /v1/usage') });
export type FlowUsage = HttpAnswer<'GET /v1/usage'>['flows'][number];

/** The servers of the database, and what connections they may take. */
export const serversQuery = queryOptions({ queryKey: ['servers'], queryFn: () => call('GET /v1/servers') });

/** What every organization of the server used of its language model. */
export const aiUsageQuery = queryOptions({ queryKey: ['ai-usage'], queryFn: () => call('GET /v1/ai-usage') });
export type AiUsage = Pick<
  HttpAnswer<'GET /v1/ai-usage'>['organizations'][number],
  'month' | 'calls' | 'tokensIn' | 'tokensOut'
>;

/** Of an admin's organization. */
export const collaboratorsQuery = queryOptions({
  queryKey: ['collaborators'],
  queryFn: () => call('GET /v1/collaborators'),
});
export type Collaborator = HttpAnswer<'GET /v1/collaborators'>['collaborators'][number];

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list that comes page by page, each after the cursor of the one before. */
const pagesOf = <Item>(
  key: readonly string[],
  read: (query: { readonly cursor: string | undefined }) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => read({ cursor: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

export type PagesQuery<Item> = ReturnType<typeof pagesOf<Item>>;

export const outboxQuery = pagesOf(['outbox'], async (query): Promise<Page<Mail>> => {
  const { mails, nextCursor } = await call('GET /v1/outbox', { query });
  return { items: mails, nextCursor };
});

type JobsAnswer = HttpAnswer<'GET /v1/jobs'>;
/** Work of the server that waits, runs or was given up. */
export type Job = JobsAnswer['jobs'][number];
export type JobState = Job['state'];
export const jobStates = ['failed', 'waiting', 'running'] as const satisfies readonly JobState[];

export const jobCountsQuery = queryOptions({
  queryKey: ['jobs', 'counts'],
  queryFn: async () => (await call('GET /v1/jobs', { query: { state: 'failed' } })).counts,
});

export const jobsQuery = (state: JobState) =>
  pagesOf(['jobs', state], async ({ cursor }): Promise<Page<Job>> => {
    const { jobs, nextCursor } = await call('GET /v1/jobs', { query: { state, cursor } });
    return { items: jobs, nextCursor };
  });

export const backups = {
  make: () => call('POST /v1/backups'),
  remove: (name: string) => call('DELETE /v1/backups/:name', { path: { name } }),
};
export type Backup = HttpAnswer<'GET /v1/backups'>['backups'][number];
/** While one is being made it is asked for again and again. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => call('GET /v1/backups'),
  refetchInterval: ({ state }) => (state.data?.running == null ? false : 1_000),
});

export const retryJob = (id: string) => call('POST /v1/jobs/:id/retry', { path: { id } });

export const auditQuery = pagesOf(['audit'], async (query): Promise<Page<AuditEntry>> => {
  const { entries, nextCursor } = await call('GET /v1/audit', { query });
  return { items: entries, nextCursor };
});
