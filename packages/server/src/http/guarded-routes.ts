import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set on a route whose answer is the same for everybody: a page or file of the application, or a statement about the
     * server itself. Its requests are not authenticated, not held to their origin and not limited.
     */
    unguarded?: 'file' | 'about-server';
  }
}

export interface GuardedRoutes {
  /** `METHOD path` of every route but pages and files. */
  readonly list: readonly string[];
  /** Whether a request is to be guarded: it came to a guarded route, or to an unknown address beside one. */
  readonly has: (request: FastifyRequest) => boolean;
}

/** `/rpc` of `/rpc/records.list?input=1`. */
const firstSegment = (path: string): string => /^\/[^/?]*/.exec(path)?.[0] ?? '/';

/** Watches which routes are added: each is guarded, wherever it stands, unless its own config says otherwise. */
export function guardedRoutes(app: FastifyInstance): GuardedRoutes {
  const list: string[] = [];
  const prefixes = new Set<string>();
  app.addHook('onRoute', ({ method, url, config }) => {
    const unguarded = config?.unguarded;
    if (unguarded === undefined) prefixes.add(firstSegment(url));
    if (unguarded === 'file') return;
    for (const one of [method].flat()) if (one !== 'HEAD') list.push(`${one} ${url}`);
  });
  return {
    list,
    // By the route that answers, which an address may name in more ways than one ('/%76%31/me').
    has: ({ routeOptions, url }) =>
      routeOptions.url === undefined
        ? prefixes.has(firstSegment(url))
        : routeOptions.config.unguarded === undefined,
  };
}
