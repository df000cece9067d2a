import type { CalendarEvent } from './calendar-event.ts';

export interface CalendarRange {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

interface ConnectedCalendar {
  readonly id: string;
  readonly name: string;
  readonly canWriteTo: boolean;
  readonly color: string | null;
  /** An IANA name or a Windows one; null where the service does not say. */
  readonly zone: string | null;
}

/** An event that is written for a booking. */
export interface WrittenEvent {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly from: number;
  readonly to: number;
  /** With a video call of the calendar's own service. */
  readonly conference?: boolean;
}

/** The calendars of an account that somebody signed in to. Throws ServiceFault. */
export interface ConnectedCalendars {
  /** The account's own calendar comes first. */
  readonly list: () => Promise<readonly ConnectedCalendar[]>;
  /** The events of a range; days of an event of whole days count in `zone` where the service names none. */
  readonly events: (
    calendarId: string,
    range: CalendarRange,
    zone: string,
  ) => Promise<readonly CalendarEvent[]>;
  /** The same, with what the service calls this state; null: nothing changed since `version`. */
  readonly changed: (
    calendarId: string,
    range: CalendarRange,
    version: string | null,
    zone: string,
  ) => Promise<{ readonly events: readonly CalendarEvent[]; readonly version: string } | null>;
  /**
   * Written again under the same key it is still one event. The link of its video call, where one was asked for; null: the
   * service makes none.
   */
  readonly write: (calendarId: string, key: string, event: WrittenEvent) => Promise<string | null>;
  /** What is gone already is removed. */
  readonly remove: (calendarId: string, key: string) => Promise<void>;
}

/** The id that an event of ours has in every calendar, by the key it was written under. */
export const ownUid = (key: string): string => `${key}@weft`;
