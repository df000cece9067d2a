import { emptyViewConfig, type View, type ViewConfig } from '@weft/core';
import type { BaseStore } from '@weft/db';
import { withoutUndefined } from '@weft/std';
import type { Handlers } from '../rpc/handler.ts';
import { loadBase, loadTable, orNotFound, submitAction } from './load-base.ts';

/** The one field whose width is all that changes, if so: a resize has a name of its own in the history. */
function resizeOf(config: Partial<ViewConfig>): readonly [fieldId: string, width: number] | null {
  const widths = Object.entries(config.fieldWidths ?? {});
  return Object.keys(config).length === 1 && widths.length === 1 ? (widths[0] ?? null) : null;
}

async function viewNow(store: BaseStore, tableId: string, viewId: string): Promise<View> {
  const table = await loadTable(store, tableId);
  return orNotFound(
    table.views.find((view) => view.id === viewId),
    `View with id ${viewId}`,
  );
}

export const views: Handlers<
  'views.create' | 'views.update' | 'views.delete' | 'views.reorder' | 'views.updateSettings'
> = {
  'views.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId, view: sent } = input;
    const view = {
      id: sent.id ?? context.services.newId('viw'),
      name: sent.name,
      type: sent.type,
      config: { ...emptyViewConfig, ...withoutUndefined(sent.config) },
    };
    const unique = input.unique === undefined ? {} : { unique: input.unique };
    const { entry } = await submitAction(context, base, input, 'CREATE_VIEW', { tableId, view, ...unique });
    const created = entry.changes?.find((change) => change.kind === 'view');
    return { view: await viewNow(base.store, tableId, created?.viewId ?? view.id) };
  },
  'views.update': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId, viewId, name } = input;
    await submitAction(context, base, input, 'UPDATE_VIEW', { tableId, viewId, name });
    return { view: await viewNow(base.store, tableId, viewId) };
  },
  'views.delete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'DELETE_VIEW', { tableId: input.tableId, viewId: input.viewId });
    return { ok: true };
  },
  'views.reorder': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'REORDER_VIEWS', {
      tableId: input.tableId,
      viewIds: input.viewIds,
    });
    return { views: (await loadTable(base.store, input.tableId)).views };
  },
  'views.updateSettings': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId, viewId } = input;
    const config = withoutUndefined(input.config);
    const resize = resizeOf(config);
    if (resize === null)
      await submitAction(context, base, input, 'UPDATE_VIEW_SETTINGS', { tableId, viewId, config });
    else
      await submitAction(context, base, input, 'RESIZE_FIELD', {
        tableId,
        viewId,
        fieldId: resize[0],
        width: resize[1],
      });
    return { view: await viewNow(base.store, tableId, viewId) };
  },
};
