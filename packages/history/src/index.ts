export type { Action, ActionInputs, ActionStatus, ActionType, CellsByField, NewRecord } from './action.ts';
export { actions } from './action-list.ts';
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
  type FieldProps,
  type FieldUpdate,
  invert,
  invertAll,
  type RecordChange,
  type RecordShape,
  type TableChange,
  type TableProps,
  type TableUpdate,
  type ViewChange,
  type ViewProps,
  type ViewUpdate,
} from './change.ts';
export type { ActionDefinition, Needs, PlanState, Refusal } from './definition.ts';
export { uniqueName } from './names.ts';
export { definitionOf, labelOf, mergeActions, needsOf, planAction } from './plan.ts';
export { type PlannedChange, planStep, type StepConflict, type StepState } from './step.ts';
export { columnWidths } from './widths.ts';
