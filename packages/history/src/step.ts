import type { BaseMetadata, BaseRecord, Table } from '@weft/core';
import { deepEqual } from '@weft/std';
import { cellOf, shapeOf } from './apply.ts';
import type { CellChange, Change, FieldProps, ViewProps } from './change.ts';
import { uniqueName } from './names.ts';

/** The state a step back or forward meets. */
export interface StepState {
  readonly metadata: BaseMetadata;
  readonly record: (tableId: string, recordId: string) => BaseRecord | undefined;
}

/** A part of a step that was left out because somebody changed the same thing since. */
export interface StepConflict {
  readonly tableId: string;
  readonly recordId?: string;
  readonly fieldId?: string;
  readonly reason: string;
}

export interface PlannedChange {
  readonly change: Change | null;
  readonly conflicts: readonly StepConflict[];
}

const done: PlannedChange = { change: null, conflicts: [] };
const apply = (change: Change): PlannedChange => ({ change, conflicts: [] });
const refused = (
  change: Change,
  reason: string,
  more: Omit<StepConflict, 'tableId' | 'reason'> = {},
): PlannedChange => ({
  change: null,
  conflicts: [{ tableId: change.tableId, reason, ...more }],
});

const gone = 'The table has been deleted since';

type Patch = { readonly [key: string]: unknown };

/** The keys whose current value is still what the step expects; null when none is left. */
function matching(
  current: Patch,
  before: Patch,
  after: Patch,
): { before: Patch; after: Patch; lost: boolean } | null {
  const kept = Object.keys(before).filter((key) => deepEqual(current[key], before[key]));
  if (kept.length === 0) return null;
  const pick = (patch: Patch) => Object.fromEntries(kept.map((key) => [key, patch[key]]));
  return { before: pick(before), after: pick(after), lost: kept.length < Object.keys(before).length };
}

function stepTable(change: Change & { kind: 'table' }, metadata: BaseMetadata): PlannedChange {
  const current = metadata.tables.find((table) => table.id === change.tableId);
  if (change.after === null) return current ? apply({ ...change, before: current }) : done;
  if (current) return done;
  return apply({
    ...change,
    after: { ...change.after, name: uniqueName(change.after.name, metadata.tables) },
  });
}

function stepTableUpdate(change: Change & { kind: 'table-update' }, table: Table): PlannedChange {
  const kept = matching(table as unknown as Patch, change.before as Patch, change.after as Patch);
  if (!kept) return refused(change, 'The table has been changed since');
  return apply({ ...change, before: kept.before, after: kept.after });
}

function stepField(change: Change & { kind: 'field' }, table: Table): PlannedChange {
  const current = table.fields.find((field) => field.id === change.fieldId);
  if (change.after === null) {
    if (!current) return done;
    if (table.primaryFieldId === change.fieldId) {
      return refused(change, 'The field has become the primary field since', { fieldId: change.fieldId });
    }
    return apply({ ...change, before: current });
  }
  if (current) return done;
  return apply({ ...change, after: { ...change.after, name: uniqueName(change.after.name, table.fields) } });
}

function stepFieldUpdate(change: Change & { kind: 'field-update' }, table: Table): PlannedChange {
  const current = table.fields.find((field) => field.id === change.fieldId);
  if (!current) return refused(change, 'The field has been deleted since', { fieldId: change.fieldId });
  const kept = matching(current as unknown as Patch, change.before as Patch, change.after as Patch);
  if (!kept) return refused(change, 'The field has been changed since', { fieldId: change.fieldId });
  return apply({ ...change, before: kept.before as FieldProps, after: kept.after as FieldProps });
}

/** A view's patch as one flat list of keys, so that each setting meets its own conflict. */
function flat(props: ViewProps): Patch {
  const { config, widths, ...rest } = props;
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(config ?? {}).map(([key, value]) => [`config.${key}`, value])),
    ...Object.fromEntries(Object.entries(widths ?? {}).map(([key, value]) => [`widths.${key}`, value])),
  };
}

