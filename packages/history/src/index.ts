export type { Action, ActionInputs, ActionStatus, ActionType, CellsByField, NewRecord } from './action.ts';
export {
  type Cell,
  type CellChange,
  type Change,
  type FieldChange,
  invert,
  invertAll,
  type RecordChange,
  type RecordShape,
  type TableChange,
  type TableShape,
  type ViewChange,
} from './change.ts';
export type { ActionDefinition, Needs, PlanState, Refusal } from './definition.ts';
