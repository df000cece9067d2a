import { draftChanges } from '../../documents/draft-changes.ts';
import type { FormsHandlers } from './deps.ts';
import { loadForm } from './load-form.ts';

/** The feed of a form's draft: two people who edit it at once see each other's edits. */
export const formChanges: FormsHandlers<'forms.changes'> = {
  'forms.changes': async (context, input, signal) => {
    // Renamed, locked, moved to the trash or closed to its reader: the stream ends, and the reader reads the form again.
    const look = async () => {
      const { flow, role } = await loadForm(context, input.flowId, 'open');
      return JSON.stringify([flow.name, flow.trashedAt, flow.locked, role]);
    };
    return draftChanges(context.deps, input, look, signal);
  },
};