function nested(patch: Patch): ViewProps {
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(patch).flatMap(([key, value]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
      ),
    );
  const config = part('config.');
  const widths = part('widths.') as { [fieldId: string]: number | null };
  const own = Object.fromEntries(Object.entries(patch).filter(([key]) => !key.includes('.')));
  return {
    ...own,
    ...(Object.keys(config).length > 0 && { config }),
    ...(Object.keys(widths).length > 0 && { widths }),
  };
}

function stepViewUpdate(change: Change & { kind: 'view-update' }, table: Table): PlannedChange {
  const view = table.views.find((candidate) => candidate.id === change.viewId);
  if (!view) return refused(change, 'The view has been deleted since');
  const before = flat(change.before);
  const widths = Object.fromEntries(
    Object.keys(change.before.widths ?? {}).map((fieldId) => [
      fieldId,
      view.config.fieldWidths[fieldId] ?? null,
    ]),
  );
  const current = flat({ name: view.name, order: view.order, config: view.config, widths });
  const kept = matching(current, before, flat(change.after));
  if (!kept) return refused(change, 'The view has been changed since');
  return apply({ ...change, before: nested(kept.before), after: nested(kept.after) });
}

function stepView(change: Change & { kind: 'view' }, table: Table): PlannedChange {
  const current = table.views.find((view) => view.id === change.viewId);
  if (change.after === null) {
    if (!current) return done;
    if (table.views.length === 1) return refused(change, 'The view has become the last of its table since');
    return apply({ ...change, before: current });
  }
  if (current) return done;
  return apply({ ...change, after: { ...change.after, name: uniqueName(change.after.name, table.views) } });
}

function stepRecord(change: Change & { kind: 'record' }, record: BaseRecord | undefined): PlannedChange {
  const { recordId } = change;
  if (change.after === null) {
    if (!record) return done;
    const shape = shapeOf(record);
    const untouched =
      change.before !== null &&
      deepEqual(shape.data, change.before.data) &&
      deepEqual(shape.raw, change.before.raw);
    return untouched
      ? apply({ ...change, before: shape })
      : refused(change, 'The record has been edited since', { recordId });
  }
  return record ? refused(change, 'The record is there again', { recordId }) : apply(change);
}

function stepCells(change: CellChange, record: BaseRecord | undefined, table: Table): PlannedChange {
  const { recordId } = change;
  if (!record) return refused(change, 'The record has been deleted since', { recordId });
  const conflicts: StepConflict[] = [];
  const kept: string[] = [];
  for (const [fieldId, expected] of Object.entries(change.before)) {
    if (!table.fields.some((field) => field.id === fieldId)) {
      conflicts.push({
        tableId: change.tableId,
        recordId,
        fieldId,
        reason: 'The field has been deleted since',
      });
    } else if (deepEqual(cellOf(record, fieldId), expected)) {
      kept.push(fieldId);
    } else {
      conflicts.push({
        tableId: change.tableId,
        recordId,
        fieldId,
        reason: 'The cell has been changed since',
      });
    }
  }
  if (kept.length === 0) return { change: null, conflicts };
  const pick = (cells: CellChange['before']) =>
    Object.fromEntries(Object.entries(cells).filter(([id]) => kept.includes(id)));
  return { change: { ...change, before: pick(change.before), after: pick(change.after) }, conflicts };
}

/**
 * One change of a step back (already inverted) or forward, fitted to the state it meets:
 * only what still holds the expected value is changed, and what does not is named.
 */
export function planStep(change: Change, state: StepState): PlannedChange {
  if (change.kind === 'table') return stepTable(change, state.metadata);
  const table = state.metadata.tables.find((candidate) => candidate.id === change.tableId);
  if (!table) return refused(change, gone);
  switch (change.kind) {
    case 'table-update':
      return stepTableUpdate(change, table);
    case 'field':
      return stepField(change, table);
    case 'field-update':
      return stepFieldUpdate(change, table);
    case 'view':
      return stepView(change, table);
    case 'view-update':
      return stepViewUpdate(change, table);
    case 'record':
      return stepRecord(change, state.record(change.tableId, change.recordId));
    case 'cells':
      return stepCells(change, state.record(change.tableId, change.recordId), table);
  }
}
