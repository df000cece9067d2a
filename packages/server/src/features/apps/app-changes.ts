import { draftChanges } from '../../documents/draft-changes.ts';
import { tellPresence } from '../../presence/tell-presence.ts';
import type { AppsHandlers } from './deps.ts';
import { loadApp } from './load-app.ts';

/** The feed of an app's draft: two people who edit it at once see each other, and each other's edits. */
export const appChanges: AppsHandlers<'apps.changes' | 'apps.present'> = {
  'apps.changes': async (context, input, signal) => {
    const look = async () => {
      const { flow, role } = await loadApp(context, input.flowId, 'open');
      return JSON.stringify([flow.name, flow.trashedAt, flow.locked, role]);
    };
    return draftChanges(context.deps, input, look, signal);
  },
  'apps.present': async (context, { flowId, place, ...tab }) => {
    const { flow } = await loadApp(context, flowId, 'open');
    return tellPresence(context.deps.presence, flow.id, context.caller, tab, { place });
  },
};
