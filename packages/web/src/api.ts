import {
  type CallName,
  type CallOutput,
  type CallRequest,
  type HttpAnswer,
  type HttpBody,
  type HttpPath,
  type HttpQuery,
  type JsonRoute,
  noAnswer,
  readAnswer,
  readResult,
  refusalOf,
} from '@weft/protocol';
import { AppError, type ErrorKind } from '@weft/std';

export type Visitor = HttpAnswer<'GET /v1/visitor'>;
export type Me = HttpAnswer<'GET /v1/me'>;
export type Colleague = HttpAnswer<'GET /v1/people'>['people'][number];
export type FlowPage = HttpAnswer<'GET /admin/flows'>;
/** A flow as the home page lists it; moments are ISO 8601 UTC. */
export type Flow = FlowPage['flows'][number];

/** The workspaces one sees, and how much lies where. */
export type Places = HttpAnswer<'GET /workspaces/'>;
export type Workspace = Places['workspaces'][number];

/** Which flows a list shows, and how. */
export interface FlowList {
  readonly trashed?: boolean;
  readonly starred?: boolean;
  /** Of organizations that one is not of. */
  readonly shared?: boolean;
  readonly kind?: 'all' | 'forms' | 'tables' | 'apps' | 'scheduling';
  readonly workspaceId?: string | undefined;
  readonly order?: 'created' | 'updated' | 'name' | 'opened';
  readonly search?: string;
}

/** Milliseconds until an answer is whole: then the connection is dead, and nobody is told so. */
const answerWithin = 60_000;

const networkError = 'Network error occurred. Please check your connection and try again.';

/** What is thrown where no answer comes. */
export const unreachable = (cause?: unknown): AppError =>
  new AppError('unavailable', networkError, undefined, { cause });

/** Whether no answer came at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof AppError && error.message === networkError;

const kindOfStatus = (status: number): ErrorKind => {
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 413 || status === 431) return 'limit';
  return status >= 500 ? 'unavailable' : 'invalid';
};

/** What is thrown where the answer is a refusal; `text` is its body. */
export const refusal = (status: number, text: string): AppError => refusalOf(status, text, kindOfStatus);

/** Reads the text of an answer; what cuts it short, or answers in the server's place, is no answer. */
export function orNoAnswer<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new AppError('unavailable', noAnswer, undefined, { cause });
  }
}

/** Asks the server. A refusal throws AppError; a network fault throws AppError 'unavailable'. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (response.ok) return response;
  throw refusal(response.status, await response.text().catch(() => ''));
}

/** What is sent besides the method and path: only what the call's definition has. */
type Sent<R extends JsonRoute> = (HttpPath<R> extends undefined ? object : { path: HttpPath<R> }) &
  (HttpBody<R> extends undefined ? object : { body: HttpBody<R> }) &
  (HttpQuery<R> extends undefined ? object : { query?: HttpQuery<R> });
type Given<R extends JsonRoute> = object extends Sent<R> ? [sent?: Sent<R>] : [sent: Sent<R>];

