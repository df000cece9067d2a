import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** What a page of ours may load. No script but our own files ever runs. */
const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  // The toaster and the primitives' scroll areas insert style elements when they first appear.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** What a published page may load and do: its own built files, and to send its form. Nobody shows it in a frame. */
const publicPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** The headers the library would set on an answer. */
function headersOf(
  https: boolean,
  directives: Readonly<Record<string, string[]>> = policy,
): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, ...(https && { upgradeInsecureRequests: [] }) },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'same-origin' },
  });
  setHeaders(answer.req, answer, (fault) => {
    if (fault !== undefined) throw fault;
  });
  return { ...answer.getHeaders() };
}

/** The headers of published pages, in the place of the application's. */
export const publicPageHeaders = (https: boolean): OutgoingHttpHeaders => ({
  ...headersOf(https, publicPolicy),
  'x-frame-options': 'DENY',
});

/** The headers of a page that we show in frames ourselves, as a preview, and that other sites may show as well. */
export function withFrames(headers: OutgoingHttpHeaders, sites: readonly string[]): OutgoingHttpHeaders {
  const { 'x-frame-options': _, ...others } = headers;
  const policy = String(headers['content-security-policy']);
  const ancestors = ["'self'", ...sites].join(' ');
  return {
    ...others,
    'content-security-policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`),
  };
}

/** The headers of a page whose videos are played from other origins; of a page without videos nothing is added. */
export function withVideos(
  headers: OutgoingHttpHeaders,
  videos: readonly { readonly kind: 'frame' | 'file'; readonly origin: string }[],
): OutgoingHttpHeaders {
  const sources = (kind: 'frame' | 'file', directive: string): string => {
    const origins = new Set(videos.flatMap((video) => (video.kind === kind ? [video.origin] : [])));
    return origins.size === 0 ? '' : `;${directive} ${[...origins].join(' ')}`;
  };
  const policy = `${headers['content-security-policy']}${sources('frame', 'frame-src')}${sources('file', 'media-src')}`;
  return { ...headers, 'content-security-policy': policy };
}

/** The headers of a page that also loads scripts, styles and frames of these origins, or what is named; without any nothing is added. */
export function withOrigins(
  headers: OutgoingHttpHeaders,
  origins: readonly string[],
  directives: readonly string[] = ['script-src', 'style-src', 'connect-src', 'frame-src'],
): OutgoingHttpHeaders {
  if (origins.length === 0) return headers;
  const list = origins.join(' ');
  const policy = String(headers['content-security-policy']).split(';');
  for (const name of directives) {
    const at = policy.findIndex((part) => part.trim().startsWith(`${name} `));
    if (at < 0) policy.push(`${name} ${list}`);
    else policy[at] += ` ${list}`;
  }
  return { ...headers, 'content-security-policy': policy.join(';') };
}

/**
 * Strict headers for every answer, asked of the library once: made anew for each they cost a twentieth of the server's
 * time of an edit.
 */
export function addSecurityHeaders(app: FastifyInstance, https: boolean): void {
  const headers = headersOf(https);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
