export { MemoryBase, type MemoryStep } from './memory-base.ts';
export { actionFor, type Choice, choices, editableKinds, everyKindTable, idOf } from './random-actions.ts';
