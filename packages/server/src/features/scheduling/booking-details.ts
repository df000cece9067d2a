import type { StoredBooking } from '@weft/db';
import type { EventLocation } from '@weft/forms';

/** An answer to a question of the booking page, as people read it. */
interface BookedAnswer {
  readonly fieldId: string;
  readonly label: string;
  readonly text: string;
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
  readonly cancelReason?: string;
  readonly cancelledBy?: 'host' | 'invitee';
}

/** As this feature stored it. */
export const detailsOf = ({ details }: StoredBooking): BookingDetails => details as BookingDetails;
