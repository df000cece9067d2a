import type { StoredBooking } from '@weft/db';
import type { CallKind, EventLocation } from '@weft/forms';

/** An answer to a question of the booking page, as people read it. */
interface BookedAnswer {
  readonly fieldId: string;
  readonly label: string;
  readonly text: string;
}

/** A video call in the account of a host. */
export interface BookedCall {
  readonly kind: CallKind;
  readonly userId: string;
  /** Whose account it is in; null: the calendar's, with its event. */
  readonly connectionId: string | null;
  /** One for all bookings of a time of a group. */
  readonly key: string;
  /** As the service names it; null: it may not be there yet. */
  readonly id: string | null;
  /** Why there is no link yet. */
  readonly fault: string | null;
}

/** What is stored of who booked, beside the time. */
export interface BookingDetails {
  readonly name: string;
  readonly email: string;
  /** The zone in which they saw the time, and what its clock showed. */
  readonly zone: string;
  readonly guests: readonly string[];
  /** Where one meets; null: nowhere was named. */
  readonly location: EventLocation | null;
  readonly answers: readonly BookedAnswer[];
  /** Why it was cancelled, and by whom. */
  /** The video call that was made for it, or is to be. */
  readonly call?: BookedCall | null;
  readonly cancelReason?: string;
  readonly cancelledBy?: 'host' | 'invitee';
}

/** As this feature stored it. */
export const detailsOf = ({ details }: StoredBooking): BookingDetails => details as BookingDetails;
