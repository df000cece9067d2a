export { MemoryBase } from './memory-base.ts';
export { actionFor, type Choice, choices, everyKindTable, idOf } from './random-actions.ts';
