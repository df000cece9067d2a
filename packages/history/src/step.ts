import { anyFieldType, type BaseRecord, type Table } from '@weft/core';
import { deepEqual, pick, withoutUndefined } from '@weft/std';
import { maxFields } from './actions/create-table.ts';
import { cellOf, linksOf, recordOf, shapeOf } from './apply.ts';
import { counted } from './cells.ts';
import type { CellChange, Change, LinkChange, ViewProps } from './change.ts';
import type { PlanState } from './definition.ts';
import { fittedCell, fittedShape, type Since, stillHolds } from './fitted.ts';
import { linkFieldOf, whyNotLinked, withoutLinks } from './links.ts';
import { returningName, uniqueName } from './names.ts';

/** The state that an undo or redo is planned in. */
export type StepState = Pick<
  PlanState,
  'metadata' | 'record' | 'nextNumber' | 'deletedTable' | 'deletedField' | 'deletedView'
>;

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

interface Matching<Props> {
  readonly before: Props;
  readonly after: Props;
  /** Whether something else was changed since, and stays as it is. */
  readonly lost: boolean;
}

/** The properties that still have the value the step expects; null when none has. */
function matching<Props extends object>(
  current: NoInfer<Props>,
  before: Props,
  after: Props,
): Matching<Props> | null {
  const keys = Object.keys(before) as (keyof Props)[];
  const kept = keys.filter((key) => deepEqual(current[key], before[key]));
  if (kept.length === 0) return null;
  return { before: pick(before, kept), after: pick(after, kept), lost: kept.length < keys.length };
}

/** A restored table is as it was when it was deleted: a colleague may have changed it after the step. */
function stepTable(change: Change & { kind: 'table' }, state: StepState): PlannedChange {
  const { metadata } = state;
  const current = metadata.tables.find((table) => table.id === change.tableId);
  if (change.after === null) return current ? apply({ ...change, before: current }) : done;
  if (current) return done;
  const after = state.deletedTable?.(change.tableId) ?? change.after;
  return apply({
    ...change,
    after: { ...after, name: returningName(after.name, change.after.name, metadata.tables) },
  });
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A patch whose name, if it has one, gets a number where it is taken now. */
function freeName<Props extends { readonly name?: string }>(
  props: Props,
  id: string,
  items: readonly Named[],
): Props {
  if (props.name === undefined) return props;
  const others = items.filter((item) => item.id !== id);
  return { ...props, name: uniqueName(props.name, others) };
}

function stepTableUpdate(
  change: Change & { kind: 'table-update' },
  table: Table,
  { metadata }: StepState,
): PlannedChange {
  const changed = refused(change, 'The table has been changed since');
  const kept = matching(table, change.before, change.after);
  if (!kept) return changed;
  const after = freeName(kept.after, table.id, metadata.tables);
  return { ...(kept.lost ? changed : done), change: { ...change, before: kept.before, after } };
}

function stepField(change: Change & { kind: 'field' }, table: Table, state: StepState): PlannedChange {
  const current = table.fields.find((field) => field.id === change.fieldId);
  if (change.after === null) {
    if (!current) return done;
    if (table.primaryFieldId === change.fieldId) {
      return refused(change, 'The field has become the primary field since', { fieldId: change.fieldId });
    }
    return apply({ ...change, before: current });
  }
  if (current) return done;
  if (table.fields.length >= maxFields) {
    const full = `The table has ${maxFields} fields, which is the most it takes`;
    return refused(change, full, { fieldId: change.fieldId });
  }
  const after = state.deletedField?.(table.id, change.fieldId) ?? change.after;
  return apply({
    ...change,
    after: { ...after, name: returningName(after.name, change.after.name, table.fields) },
  });
}

function stepFieldUpdate(change: Change & { kind: 'field-update' }, table: Table): PlannedChange {
  const current = table.fields.find((field) => field.id === change.fieldId);
  if (!current) return refused(change, 'The field has been deleted since', { fieldId: change.fieldId });
  const changed = refused(change, 'The field has been changed since', { fieldId: change.fieldId });
  const kept = matching(current, change.before, change.after);
  if (!kept) return changed;
  const after = freeName(kept.after, change.fieldId, table.fields);
  return { ...(kept.lost ? changed : done), change: { ...change, before: kept.before, after } };
}

function stepFieldType(change: Change & { kind: 'field-type' }, table: Table): PlannedChange {
  const { fieldId, before } = change;
  const current = table.fields.find((field) => field.id === fieldId);
  if (!current) return refused(change, 'The field has been deleted since', { fieldId });
  const same = current.type === before.type && deepEqual(current.template, before.template);
  if (!same) return refused(change, 'The field has been changed since', { fieldId });
  if (table.primaryFieldId === fieldId && !anyFieldType(change.after.type).canBePrimary)
    return refused(change, 'The field has become the primary field since', { fieldId });
  return apply(change);
}

type FlatView = { readonly [key: string]: unknown };

/** A view's patch as flat keys, so that conflicts are found per setting. */
function flat(props: ViewProps): FlatView {
  const { config, widths, ...rest } = props;
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(config ?? {}).map(([key, value]) => [`config.${key}`, value])),
    ...Object.fromEntries(Object.entries(widths ?? {}).map(([key, value]) => [`widths.${key}`, value])),
  };
}

const filled = <T extends object>(part: T): T | undefined =>
  Object.keys(part).length > 0 ? part : undefined;

