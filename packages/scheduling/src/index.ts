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
  workingHours,
} from './availability-settings.ts';
export { type DayPlan, dayPlans, endedBy } from './day-plan.ts';
export type { BookableEvent, Host, SlotRequest } from './request.ts';
export { check, type Slot, solve } from './solve.ts';
