/** `HH:mm` to `HH:mm`; an end of `24:00` is midnight, one that is not after the start is on the next date. */
export interface AvailableTime {
  readonly startTime: string;
  readonly endTime: string;
}

export interface DaySchedule {
  /** 1 is Monday, 7 is Sunday. */
  readonly isoDay: number;
  readonly disabled: boolean;
  readonly availableTimes: readonly AvailableTime[];
}

/** Other hours for one date (`YYYY-MM-DD`); without any it is closed. */
export interface DateOverride {
  readonly date: string;
  readonly availableTimes: readonly AvailableTime[];
}

/** From a date to a date, both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** When somebody can be booked, on the clock of a zone. */
export interface Availability {
  readonly timezone: string;
  readonly daySchedules: readonly DaySchedule[];
  readonly dateOverrides: readonly DateOverride[];
  readonly outOfOffice: readonly DateRange[];
  /** Public holidays on which it is closed, `YYYY-MM-DD`; none when absent. */
  readonly holidays?: readonly string[];
}
