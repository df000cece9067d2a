export type { Action, ActionInputs, ActionType, CellsByField, NewRecord } from './action.ts';
export { actions } from './action-list.ts';
export { mostPasted } from './actions/bulk-paste-cells.ts';
export { mostFields } from './actions/create-table.ts';
export {
  applyToMetadata,
  applyToRecord,
  cellOf,
  patchField,
  patchView,
  recordOf,
  shapeOf,
  withCells,
} from './apply.ts';
export { checkCell } from './cells.ts';
export {
  type Cell,
  type CellChange,
  type Change,
  type FieldChange,
  type FieldKindProps,
  type FieldProps,
  type FieldTypeChange,
  type FieldUpdate,
  invert,
  invertAll,
  isRowChange,
  type MoveChange,
  type RecordChange,
  type RecordShape,
  type RowChange,
  type TableChange,
  type TableCopy,
  type TableProps,
  type TableUpdate,
  type ViewChange,
  type ViewProps,
  type ViewUpdate,
} from './change.ts';
export { copiedIdDigits, copiedIdPrefix } from './copied-ids.ts';
export type { Needs, PlanState, Refusal } from './definition.ts';
export { uniqueName } from './names.ts';
export { labelOf, mergeActions, needsOf, planAction, waitOf } from './plan.ts';
export { type Place, positionGap, type Room, reaches, roomWithin } from './room.ts';
export { type PlannedChange, planStep, type StepConflict, type StepState } from './step.ts';
export { swappedIn } from './swapped-in.ts';
export { columnWidths } from './widths.ts';
