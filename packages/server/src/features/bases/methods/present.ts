import type { BasesHandlers } from '../deps.ts';
import { loadBase } from './load-base.ts';

export const present: BasesHandlers<'base.present'> = {
  'base.present': async (context, { basePublicId, tabId, cell, leaves }) => {
    const { flow } = await loadBase(context, basePublicId, 'open');
    const { userId, name, picture } = context.caller;
    const { presence } = context.deps;
    if (leaves) presence.leave(flow.id, userId, tabId);
    else presence.tell(flow.id, { userId, name, picture }, tabId, cell);
    return { ok: true };
  },
};
