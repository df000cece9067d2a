import { OutgoingFault, type OutgoingHttp } from '../safe-fetch/outgoing-http.ts';
import { CalendarFault, refusedWith } from './calendar-fault.ts';

export type CalendarHttp = Pick<OutgoingHttp, 'request'>;

export interface CalendarRequest {
  readonly url: string;
  readonly method?: 'GET' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT';
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** Statuses besides those of success that the caller knows what to do with. */
  readonly accepts?: readonly number[];
}

export interface CalendarAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly url: string;
  readonly text: string;
}

const timeout = 20_000;
const maxBytes = 20 * 1024 * 1024;

/** One request to a calendar server; whatever goes wrong is a CalendarFault. */
export async function calendarRequest(http: CalendarHttp, wanted: CalendarRequest): Promise<CalendarAnswer> {
  const { accepts = [], signal, ...request } = wanted;
  try {
    const answer = await http.request({
      ...request,
      timeout,
      maxBytes,
      ...(signal === undefined ? {} : { signal }),
    });
    const { status, headers, url } = answer;
    const text = await answer.text();
    if ((status < 200 || status >= 300) && !accepts.includes(status)) throw refusedWith(status);
    return { status, headers, url, text };
  } catch (error) {
    if (!(error instanceof OutgoingFault)) throw error;
    const reason =
      error.reason === 'too-large' || error.reason === 'bad-answer' ? 'unreadable' : 'unreachable';
    throw new CalendarFault(reason, error.message, { cause: error });
  }
}
