import type { BaseMetadata } from '@weft/core';
import { deepEqual } from '@weft/std';

/** Of a table and a view, what decides which rows stand where; null when one of them is gone. */
function decidingOf({ tables }: BaseMetadata, tableId: string, viewId: string) {
  const table = tables.find(({ id }) => id === tableId);
  const view = table?.views.find(({ id }) => id === viewId);
  if (!table || !view) return null;
  const fields = table.fields.map(({ id, type, template }) => ({ id, type, template }));
  return { fields, sorts: view.config.sorts, filters: view.config.filters };
}

/** Whether the rows of a view stand by the same rule in two states of the base. */
export const standAlike = (
  before: BaseMetadata,
  after: BaseMetadata,
  tableId: string,
  viewId: string,
): boolean =>
  before === after || deepEqual(decidingOf(before, tableId, viewId), decidingOf(after, tableId, viewId));
