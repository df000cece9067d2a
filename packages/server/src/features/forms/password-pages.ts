import type { OutgoingHttpHeaders } from 'node:http';
import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import { closedPage, type PageFiles, passwordPage } from '@weft/public';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveReply } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { type TestPassword, unlock } from './form-gate.ts';
import { answerBody } from './read-sent.ts';

const longestPassword = 200;

interface Pages {
  readonly files: PageFiles;
  readonly headers: OutgoingHttpHeaders;
  readonly filesFor: (content: Content) => PageFiles;
  readonly find: (publicIdentifier: string) => Promise<Published | null>;
  readonly begun: (
    published: Published,
    submissionId: string,
  ) => { readonly title: string; readonly action: string };
  readonly answer: (reply: FastifyReply, status: number, page: string, shown?: Published) => FastifyReply;
}

/** The page that asks for the password of a form, and the route that takes it. */
export function passwordPages(
  deps: Pick<FormsDeps, 'formKeys' | 'https'>,
  { files, headers, filesFor, find, begun, answer }: Pages,
  testPassword: TestPassword,
) {
  /** `fault`: what was wrong with the password that was given. */
  const ask = (reply: FastifyReply, published: Published, search: string, fault: string | null) => {
    const { title, action } = begun(published, '');
    const page = passwordPage(filesFor(published.content), title, `${action}/unlock${search}`, fault);
    return answer(reply, fault === null ? 401 : 403, page, published);
  };
  const mount = (scope: FastifyInstance): void =>
    serveReply(
      scope,
      'POST /t/:publicIdentifier/unlock',
      async ({ request, reply, path }) => {
        const published = await find(path.publicIdentifier);
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
