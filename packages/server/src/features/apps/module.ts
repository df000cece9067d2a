import type { FastifyInstance } from 'fastify';
import { bindHandlers } from '../../rpc/handler.ts';
import { appChanges } from './app-changes.ts';
import { appChat } from './app-chat.ts';
import { mountAppFiles } from './app-file-routes.ts';
import { appMethods } from './app-methods.ts';
import type { AppsDeps } from './deps.ts';
import { sourceMethods } from './source-methods.ts';
import { turnMethods } from './turn-methods.ts';

/** Apps on databases: their drafts and versions. */
export const appsModule = (deps: AppsDeps) => ({
  handlers: {
    ...bindHandlers(appMethods, deps),
    ...bindHandlers(appChanges, deps),
    ...bindHandlers(appChat, deps),
    ...bindHandlers(turnMethods, deps),
    ...bindHandlers(sourceMethods, deps),
  },
  mount: (app: FastifyInstance) => mountAppFiles(app, deps),
});
