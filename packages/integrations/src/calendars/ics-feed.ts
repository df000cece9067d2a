import { type CalendarHttp, calendarRequest } from './calendar-http.ts';

export interface FeedAnswer {
  /** Null: it is as it was when `version` was told. */
  readonly text: string | null;
  /** What the server calls this state of the feed; null where it does not say. */
  readonly version: string | null;
}

/** 'webcal' is what calendar programs call an address of this kind. */
export const feedAddress = (typed: string): string => typed.trim().replace(/^webcals?:/i, 'https:');

/** Reads an iCalendar feed, or learns that it did not change. */
export async function readFeed(
  http: CalendarHttp,
  url: string,
  version: string | null,
  signal?: AbortSignal,
): Promise<FeedAnswer> {
  const answer = await calendarRequest(http, {
    url: feedAddress(url),
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      ...(version === null ? {} : { 'if-none-match': version }),
    },
    signal,
    // Only where it was asked whether anything changed.
    accepts: version === null ? [] : [304],
  });
  if (answer.status === 304) return { text: null, version };
  return { text: answer.text, version: answer.headers.etag ?? null };
}
