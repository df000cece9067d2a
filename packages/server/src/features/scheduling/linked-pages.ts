import type { PageFiles } from '@weft/public';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { originAt } from '../../http/own-domains.ts';
import { publicPageHeaders, withFrames } from '../../http/security.ts';
import type { SchedulingDeps } from './deps.ts';
import type { OfferedEvent } from './offered-event.ts';

/** Pages in the language of an event. */
export const filesIn = (files: PageFiles, { language }: Pick<OfferedEvent, 'language'>): PageFiles => ({
  ...files,
  language: { language, offered: [] },
});

/** How a page answers that a link opens; one of an event is shown by the sites that show its times, too. */
export function linkedPageAnswer({ https, baseUrl }: Pick<SchedulingDeps, 'https' | 'baseUrl'>) {
  const headers = publicPageHeaders(https);
  type Shown = Pick<OfferedEvent, 'domain' | 'embedSites'>;
  const headersOf = ({ domain, embedSites }: Shown) => {
    const hosts = domain === null ? [] : [null, domain].map((host) => originAt(baseUrl(), host));
    return withFrames(headers, [...hosts, ...embedSites]);
  };
  return (reply: FastifyReply, status: number, page: string, offered?: Shown) =>
    (offered === undefined ? reply : reply.removeHeader('x-frame-options'))
      .code(status)
      .headers(offered === undefined ? headers : headersOf(offered))
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      // The address is what opens the page: nobody else is told it. With no referrer at all, browsers leave out the
      // origin by which what is sent is known to come from here.
      .header('referrer-policy', 'same-origin')
      .send(page);
}

/** Routes that take the small forms of such pages. */
export function mountLinkedForms(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8_192 },
      (_request, body, done) => done(null, body),
    );
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
    mount(scope);
  });
}

/** What such a form says. */
export const sentForm = (body: unknown): URLSearchParams =>
  new URLSearchParams(typeof body === 'string' ? body : '');
