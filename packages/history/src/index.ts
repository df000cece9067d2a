export type {
  Action,
  ActionInputs,
  ActionType,
  CalledAction,
  CellsByField,
  NewField,
  NewRecord,
} from './action.ts';
export { maxPasted } from './actions/bulk-paste-cells.ts';
export { filtersCut } from './actions/convert-field-type.ts';
export { maxFields } from './actions/create-table.ts';
export { applyToMetadata, applyToRecord, cellOf, linksOf, recordOf } from './apply.ts';
export { cellAfterTypeChange } from './cell-after-type-change.ts';
export {
  type Cell,
  type CellChange,
  type Change,
  editedFields,
  type FieldTypeChange,
  invert,
  invertAll,
  isRowChange,
  type LinkChange,
  type RecordChange,
  type RowChange,
  type TableCopy,
  type ViewUpdate,
} from './change.ts';
export { copiedIdDigits, copiedIdPrefix } from './copied-ids.ts';
export type { DeletedRecord, Needs, PlanState, Refusal } from './definition.ts';
export { isConversion, type Since } from './fitted.ts';
export { linksLost, maxLinks, targetGone } from './links.ts';
export type { Conflict, LoggedAction, Stepped } from './logged.ts';
export { uniqueName } from './names.ts';
export { debounceOf, divisible, labelOf, mergeActions, needsOf, planAction } from './plan.ts';
export { type Place, positionGap, type Room, reaches, roomWithin } from './room.ts';
export { planStep, type StepConflict, type StepState } from './step.ts';
