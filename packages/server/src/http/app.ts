import rateLimit from '@fastify/rate-limit';
import { AppError } from '@weft/std';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import type { Settings } from '../settings.ts';
import { admitRequests } from './admission.ts';
import { discardUnread } from './discard-unread.ts';
import { answerError } from './errors.ts';
import { guardedRoutes } from './guarded-routes.ts';
import { dropForwardedPorts, networkOf } from './network.ts';
import { requireOwnOrigin } from './origin.ts';
import { atHostsOfApps, keepToFlows, type OwnDomains } from './own-domains.ts';
import { type Authenticator, requirePageOwner } from './request-caller.ts';
import { requestIdOf } from './request-id.ts';
import { type RequestPatience, requestLimits } from './request-limits.ts';
import { routeName } from './route-name.ts';
import { requireSafeJson } from './safe-json.ts';
import { requireScope, scopeOfRoute } from './scopes.ts';
import { addSecurityHeaders } from './security.ts';
import { serve } from './serve.ts';
import { type AnswerNowhere, serveWeb } from './static-files.ts';
import { watchRequests } from './watch-requests.ts';

/** Requests a minute: a signed-in client may edit at machine speed, a stranger only look around. */
export const requestsPerMinute = { signedIn: 300_000, stranger: 1_200 } as const;

/** A token does what its scopes allow. Calls under /rpc are asked one by one, for a request may hold several. */
function requireRouteScope(request: FastifyRequest): void {
  const { url } = request.routeOptions;
  if (request.caller === null || url === undefined || url.startsWith('/rpc/')) return;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  requireScope(request.caller.scope, scopeOfRoute(`${method} ${url}`));
}

/** An address that leads to no route, because it cannot be read. */
function refuseAddress(error: Error, request: unknown, reply: unknown): void {
  // The framework's own generics leave nothing to answer with here.
  const { status, answer } = answerError(error, (request as FastifyRequest).id);
  void (reply as FastifyReply).code(status).send({ error: answer });
}

export interface BuiltApp {
  readonly app: FastifyInstance;
  /** `METHOD path` of everything but pages and files, for the tests that walk them all. */
  readonly routes: readonly string[];
}

interface AppDeps {
  readonly settings: Pick<Settings, 'trustProxy' | 'baseUrl'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Public address; known once the server listens. */
  readonly baseUrl: () => string;
  readonly sessions: Authenticator;
  readonly ownDomains: Pick<OwnDomains, 'of'>;
  /** Resolves when the database answers. */
  readonly pingDatabase: () => Promise<void>;
  /** Adds the routes of each feature. */
  readonly mounts: readonly ((app: FastifyInstance) => void)[];
  /** The built web application; null where no pages are served. */
  readonly webFolder: string | null;
  readonly patience?: RequestPatience | undefined;
}

/** Everything the server answers, ready to listen. */
export async function buildApp(deps: AppDeps): Promise<BuiltApp> {
  const { settings, log, patience, webFolder } = deps;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy.length === 0 ? false : [...settings.trustProxy],
    ...requestLimits(patience),
    genReqId: requestIdOf,
    rewriteUrl: atHostsOfApps(deps.ownDomains, settings.trustProxy.length > 0),
    // Room for the names of a batch; what is longer than an id is refused by whoever reads it.
    routerOptions: { maxParamLength: 4_000 },
    frameworkErrors: refuseAddress,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });

  const guarded = guardedRoutes(app);
  app.setErrorHandler((error, request, reply) => {
    const { status, answer, report } = answerError(error, request.id);
    if (report)
      log.error(
        { err: error, reqId: request.id, method: request.method, route: routeName(request) },
        'request failed',
      );
    void reply.code(status).send({ error: answer });
  });
  let answerNowhere: AnswerNowhere = () => null;
  app.setNotFoundHandler((request, reply) => {
    const page = guarded.has(request) ? null : answerNowhere(request, reply);
    if (page === null) throw new AppError('not-found', 'Not found');
    return page;
  });

  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      const text = String(body);
      requireSafeJson(text);
      done(null, text === '' ? {} : JSON.parse(text));
    } catch (error) {
      done(error instanceof AppError ? error : new AppError('invalid', 'The body is not JSON'));
    }
  });

  if (settings.trustProxy.length > 0) dropForwardedPorts(app);
  watchRequests(app, deps);
  discardUnread(app);
  addSecurityHeaders(app, settings.baseUrl?.startsWith('https:') ?? false);
  app.decorateRequest('caller', null);
  keepToFlows(app, deps.ownDomains);
  app.addHook('onRequest', async (request) => {
    if (!guarded.has(request)) return;
    requireOwnOrigin(request, deps.baseUrl());
    // Nobody is signed in at a flow's own domain.
    request.caller = request.ownDomain === null ? await deps.sessions.ofRequest(request) : null;
    requirePageOwner(request);
    requireRouteScope(request);
  });
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 50_000,
    max: (request) => (request.caller === null ? requestsPerMinute.stranger : requestsPerMinute.signedIn),
    keyGenerator: (request) => request.caller?.sessionId ?? networkOf(request.ip),
    allowList: (request) => !guarded.has(request),
    errorResponseBuilder: () => new AppError('rate-limit', 'Too many requests: wait a moment and try again'),
  });

  admitRequests(app, guarded.has);

  const health = async () => {
    try {
      await deps.pingDatabase();
    } catch (error) {
      throw new AppError('unavailable', 'The database does not answer', undefined, { cause: error });
    }
    return { status: 'ok' } as const;
  };
  serve(app, 'GET /healthz', health, { config: { unguarded: 'about-server' } });
  for (const mount of deps.mounts) mount(app);
  if (webFolder !== null) answerNowhere = serveWeb(app, webFolder);
  return { app, routes: guarded.list };
}
