export {
  type AvailabilityConfig,
  isDate,
  isEndTime,
  isStartTime,
  maxAbsences,
  maxAvailabilities,
  maxDateOverrides,
  maxTimesOfDay,
  newAvailabilityConfig,
  whyNotEdited,
} from './availability-settings.ts';
export type { BookableEvent, Host, SlotRequest } from './request.ts';
export { check, type Slot, solve } from './solve.ts';
