import type { OutgoingHttpHeaders } from 'node:http';
import { closedPage, type PageFiles, passwordPage } from '@weft/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveReply } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { type TestPassword, unlock } from './form-gate.ts';
import type { Opened } from './page-language.ts';
import { answerBody } from './read-sent.ts';

const longestPassword = 200;

interface Pages {
  readonly files: PageFiles;
  readonly headers: OutgoingHttpHeaders;
  readonly filesFor: (shown: Opened) => PageFiles;
  readonly find: (publicIdentifier: string, request: FastifyRequest) => Promise<Opened | null>;
  readonly begun: (
    published: Opened,
    submissionId: string,
  ) => { readonly title: string; readonly action: string };
  readonly answer: (reply: FastifyReply, status: number, page: string, shown?: Opened) => FastifyReply;
}

/** The page that asks for the password of a form, and the route that takes it. */
export function passwordPages(
  deps: Pick<FormsDeps, 'formKeys' | 'https'>,
  { files, headers, filesFor, find, begun, answer }: Pages,
  testPassword: TestPassword,
) {
  /** `fault`: what was wrong with the password that was given. */
  const ask = (reply: FastifyReply, published: Opened, search: string, fault: string | null) => {
    const { title, action } = begun(published, '');
    const page = passwordPage(filesFor(published), title, `${action}/unlock${search}`, fault);
    return answer(reply, fault === null ? 401 : 403, page, published);
  };
  const mount = (scope: FastifyInstance): void =>
    serveReply(
      scope,
      'POST /t/:publicIdentifier/unlock',
      async ({ request, reply, path }) => {
        const published = await find(path.publicIdentifier, request);
        if (published === null) return answer(reply, 404, closedPage(files));
        const { search } = new URL(request.url, 'http://form');
        const password = new URLSearchParams(String(request.body)).get('password') ?? '';
        if (!(await testPassword(request, reply, published, password.slice(0, longestPassword))))
          return ask(reply, published, search, 'This is not the password. Try again.');
        unlock(deps, reply, published);
        return reply
          .code(303)
          .headers(headers)
          .header('location', `/t/${published.publicIdentifier}${search}`)
          .send();
      },
      { bodyLimit: answerBody },
    );
  return { ask, mount };
}
