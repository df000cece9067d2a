import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';

/** Moments are ISO 8601 UTC. */
export interface Session {
  readonly id: string;
  readonly device: string;
  readonly ip: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly current: boolean;
}

export type Scope = 'read' | 'write' | 'admin';

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

/** An invitation that can still be accepted. */
export interface Invitation {
  readonly id: string;
  /** Whom it was made for; null where everybody who has the link may join. */
  readonly email: string | null;
  readonly role: 'admin' | 'member';
  readonly createdBy: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Null once it was sent. */
  readonly text: string | null;
  readonly state: 'kept' | 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly fault: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

export interface AuditEntry {
  readonly id: string;
  readonly action: string;
  readonly details: { readonly [name: string]: string };
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly ip: string | null;
  readonly at: string;
}

const part = encodeURIComponent;
const after = (cursor: string | null): string => (cursor === null ? '' : `?cursor=${part(cursor)}`);

export const account = {
  rename: (name: string) => call<unknown>('PATCH', '/v1/me', { name }),
  changePassword: (currentPassword: string, newPassword: string) =>
    call<unknown>('POST', '/api/auth/change-password', { currentPassword, newPassword }),
  endSession: (id: string) => call<unknown>('DELETE', `/v1/sessions/${part(id)}`),
  endOtherSessions: () => call<{ ended: number }>('DELETE', '/v1/sessions'),
  makeToken: (input: { name: string; scopes: readonly Scope[]; expiresInDays: number }) =>
    call<Token & { readonly token: string }>('POST', '/v1/tokens', input),
  revokeInvitation: (id: string) => call<unknown>('DELETE', `/v1/invitations/${part(id)}`),
  revokeToken: (id: string) => call<unknown>('DELETE', `/v1/tokens/${part(id)}`),
};

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call<{ readonly sessions: readonly Session[] }>('GET', '/v1/sessions'),
});

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => call<{ readonly tokens: readonly Token[] }>('GET', '/v1/tokens'),
});

/** An admin's: all of the organization; others': their own. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => call<{ readonly invitations: readonly Invitation[] }>('GET', '/v1/invitations'),
});

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list that comes page by page, each after the cursor of the one before. */
const pagesOf = <Item>(key: readonly string[], read: (after: string) => Promise<Page<Item>>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => read(after(pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

export type PagesQuery<Item> = ReturnType<typeof pagesOf<Item>>;

export const outboxQuery = pagesOf(['outbox'], async (place): Promise<Page<Mail>> => {
  const { mails, nextCursor } = await call<{ mails: readonly Mail[]; nextCursor: string | null }>(
    'GET',
    `/v1/outbox${place}`,
  );
  return { items: mails, nextCursor };
});

export const jobStates = ['failed', 'waiting', 'running'] as const;
export type JobState = (typeof jobStates)[number];

/** Work of the server that waits, runs or was given up. */
export interface Job {
  readonly id: string;
  readonly label: string;
  readonly state: JobState;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly fault: string | null;
  /** ISO 8601 UTC: when one that waits is due. */
  readonly runAt: string;
  readonly createdAt: string;
}

interface JobsAnswer {
  readonly jobs: readonly Job[];
  readonly counts: { readonly [S in JobState]: number };
  readonly nextCursor: string | null;
}

const readJobs = (state: JobState, place: string): Promise<JobsAnswer> =>
  call<JobsAnswer>('GET', `/v1/jobs${place === '' ? '?' : `${place}&`}state=${state}`);

export const jobCountsQuery = queryOptions({
  queryKey: ['jobs', 'counts'],
  queryFn: async () => (await readJobs('failed', '')).counts,
});

export const jobsQuery = (state: JobState) =>
  pagesOf(['jobs', state], async (place): Promise<Page<Job>> => {
    const { jobs, nextCursor } = await readJobs(state, place);
    return { items: jobs, nextCursor };
  });

export const retryJob = (id: string): Promise<unknown> => call('POST', `/v1/jobs/${id}/retry`);

export const auditQuery = pagesOf(['audit'], async (place): Promise<Page<AuditEntry>> => {
  const { entries, nextCursor } = await call<{
    entries: readonly AuditEntry[];
    nextCursor: string | null;
  }>('GET', `/v1/audit${place}`);
  return { items: entries, nextCursor };
});
