import type { View } from '@weft/core';
import type { BaseStore } from '@weft/db';
import type { BasesHandlers } from '../deps.ts';
import { loadBase, loadTable, orNotFound, submitAction } from './load-base.ts';

async function viewNow(store: BaseStore, tableId: string, viewId: string): Promise<View> {
  const table = await loadTable(store, tableId);
  return orNotFound(
    table.views.find((view) => view.id === viewId),
    `View with id ${viewId}`,
  );
}

export const views: BasesHandlers<
  | 'views.create'
  | 'views.update'
  | 'views.delete'
  | 'views.reorder'
  | 'views.updateSettings'
  | 'views.resizeField'
> = {
  'views.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { tableId } = input;
    const view = { ...input.view, id: input.view.id ?? context.deps.newId('viw') };
    const { entry } = await submitAction(context, base, input, 'views.create', { ...input, view });
    const created = entry.changes?.find((change) => change.kind === 'view');
    return { view: await viewNow(base.store, tableId, created?.viewId ?? view.id) };
  },
  'views.update': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { tableId, viewId } = input;
    await submitAction(context, base, input, 'views.update', input);
    return { view: await viewNow(base.store, tableId, viewId) };
  },
  'views.delete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'views.delete', input);
    return { ok: true };
  },
  'views.reorder': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'views.reorder', input);
    return { views: (await loadTable(base.store, input.tableId)).views };
  },
  'views.updateSettings': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { tableId, viewId } = input;
    await submitAction(context, base, input, 'views.updateSettings', input);
    return { view: await viewNow(base.store, tableId, viewId) };
  },
  'views.resizeField': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { tableId, viewId } = input;
    await submitAction(context, base, input, 'views.resizeField', input);
    return { view: await viewNow(base.store, tableId, viewId) };
  },
};
