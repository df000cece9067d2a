export { MemoryBase } from './memory-base.ts';
export { actionFor, choices, everyKindTable, idOf } from './random-actions.ts';
