/** What an event of a calendar says about somebody's time. */
export interface CalendarEvent {
  /** Of its series and, where it recurs, its start: the same in every reading. */
  readonly id: string;
  readonly uid: string;
  readonly title: string;
  /** Where it is shown in a browser; null: its calendar names no such page. */
  readonly link: string | null;
  readonly showsAs: 'busy' | 'free' | 'tentative' | 'out_of_office' | 'working_elsewhere';
  readonly cancelled: boolean;
  readonly declined: boolean;
  readonly when:
    | { readonly kind: 'timed'; readonly from: number; readonly to: number }
    /** Dates (`YYYY-MM-DD`) in the zone of the calendar, the last one excluded. */
    | { readonly kind: 'all_day'; readonly from: string; readonly to: string; readonly zone: string };
}

const longestLink = 2_000;

/** An address that a browser may be led to, as somebody else wrote it; null: it is none. */
export function eventLink(text: string | null | undefined): string | null {
  if (text == null || text.length > longestLink || !URL.canParse(text)) return null;
  return ['https:', 'http:'].includes(new URL(text).protocol) ? text : null;
}

/** What is read of a calendar. */
export interface ReadingOptions {
  /** Epoch milliseconds; events that do not touch it are left out. */
  readonly from: number;
  readonly to: number;
  /** Of all-day events and of times without a zone, where the calendar names none. */
  readonly zone: string;
  /** Mail addresses of whoever it belongs to, for what they answered to invitations. */
  readonly owners: readonly string[];
}

/** More events in the range than this are not read: the calendar cannot be checked. */
export const maxEvents = 20_000;
