export { assignmentOrder } from './assignment.ts';
export {
  type AvailabilityConfig,
  type Holiday,
  isDate,
  isEndTime,
  isStartTime,
  keptHolidays,
  maxAbsences,
  maxAvailabilities,
  maxDateOverrides,
  maxHolidaysOff,
  maxTimesOfDay,
  newAvailabilityConfig,
  type PublicHolidays,
  whyNotEdited,
  workingHours,
} from './availability-settings.ts';
export { busySpans, spansOf } from './busy.ts';
export { type DayPlan, dayPlans, endedBy, minutesOf } from './day-plan.ts';
export { openHours } from './hours.ts';
export { dateAt, timeOfDates } from './invitee-dates.ts';
export { usedOn } from './limits.ts';
export { reasonCodes } from './reasons.ts';
export type { BookableEvent, Booking, BusyEvent, Host, SlotRequest } from './request.ts';
export { check, checkAll, type Slot, solve } from './solve.ts';
export type { Span } from './span.ts';
export { dayOfDate } from './wall-clock.ts';
