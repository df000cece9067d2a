import type { Availability } from './availability.ts';
import type { Span } from './span.ts';

/** What somebody wants to book: everything that decides whether and when they can. */
export interface SlotRequest {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly event: BookableEvent;
  /** In the order in which they were put; the zone of the first counts for dates of the event. */
  readonly hosts: readonly Host[];
  /** Of these hosts, in the time that is asked for and its buffers, and of this event, as far as its limits look. */
  readonly bookings: readonly Booking[];
  /** How many seats of a group event are asked for; 1 otherwise. */
  readonly seats: number;
  /** The booking that is being moved. */
  readonly moving: string | null;
  /** What is asked of one of the hosts alone; absent: of all that the event needs. */
  readonly hostId?: string | undefined;
}

export interface BookableEvent {
  readonly id: string;
  readonly type: 'individual' | 'collective' | 'round_robin' | 'group';
  readonly durationMins: number;
  /** Null: a slot begins where the one before it would end. */
  readonly slotIntervalMins: number | null;
  readonly bufferBeforeMins: number;
  readonly bufferAfterMins: number;
  readonly noticeMins: number;
  readonly bookingWindow: BookingWindow | null;
  readonly maxPerDay: number | null;
  readonly maxPerWeek: number | null;
  /** Of a group event. */
  readonly maxSeats: number;
}

/** Days after today, or dates (`YYYY-MM-DD`), both included. */
export type BookingWindow = { readonly days: number } | { readonly from: string; readonly to: string };

export interface Host {
  readonly id: string;
  readonly availability: Availability;
  readonly busy: readonly BusyEvent[];
  /** Calendars that are to be checked and cannot be read. */
  readonly unreadableCalendars: readonly string[];
}

/** An event in a host's calendar. */
export interface BusyEvent {
  readonly id: string;
  readonly showsAs: 'busy' | 'free' | 'tentative' | 'out_of_office' | 'working_elsewhere';
  readonly cancelled: boolean;
  /** What the host said to the invitation. */
  readonly declined: boolean;
  readonly when: BusyTime;
  /** The booking that this event was written for. */
  readonly bookingId: string | null;
}

export type BusyTime =
  | ({ readonly kind: 'timed' } & Span)
  /** Dates (`YYYY-MM-DD`) in the zone of the calendar, the last one excluded. */
  | { readonly kind: 'all_day'; readonly from: string; readonly to: string; readonly zone: string }
  /** Wall-clock starts (`YYYY-MM-DDTHH:mm:ss`) in the event's own zone, and those that do not count. */
  | {
      readonly kind: 'recurring';
      readonly zone: string;
      readonly starts: readonly string[];
      readonly except: readonly string[];
      readonly durationMs: number;
    };

export interface Booking extends Span {
  readonly id: string;
  readonly eventId: string;
  readonly hostIds: readonly string[];
  readonly bufferBeforeMins: number;
  readonly bufferAfterMins: number;
  readonly state: 'held' | 'pending' | 'confirmed' | 'cancelled';
  /** When a hold ends. */
  readonly expiresAt: number | null;
  readonly seats: number;
}
