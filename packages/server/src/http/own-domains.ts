import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { FlowDomains, ShownDomain } from '@weft/db';
import { closedPage } from '@weft/public';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

declare module 'fastify' {
  interface FastifyRequest {
    /** The flow's own domain that a request came to; null: one of the server's names. */
    ownDomain: ShownDomain | null;
  }
}

/** The name in a Host header: without port and final dot, in small letters. */
const hostName = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/;
/** With room for the name of the record that stands before it. */
const longest = 240;

/** A domain as it was typed or pasted, as hosts are written; null: it is none that the DNS of the world knows. */
export function readDomain(text: string): string | null {
  const typed = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (typed === '' || typed.length > longest || /[\s/:?#@%\\]/.test(typed)) return null;
  const domain = hostName(domainToASCII(typed));
  const labels = domain.split('.');
  const isName = labels.length > 1 && labels.every((part) => label.test(part));
  const isPublic = !/\.(localhost|local|internal|invalid|onion)$/.test(domain);
  return isName &&
    isPublic &&
    !/^\d+$/.test(labels.at(-1) ?? '') &&
    isIP(domain) === 0 &&
    domain.length <= longest
    ? domain
    : null;
}

/** Where a flow is reached: at its own domain, by the scheme and port of the server, or at the server itself. */
export function originAt(baseUrl: string, domain: string | null): string {
  if (domain === null) return baseUrl;
  const url = new URL(baseUrl);
  url.hostname = domain;
  return url.origin;
}

/** Where the server itself is, and where apps are: at hosts below a domain; null: they have none. */
interface ServerHosts {
  readonly baseUrl: () => string;
  readonly appsDomain: string | null;
}

/** Milliseconds after which what another server of the database has written is read. */
const readEvery = 10_000;

/**
 * The domains of flows, in memory: the name of a host decides before anything is asked of the database, so that no
 * request with a made-up name costs a query.
 */
export class OwnDomains {
  readonly #domains: Pick<FlowDomains, 'shown'>;
  readonly #hosts: ServerHosts;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;
  #byName: ReadonlyMap<string, ShownDomain> = new Map();
  #byFlow: ReadonlyMap<string, ShownDomain> = new Map();

  constructor(domains: Pick<FlowDomains, 'shown'>, hosts: ServerHosts, log: Logger) {
    this.#domains = domains;
    this.#hosts = hosts;
    this.#log = log;
  }

  of(host: string): ShownDomain | null {
    const name = hostName(host);
    const { baseUrl, appsDomain } = this.#hosts;
    const shown = this.#byName.get(name);
    const isBelow = appsDomain !== null && name.endsWith(`.${appsDomain}`);
    if (shown === undefined && !isBelow) return null;
    // Whatever somebody calls their app, the server stays where it is.
    if (name === new URL(baseUrl()).hostname) return null;
    return shown ?? { ...nothingShown, domain: name };
  }

  /** The host of a flow's own, by its public identifier; null: it has none. */
  hostOf(publicIdentifier: string): string | null {
    return this.#byFlow.get(publicIdentifier)?.domain ?? null;
  }

  /** The host that apps stand below, with its port; null: there is none. */
  appsHost(): string | null {
    const { baseUrl, appsDomain } = this.#hosts;
    return appsDomain === null ? null : new URL(originAt(baseUrl(), appsDomain)).host;
  }

  /** Whether a name is below the domain of apps. */
  isBelowApps(domain: string): boolean {
    const { appsDomain } = this.#hosts;
    return appsDomain !== null && (domain === appsDomain || domain.endsWith(`.${appsDomain}`));
  }

  /** Reads them anew: at the start, and when one was set, proven or lost here. */
  async reload(): Promise<void> {
    const all = await this.#domains.shown(this.#hosts.appsDomain);
    this.#byName = new Map(all.map((shown) => [shown.domain, shown]));
    this.#byFlow = new Map(all.map((shown) => [shown.publicIdentifier, shown]));
  }

  /** Reads them at the start, and from then on again and again. */
  async start(): Promise<void> {
    await this.reload();
    this.#timer = setInterval(() => {
      // Those of before go on.
      this.reload().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'domains of flows were not read'),
      );
    }, readEvery);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}

/** What there is at each flow's own domain, besides the flow itself. */
const routesAside: ReadonlySet<string> = new Set([
  '/',
  '/t/worker.js',
  '/form-themes/:file',
  '/embed.js',
  '/mark.svg',
]);

/** Of hosts below the domain of apps that no app has. */
const nothingShown = { publicIdentifier: '', customEnding: null, trashed: true, isApp: true } as const;

/** The files of every app, which are where those of other pages are. */
const isFileOfApps = (path: string): boolean => path === '/mark.svg' || path.startsWith('/assets/public/');

/**
 * At the host of an app the addresses of its pages begin at the root. Which host a proxy names is believed of any that says
 * so: what is asked for is public, and every other question is asked of the request, which believes trusted ones alone.
 */
export function atHostsOfApps(domains: Pick<OwnDomains, 'of'>, isBehindProxy: boolean) {
  return ({ url = '/', headers }: IncomingMessage): string => {
    const named = isBehindProxy ? headers['x-forwarded-host'] : undefined;
    const host = [named ?? headers.host ?? ''].flat().join().split(',').at(-1) ?? '';
    const shown = domains.of(host.trim());
    const [path = ''] = url.split('?');
    const isPage = shown?.isApp === true && path.startsWith('/') && !isFileOfApps(path);
    return isPage && shown.publicIdentifier !== '' ? `/a/${shown.publicIdentifier}${url}` : url;
  };
}

function isOfFlow(
  { routeOptions: { url }, params }: FastifyRequest,
  { publicIdentifier, customEnding, isApp }: ShownDomain,
): boolean {
  if (url === undefined || publicIdentifier === '') return false;
  if (isApp) {
    const { publicIdentifier: of } = params as { readonly publicIdentifier?: string };
    return isFileOfApps(url) || (url.startsWith('/a/:publicIdentifier/') && of === publicIdentifier);
  }
  if (routesAside.has(url) || url.startsWith('/assets/public/')) return true;
  const ofFlow = url === '/t/:publicIdentifier' || url.startsWith('/t/:publicIdentifier/');
  const { publicIdentifier: asked } = params as { readonly publicIdentifier?: string };
  // Who began by the link in words is sent links that have it.
  return ofFlow && asked !== undefined && (asked === publicIdentifier || asked === customEnding);
}

/** Shows a flow and nothing else at its own domain: no other page, call or flow of the server is there. */
export function keepToFlows(app: FastifyInstance, domains: Pick<OwnDomains, 'of'>): void {
  app.decorateRequest('ownDomain', null);
  app.addHook('onRequest', async (request, reply) => {
    request.ownDomain = domains.of(request.host);
    if (request.ownDomain === null || isOfFlow(request, request.ownDomain)) return undefined;
    return reply
      .code(404)
      .header('content-type', 'text/html; charset=utf-8')
      .send(closedPage({ scripts: [], styles: [], fonts: [] }));
  });
  app.addHook('onSend', async ({ ownDomain }, reply) => {
    // What else there is under a domain is its owner's, and may have no https.
    if (ownDomain !== null && reply.hasHeader('strict-transport-security'))
      void reply.header('strict-transport-security', 'max-age=31536000');
  });
}
