import type { CallName, CallOutput } from '@weft/protocol';
import { AppError, type ErrorKind, errorKinds, type Fault } from '@weft/std';

export interface Me {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly firstName: string;
    readonly email: string;
    readonly emailVerified: boolean;
  };
  readonly organization: { readonly id: string; readonly name: string; readonly role: 'admin' | 'member' };
  readonly isAdmin: boolean;
  /** The first person of this server. */
  readonly isInstanceAdmin: boolean;
  /** `outbox`: no mail leaves this server; its admin reads them. */
  readonly mail: 'sent' | 'outbox';
  /** The largest CSV file this server takes, in units of 1,048,576 bytes. */
  readonly csvMaxMb: number;
}

/** Whoever looks at the page; a stranger's `me` is null. */
export interface Visitor {
  readonly me: Me | null;
  /** Who may create an account now. */
  readonly signUp: 'open' | 'invite' | 'closed';
  /** Why the session that was open in this browser is over, when somebody else ended it. */
  readonly notice?: string;
}

/** An organization one is a member of; in the current one the person works now. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'member';
  readonly current: boolean;
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'member';
}

/** A flow as the home page lists it; moments are ISO 8601 UTC. */
export interface Flow {
  readonly id: string;
  readonly publicIdentifier: string;
  readonly name: string;
  readonly type: 'form' | 'quiz' | 'scheduling' | 'payment' | 'base' | 'zite';
  readonly owner: { readonly firstName: string };
  readonly ownerUserId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
  readonly accessLevel: 'read' | 'write';
}

export interface FlowPage {
  readonly flows: readonly Flow[];
  readonly nextCursor: string | null;
}

interface Answer<K extends CallName> {
  readonly result: { readonly data: CallOutput<K> };
}

export interface ErrorBody {
  readonly error?: { readonly kind?: string; readonly message?: string; readonly details?: readonly Fault[] };
  readonly message?: string;
}

/** Milliseconds until an answer is whole: then the connection is dead, and nobody is told so. */
const answerWithin = 60_000;

/** What is thrown where no answer comes. */
export const unreachable = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'Network error occurred. Please check your connection and try again.',
    undefined,
    { cause },
  );

/** Said of a refusal without a word of the server's. */
export const noAnswer = 'The server did not answer as expected';

const isKind = (kind: string | undefined): kind is ErrorKind => kind !== undefined && kind in errorKinds;

const kindOfStatus = (status: number): ErrorKind => {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limit';
  if (status === 413 || status === 431) return 'limit';
  return status >= 500 ? 'unavailable' : 'invalid';
};

/** What is thrown where the answer is a refusal. */
export function refusal(status: number, body: ErrorBody | null): AppError {
  const { kind, message, details } = body?.error ?? {};
  return new AppError(
    status !== 429 && isKind(kind) ? kind : kindOfStatus(status),
    message ?? body?.message ?? noAnswer,
    details,
  );
}

/** Asks the server. A refusal throws AppError; a network fault throws AppError 'unavailable'. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (response.ok) return response;
  throw refusal(response.status, (await response.json().catch(() => null)) as ErrorBody | null);
}

/** One JSON call; it throws what `ask` throws. */
export async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> {
  const response = await ask(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(answerWithin),
  });
  return (await response.json().catch(() => null)) as T;
}

const part = encodeURIComponent;

/** The server's calls outside /rpc. */
export const api = {
  visitor: () => call<Visitor>('GET', '/v1/visitor'),
  signIn: (input: { email: string; password: string }) =>
    call<unknown>('POST', '/api/auth/sign-in/email', input),
  signUp: (input: { name: string; email: string; password: string; invitationCode?: string }) =>
    call<unknown>('POST', '/api/auth/sign-up/email', input),
  signOut: () => call<unknown>('POST', '/api/auth/sign-out', {}),

  /** A page of at most 50, newest first; `cursor` continues after the page that gave it. */
  flows: (query: { trashed?: boolean; search?: string; cursor?: string | null }) => {
    const params = new URLSearchParams({ type: 'base' });
    if (query.trashed === true) params.set('trashed', 'true');
    if (query.search) params.set('search', query.search);
    if (query.cursor) params.set('cursor', query.cursor);
    return call<FlowPage>('GET', `/admin/flows?${params}`);
  },
  createBase: (baseName: string) =>
    call<{ basePublicIdentifier: string }>('POST', '/admin/bases', { baseName }),
  renameFlow: (flowId: string, newName: string) =>
    call<{ flow: Flow }>('PUT', `/admin/flows/rename/${part(flowId)}`, { newName }),
  trashFlows: (flowIds: readonly string[], action: 'trash' | 'restore') =>
    call<{ success: boolean }>('POST', '/admin/flows/trash', { flowIds, action }),

  /** One's own imports that a stopped server left, the newest first. */
  interruptedImports: async () =>
    (await call<Answer<'import.interrupted'>>('GET', '/rpc/import.interrupted?input=%7B%7D')).result.data
      .imports,

  organizations: async () =>
    (await call<{ organizations: readonly Organization[] }>('GET', '/v1/organizations')).organizations,
  /** Answers the page to load anew. */
  switchOrganization: (organizationId: string) =>
    call<{ redirectPath: string }>('POST', '/admin/organizations/switchOrganization', { organizationId }),
  people: async () => (await call<{ people: readonly Colleague[] }>('GET', '/v1/people')).people,
  /** Takes somebody out of the organization; oneself: one leaves it. */
  removePerson: (userId: string) => call<unknown>('DELETE', `/v1/people/${part(userId)}`),
  invite: (input: { email?: string; role: 'admin' | 'member' }) =>
    call<{ id: string; code: string; url: string }>('POST', '/v1/invitations', input),
  invitation: (code: string) =>
    call<{ organization: { name: string }; role: 'admin' | 'member' }>(
      'GET',
      `/v1/invitations/${part(code)}`,
    ),
  acceptInvitation: (code: string) =>
    call<{ organization: { id: string; name: string } }>('POST', `/v1/invitations/${part(code)}/accept`, {}),
};
