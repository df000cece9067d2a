import type { FastifyInstance } from 'fastify';
import { bindHandlers } from '../../rpc/handler.ts';
import type { AppPagesDeps } from './deps.ts';
import { peopleMethods } from './people/people-methods.ts';
import { SignInKeys } from './people/sign-in-keys.ts';
import { SealedCursors } from './records/sealed-cursor.ts';
import { mountAppPages } from './routes/page-routes.ts';

/** Published apps: their pages, and the people who use them. */
export function appPagesModule(
  given: Omit<AppPagesDeps, 'cursors' | 'signInKeys'> & { readonly secret: string },
) {
  const { secret, ...others } = given;
  const deps = { ...others, signInKeys: new SignInKeys(secret), cursors: new SealedCursors(secret) };
  return {
    handlers: bindHandlers(peopleMethods, deps),
    removeOld: () => deps.appUsers.removeOld(new Date(deps.now()).toISOString()),
    /** `read` gives the built files of published pages. */
    mount: (app: FastifyInstance, read: (path: string) => Buffer | null) => mountAppPages(app, deps, read),
  };
}
