import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { bindHandlers } from '../../rpc/handler.ts';
import { appChanges } from './app-changes.ts';
import { appChat } from './app-chat.ts';
import { mountAppFiles } from './app-file-routes.ts';
import { appMethods } from './app-methods.ts';
import type { AppsDeps } from './deps.ts';
import { sourceMethods } from './source-methods.ts';
import { toldByApp } from './told-by-app.ts';
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
  toldByApp: (flowId: string, reader: Caller | null) => toldByApp(deps, flowId, reader),
  mount: (app: FastifyInstance) => mountAppFiles(app, deps),
});
