import { answerKey, type ConnectorDeclaration, type ConnectorTile } from '@weft/protocol';
import type { Connector, ShownConnector } from '../connector.ts';
import { type ServiceConfig, ServiceFault, type ServiceHttp, type ServiceRequest } from '../service-http.ts';
import type { Target, TargetField } from '../target.ts';
import { basic, bearerToken, byConfig, copied, secret } from '../ways.ts';
import { withClientToken } from './client-token.ts';
import { filledHeaders, filledJson, filledPath, filledTexts, judged, newRoom, placeIn } from './filled.ts';

type Auth = ConnectorDeclaration['auth'];
type Way = Connector['auth'][0];
type Method = Parameters<ServiceHttp['sendRaw']>[0];

const keyField = secret('apiKey', 'API key', 'What the service gives you.');

/** How each is asked for, and sent where it goes into a header. */
const ways: { readonly [K in Auth['kind']]: (auth: Extract<Auth, { readonly kind: K }>) => Way } = {
  none: () => byConfig('Without a key', []),
  header: ({ name, prefix = '' }) =>
    byConfig('API key', [keyField], ({ apiKey }) => ({ [name.toLowerCase()]: `${prefix}${apiKey}` })),
  query: () => byConfig('API key', [keyField]),
  basic: () =>
    byConfig(
      'Name and password',
      [copied('username', 'Name', 'As you sign in there.'), secret('password', 'Password', 'It is sealed.')],
      ({ username, password }) => basic(username, password),
    ),
  bearer: () =>
    bearerToken('Token', 'What the service gives you.', { source: '\\S+', message: 'A token has no blanks' }),
  clientCredentials: () =>
    byConfig('Client', [
      copied('clientId', 'Client ID', 'Of the app that you made there.'),
      secret('clientSecret', 'Client secret', 'Of the same app.'),
    ]),
};

const wayOf = <K extends Auth['kind']>(auth: Extract<Auth, { readonly kind: K }>): Way =>
  (ways[auth.kind] as (auth: Extract<Auth, { readonly kind: K }>) => Way)(auth);

/** Sends to the declared host with what lets the connection in, however that is sent. */
async function send(
  http: ServiceHttp,
  auth: Auth,
  method: Method,
  path: string,
  request: ServiceRequest,
): ReturnType<ServiceHttp['sendWhole']> {
  if (auth.kind === 'clientCredentials')
    return withClientToken(http, auth, (token) =>
      http.sendWhole(method, path, { ...request, headers: { ...request.headers, ...token } }),
    );
  const query =
    auth.kind === 'query' ? { ...request.query, [auth.name]: String(http.config.apiKey) } : request.query;
  return http.sendWhole(method, path, { ...request, ...(query && { query }) });
}

const fieldsOf = ({ fields }: ConnectorDeclaration): readonly TargetField[] =>
  fields.map(({ key, name, kind, required, choices }) => ({
    ...{ id: key, name, kind, required },
    ...(choices !== undefined && { choices }),
    ...(kind === 'text' && { template: true }),
  }));

/** Where the secrets of whoever is connected go, and how. */
export const leadsOf = ({ origin, auth }: ConnectorDeclaration): string =>
  `${origin} ${JSON.stringify(auth)}`;

/** A connector that is declared, in each of the versions that something may still be written with. */
interface DeclaredVersions {
  readonly type: string;
  readonly latest: number;
  readonly versions: ReadonlyMap<number, ConnectorDeclaration>;
}

/** What is told of it before it is asked for anything. */
export const shownOf = (
  type: string,
  { name, category, purpose, auth }: Omit<ConnectorTile, 'letters' | 'color'>,
) =>
  ({
    ...{ type, label: name, categories: [category], use: 'write', auth: [wayOf(auth)] },
    ...(purpose !== undefined && { purpose }),
    targets: [{ key: 'version', label: 'Version' }],
  }) as const satisfies Partial<ShownConnector>;

/**
 * The connector that a declaration describes. A target has the version that its fields were matched for, so that a change of
 * the declaration changes nothing that is connected. The host and the way in are those of every version.
 */
export function declaredConnector({ type, latest, versions }: DeclaredVersions): Connector {
  const current = versions.get(latest);
  if (current === undefined) throw new Error(`${type} has no version ${latest}`);
  const { name, origin, auth, rateLimit } = current;
  const shown = shownOf(type, current);
  const leads = leadsOf(current);
  const versionOf = ({ version = `${latest}` }: Target): ConnectorDeclaration => {
    const found = versions.get(Number(version));
    if (found === undefined)
      throw new ServiceFault(
        'permanent',
        `${name} has no version ${version} any more: match its fields anew`,
      );
    return found;
  };
  return {
    ...{ ...shown, staysAtHost: true },
    ...(rateLimit && { rateLimit: { requests: rateLimit.requests, per: rateLimit.seconds * 1_000 } }),
    baseUrl: (config: ServiceConfig) => {
      // What was typed in for one host is sent to no other.
      if (config.leads !== undefined && config.leads !== leads)
        throw new ServiceFault('reconnect', `${name} leads elsewhere than it did: connect it again`);
      return origin;
    },
    learn: async () => ({ leads }),
    check: async (http) => {
      const { test } = current;
      const id = `${new URL(origin).host} ${http.config.username ?? http.config.clientId ?? ''}`.trim();
      if (test === undefined) return { id, label: new URL(origin).host };
      const { body } = await send(http, auth, test.method, test.path, { query: test.query, safe: true });
      const said = test.account === undefined ? undefined : placeIn(body, test.account);
      const label = typeof said === 'string' || typeof said === 'number' ? `${said}` : new URL(origin).host;
      return { id: said === undefined ? id : label, label };
    },
    targets: [
      {
        ...shown.targets[0],
        list: async () =>
          [...versions.keys()]
            .toSorted((a, b) => b - a)
            .map((version) => ({ id: `${version}`, name: `Version ${version}` })),
      },
    ],
    fieldsOf: async (_http, target) => fieldsOf(versionOf(target)),
    write: {
      repeats: (target) => (versions.get(Number(target.version))?.idempotent === true ? 'idempotent' : 'ask'),
      run: async (http, target, { key, values: given }) => {
        const { request, success, retry, idempotent } = versionOf(target);
        const values = new Map([...given, [answerKey, key] as const]);
        const { body } = request;
        const room = newRoom();
        const sent: ServiceRequest = {
          headers: filledHeaders(request.headers, values, room),
          query: filledTexts(request.query, values, room),
          safe: idempotent,
          ...(body.kind === 'json' && { json: filledJson(body.json, values, room) ?? null }),
          ...(body.kind === 'form' && { form: filledTexts(body.fields, values, room) }),
        };
        const path = filledPath(request.path, values, room);
        try {
          const answer = await send(http, auth, request.method, path, sent);
          const verdict = judged(success, answer.body, answer.status);
          if (verdict !== true)
            throw new ServiceFault('permanent', `${name} refused: ${verdict}`, { status: answer.status });
        } catch (error) {
          if (!(error instanceof ServiceFault) || error.status === null) throw error;
          const { status, retryAfter, message } = error;
          const isSuccess = success.status?.includes(status) === true && success.path === undefined;
          if (isSuccess && (status < 200 || status > 299)) return { said: `Sent to ${name}` };
          if (!retry.status.includes(status)) throw error;
          throw new ServiceFault('retry', message, { cause: error, status, retryAfter });
        }
        return { said: `Sent to ${name}` };
      },
    },
  };
}
