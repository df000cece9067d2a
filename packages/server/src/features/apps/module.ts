import { bindHandlers } from '../../rpc/handler.ts';
import { appChanges } from './app-changes.ts';
import { appMethods } from './app-methods.ts';
import type { AppsDeps } from './deps.ts';

/** Apps on databases: their drafts and versions. */
export const appsModule = (deps: AppsDeps) => ({
  handlers: { ...bindHandlers(appMethods, deps), ...bindHandlers(appChanges, deps) },
});
