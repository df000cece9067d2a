/** Why a time is not offered. */
export const reasonCodes = [
  'no_host',
  'past',
  'too_soon',
  'before_window',
  'after_window',
  'day_limit',
  'week_limit',
  'calendar_unreadable',
  'out_of_office',
  'override',
  'holiday',
  'day_off',
  'outside_hours',
  'too_long',
  'off_grid',
  'busy',
  'booked',
  'pending',
  'held',
  'buffer',
  'no_seats',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

export interface Reason {
  readonly code: ReasonCode;
  /** The host it is about; null where it is about the event. */
  readonly hostId: string | null;
  /** The calendar, the calendar's event or the booking that is in the way. */
  readonly by: string | null;
}
