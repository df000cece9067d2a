import type { FastifyInstance, FastifyReply } from 'fastify';
import { publicPageHeaders } from '../../http/security.ts';
import type { SchedulingDeps } from './deps.ts';

/** How a page answers that a link in a mail opens. */
export function linkedPageAnswer({ https }: Pick<SchedulingDeps, 'https'>) {
  const headers = publicPageHeaders(https);
  return (reply: FastifyReply, status: number, page: string) =>
    reply
      .code(status)
      .headers(headers)
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
