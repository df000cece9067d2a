import { draftChanges } from '../../documents/draft-changes.ts';
import { tellPresence } from '../../presence/tell-presence.ts';
import type { FormsHandlers } from './deps.ts';
import { loadForm } from './load-form.ts';

/** The feed of a form's draft: two people who edit it at once see each other, and each other's edits. */
export const formChanges: FormsHandlers<'forms.changes' | 'forms.present'> = {
  'forms.changes': async (context, input, signal) => {
    // Renamed, locked, moved to the trash or closed to its reader: the stream ends, and the reader reads the form again.
    const look = async () => {
      const { flow, role } = await loadForm(context, input.flowId, 'open');
      return JSON.stringify([flow.name, flow.trashedAt, flow.locked, role]);
    };
    return draftChanges(context.deps, input, look, signal);
  },
  'forms.present': async (context, { flowId, place, ...tab }) => {
    const { flow } = await loadForm(context, flowId, 'open');
    return tellPresence(context.deps.presence, flow.id, context.caller, tab, { place });
  },
};
