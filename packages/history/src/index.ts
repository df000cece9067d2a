export type { Action, ActionInputs, ActionStatus, ActionType, CellsByField, NewRecord } from './action.ts';
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