function nested(patch: FlatView): ViewProps {
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(patch).flatMap(([key, value]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
      ),
    );
  const config = part('config.');
  const widths = part('widths.') as { [fieldId: string]: number | null };
  const own = Object.fromEntries(Object.entries(patch).filter(([key]) => !key.includes('.')));
  return { ...own, ...withoutUndefined({ config: filled(config), widths: filled(widths) }) };
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
  const changed = refused(change, 'The view has been changed since');
  const kept = matching(current, before, flat(change.after));
  if (!kept) return changed;
  const after = freeName(nested(kept.after), change.viewId, table.views);
  return {
    ...(kept.lost ? changed : done),
    change: { ...change, before: nested(kept.before), after },
  };
}

function stepView(change: Change & { kind: 'view' }, table: Table, state: StepState): PlannedChange {
  const current = table.views.find((view) => view.id === change.viewId);
  if (change.after === null) {
    if (!current) return done;
    if (table.views.length === 1) return refused(change, 'The view has become the last of its table since');
    return apply({ ...change, before: current });
  }
  if (current) return done;
  const after = state.deletedView?.(table.id, change.viewId) ?? change.after;
  return apply({
    ...change,
    after: { ...after, name: returningName(after.name, change.after.name, table.views) },
  });
}

function stepRecord(
  change: Change & { kind: 'record' },
  table: Table,
  state: StepState,
  since: Since,
): PlannedChange {
  const record = state.record(change.tableId, change.recordId);
  const { recordId, before, after } = change;
  if (after === null) {
    if (!record) return done;
    const shape = withoutLinks(state, table.id, shapeOf(record));
    // Hidden cells do not count: a field converted and back leaves some.
    const created = before === null ? null : recordOf(recordId, before, record.updatedAt);
    const untouched =
      created !== null &&
      table.fields.every(
        ({ id, type }) =>
          // Nobody edits what the server keeps.
          anyFieldType(type).kept !== undefined ||
          stillHolds(table, id, cellOf(record, id), cellOf(created, id), since),
      );
    return untouched
      ? apply({ ...change, before: shape })
      : refused(change, 'The record has been edited since', { recordId });
  }
  if (record) return refused(change, 'The record is there again', { recordId });
  const back = fittedShape(table, after, since, state.deletedField);
  return apply({ ...change, after: counted(state, table, back) });
}

function stepMove(change: Change & { kind: 'move' }, record: BaseRecord | undefined): PlannedChange {
  const { recordId } = change;
  if (!record) return refused(change, 'The record has been deleted since', { recordId });
  return record.position === change.before
    ? apply(change)
    : refused(change, 'The record has been moved since', { recordId });
}

function stepCells(
  change: CellChange,
  record: BaseRecord | undefined,
  table: Table,
  since: Since,
): PlannedChange {
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
    } else if (stillHolds(table, fieldId, cellOf(record, fieldId), expected, since)) {
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
    conflicts.length === 0
      ? cells
      : Object.fromEntries(Object.entries(cells).filter(([id]) => kept.includes(id)));
  const after = Object.entries(pick(change.after)).map(([id, cell]) => [
    id,
    fittedCell(table, id, cell, since),
  ]);
  return { change: { ...change, before: pick(change.before), after: Object.fromEntries(after) }, conflicts };
}

/** A link comes back where both records are there and neither holds another in its stead. */
function stepLinks(change: LinkChange, state: StepState): PlannedChange {
  const { tableId, recordId, fieldId, before, after } = change;
  const field = linkFieldOf(state, tableId, fieldId);
  if (field === undefined) return refused(change, 'The field has been deleted since', { recordId, fieldId });
  const record = state.record(tableId, recordId);
  if (record === undefined) return refused(change, 'The record has been deleted since', { recordId });
  const now = new Set(linksOf(record, fieldId));
  if (before.length > 0) {
    const held = before.filter((id) => now.has(id));
    return held.length === 0 ? done : apply({ ...change, before: held });
  }
  const reasons = new Set<string>();
  const back = after.filter((id) => {
    const reason = now.has(id) ? null : whyNotLinked(state, { tableId, field }, recordId, id);
    if (reason !== null) reasons.add(reason);
    return !now.has(id) && reason === null;
  });
  const conflicts = [...reasons].map((reason) => ({ tableId, recordId, fieldId, reason }));
  return { change: back.length === 0 ? null : { ...change, after: back }, conflicts };
}

/**
 * Plans one change of an undo (already inverted) or a redo in the present state: only what still has the expected value is
 * changed, the rest is named as a conflict. `since`: the conversions after
 * the change's entry in the log, those of the step itself included as far as they are planned.
 */
export function planStep(change: Change, state: StepState, since: Since): PlannedChange {
  if (change.kind === 'table') return stepTable(change, state);
  if (change.kind === 'links') return stepLinks(change, state);
  const table = state.metadata.tables.find((candidate) => candidate.id === change.tableId);
  if (!table) return refused(change, gone);
  switch (change.kind) {
    case 'table-update':
      return stepTableUpdate(change, table, state);
    case 'field':
      return stepField(change, table, state);
    case 'field-update':
      return stepFieldUpdate(change, table);
    case 'field-type':
      return stepFieldType(change, table);
    case 'view':
      return stepView(change, table, state);
    case 'view-update':
      return stepViewUpdate(change, table);
    case 'record':
      return stepRecord(change, table, state, since);
    case 'move':
      return stepMove(change, state.record(change.tableId, change.recordId));
    case 'cells':
      return stepCells(change, state.record(change.tableId, change.recordId), table, since);
  }
}
