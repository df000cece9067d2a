import type { View } from '@weft/core';
import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { requiredName, uniqueName } from '../names.ts';
import { findTable, refuse, refuseTaken } from '../refusal.ts';
import { clampWidth } from '../widths.ts';

/** Most views of a table: all of them are read and sent whenever the base is opened. */
const maxViews = 200;

export const createView: ActionDefinition<'CREATE_VIEW'> = {
  label: (input) =>
    input.view.name.trim() === '' ? 'Created a view' : `Created view ${input.view.name.trim()}`,
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const { views } = table.value;
    const { id } = input.view;
    const taken = refuseTaken(state, id, 'view', 'view.id');
    if (taken !== null) return taken;
    if (views.length >= maxViews) return refuse('limit', `A table has at most ${maxViews} views`, 'view');
    const wanted = input.view.name.trim();
    const settled =
      wanted === '' ? uniqueName('Grid view', views) : input.unique ? uniqueName(wanted, views) : wanted;
    const name = requiredName(settled, 'View', views);
    if (!name.ok) return name;
    const { config } = input.view;
    const widths = Object.entries(config.fieldWidths).map(([fieldId, width]) => [fieldId, clampWidth(width)]);
    const after: View = {
      ...input.view,
      name: name.value,
      order: (views.at(-1)?.order ?? -1) + 1,
      config: { ...config, fieldWidths: Object.fromEntries(widths) },
    };
    return ok([{ kind: 'view', tableId: input.tableId, viewId: id, before: null, after }]);
  },
};
