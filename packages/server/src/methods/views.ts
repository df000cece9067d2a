import type { ViewConfig } from '@weft/core';
import { must } from '@weft/std';
import type { Handlers } from '../rpc/handler.ts';
import { act, loadBase, loadTable } from './load-base.ts';

type SentConfig = { readonly [K in keyof ViewConfig]?: ViewConfig[K] | undefined };

/** Only what was sent: a key left out keeps what stands. */
const sentOnly = (config: SentConfig): Partial<ViewConfig> =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));

/** The one field whose width is all that changes, if so: a resize has a name of its own in the history. */
function resizeOf(config: Partial<ViewConfig>): readonly [fieldId: string, width: number] | null {
  const widths = Object.entries(config.fieldWidths ?? {});
  return Object.keys(config).length === 1 && widths.length === 1 ? (widths[0] ?? null) : null;
}

export const views: Handlers<'views.updateSettings'> = {
  'views.updateSettings': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId, viewId } = input;
    const config = sentOnly(input.config);
    const resize = resizeOf(config);
    if (resize === null) await act(context, base, input, 'UPDATE_VIEW_SETTINGS', { tableId, viewId, config });
    else
      await act(context, base, input, 'RESIZE_FIELD', {
        tableId,
        viewId,
        fieldId: resize[0],
        width: resize[1],
      });
    const table = await loadTable(base.store, tableId);
    return {
      view: must(
        table.views.find((view) => view.id === viewId),
        'the changed view',
      ),
    };
  },
};
