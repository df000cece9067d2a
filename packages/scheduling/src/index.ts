export type { BookableEvent, Host, SlotRequest } from './request.ts';
export { check, type Slot, solve } from './solve.ts';
