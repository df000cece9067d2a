import { tellPresence } from '../../../presence/tell-presence.ts';
import type { BasesHandlers } from '../deps.ts';
import { loadBase } from './load-base.ts';

export const present: BasesHandlers<'base.present'> = {
  'base.present': async (context, { basePublicId, cell, ...tab }) => {
    const { flow } = await loadBase(context, basePublicId, 'open');
    return tellPresence(context.deps.presence, flow.id, context.caller, tab, { cell });
  },
};