/** The same of whichever call. */
interface AnySent {
  readonly path?: { readonly [name: string]: string } | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The address of a route whose parts are filled in. */
export function addressOf(pattern: string, { path = {}, query }: AnySent): string {
  const filled = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const asked = Object.entries(query ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

/** Sends JSON and answers the text of what comes back; it throws what `ask` throws. */
async function send(method: string, address: string, body?: unknown): Promise<string> {
  const response = await ask(address, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(answerWithin),
  });
  return response.text().catch((cause: unknown) => {
    throw unreachable(cause);
  });
}

/** Sends what a route takes, whichever it is. */
function sendTo(route: JsonRoute, { body, ...address }: AnySent = {}): Promise<string> {
  const [method = 'GET', pattern = '/'] = route.split(' ');
  // A POST that has nothing to say sends an empty object.
  return send(method, addressOf(pattern, address), body ?? (method === 'POST' ? {} : undefined));
}

/** One call of the protocol, as its definition says. */
export async function call<R extends JsonRoute>(route: R, ...[sent]: Given<R>): Promise<HttpAnswer<R>> {
  const text = await sendTo(route, sent);
  return orNoAnswer(() => readAnswer(route, text));
}

/** A query under /rpc, for pages too small to load the transport of bases. */
export async function rpcQuery<K extends CallName>(name: K, input: CallRequest<K>): Promise<CallOutput<K>> {
  const text = await send('GET', `/rpc/${name}?${new URLSearchParams({ input: JSON.stringify(input) })}`);
  return orNoAnswer(() => readResult(name, text));
}

/** The server's calls outside /rpc. */
export const api = {
  visitor: () => call('GET /v1/visitor'),
  signIn: (body: HttpBody<'POST /api/auth/sign-in/email'>) => call('POST /api/auth/sign-in/email', { body }),
  signUp: (body: HttpBody<'POST /api/auth/sign-up/email'>) => call('POST /api/auth/sign-up/email', { body }),
  signOut: () => call('POST /api/auth/sign-out'),

  /** A page of at most 50, newest first; `cursor` continues after the page that gave it. */
  flows: ({ list, cursor, limit }: { list: FlowList; cursor?: string | null; limit?: number }) =>
    call('GET /admin/flows', {
      query: {
        kind: list.kind ?? 'all',
        trashed: list.trashed === true ? 'true' : undefined,
        starred: list.starred === true ? 'true' : undefined,
        shared: list.shared === true ? 'true' : undefined,
        workspaceId: list.workspaceId,
        order: list.order,
        search: list.search || undefined,
        limit: limit === undefined ? undefined : String(limit),
        cursor: cursor ?? undefined,
      },
    }),
  /** `actionId`: by it the list's feed tells what this tab did itself. */
  createBase: (baseName: string, workspaceId: string | null, actionId?: string) =>
    call('POST /admin/bases', { body: { baseName, workspaceId, actionId } }),
  renameFlow: (flowId: string, newName: string, actionId?: string) =>
    call('PUT /admin/flows/rename/:flowId', { path: { flowId }, body: { newName, actionId } }),
  trashFlows: (flowIds: readonly string[], action: 'trash' | 'restore', actionId?: string) =>
    call('POST /admin/flows/trash', { body: { flowIds: [...flowIds], action, actionId } }),

  moveFlows: (flowIds: readonly string[], workspaceId: string | null, actionId?: string) =>
    call('POST /admin/flows/move', { body: { flowIds: [...flowIds], workspaceId, actionId } }),
  starFlow: (flowId: string, starred: boolean) =>
    call('POST /admin/flows/star', { body: { flowId, starred } }),
  setNote: (flowId: string, internalNote: string) =>
    call('PUT /admin/flows/internalNote/:flowId', { path: { flowId }, body: { internalNote } }),
  setLocked: (flowId: string, locked: boolean) =>
    call('PUT /admin/flows/lock/:flowId', { path: { flowId }, body: { locked } }),
  setTemplate: (flowId: string, template: boolean) =>
    call('PUT /admin/flows/template/:flowId', { path: { flowId }, body: { template } }),
  setDisabled: (flowPublicIds: readonly string[], disabled: boolean) =>
    call('POST /admin/flows/bulkChangeFlowDisabled', {
      body: { flowPublicIds: [...flowPublicIds], disabled },
    }),
  duplicateFlow: (
    flowId: string,
    newFlowName: string,
    more: Omit<HttpBody<'POST /admin/flows/duplicate/:flowId'>, 'newFlowName'>,
  ) => call('POST /admin/flows/duplicate/:flowId', { path: { flowId }, body: { newFlowName, ...more } }),
  moveToOrganization: (flowPublicId: string, organizationId: string) =>
    call('POST /admin/flows/moveToOrganization', { body: { flowPublicId, organizationId } }),
  /** After the flow itself. */
  moveSessions: (flowPublicId: string, organizationId: string) =>
    call('POST /v1/admin/flow/:flowPublicId/moveSessionsToOrganization', {
      path: { flowPublicId },
      query: { mode: 'edit' },
      body: { organizationId },
    }),
  flowMembers: (flowId: string) => call('GET /admin/flows/members/:flowId', { path: { flowId } }),
  setFlowMember: (flowId: string, userId: string, accessLevel: 'read' | 'write' | null) =>
    call('PUT /admin/flows/members/:flowId/:userId', { path: { flowId, userId }, body: { accessLevel } }),

  workspaces: () => call('GET /workspaces/'),
  createWorkspace: (body: HttpBody<'POST /workspaces/'>) => call('POST /workspaces/', { body }),
  changeWorkspace: (workspaceId: string, body: HttpBody<'POST /workspaces/'>) =>
    call('PUT /workspaces/:workspaceId', { path: { workspaceId }, body }),
  deleteWorkspace: (workspaceId: string) =>
    call('DELETE /workspaces/:workspaceId', { path: { workspaceId } }),
  workspaceMembers: (workspaceId: string) =>
    call('GET /workspaces/:workspaceId/members', { path: { workspaceId } }),
  setWorkspaceMember: (workspaceId: string, userId: string, accessLevel: 'read' | 'write' | null) =>
    call('PUT /workspaces/:workspaceId/members/:userId', {
      path: { workspaceId, userId },
      body: { accessLevel },
    }),

  /** One's own imports that a stopped server left, the newest first. */
  interruptedImports: async () => (await rpcQuery('import.interrupted', {})).imports,

  organizations: async () => (await call('GET /v1/organizations')).organizations,
  /** Answers the page to load anew. */
  switchOrganization: (userId: string, organizationId: string) =>
    call('POST /admin/organizations/switchOrganization', { body: { userId, organizationId } }),
  createOrganization: (name: string) => call('POST /v1/organizations', { body: { name } }),
  people: async () => (await call('GET /v1/people')).people,
  /** Takes somebody out of the organization; oneself: one leaves it. */
  removePerson: (id: string, heirUserId: string | undefined) =>
    call('DELETE /v1/people/:id', { path: { id }, query: { heirUserId } }),
  invite: (body: HttpBody<'POST /v1/invitations'>) => call('POST /v1/invitations', { body }),
  invitation: (code: string) => call('GET /v1/invitations/:code', { path: { code } }),
  acceptInvitation: (code: string) => call('POST /v1/invitations/:code/accept', { path: { code } }),
};
