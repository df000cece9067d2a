import type { IncomingMessage } from 'node:http';
import { fillRandom } from '../random-bytes.ts';

/** The header a request's id comes in and goes out by. */
export const requestIdHeader = 'x-request-id';

/** Ids of proxies and tracers: enough to tell requests apart, nothing that could break a line of the log. */
const sane = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

/** The id a request brings when it is sane, otherwise a new one of 24 characters. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers[requestIdHeader];
  return typeof given === 'string' && sane.test(given)
    ? given
    : Buffer.from(fillRandom(new Uint8Array(12))).toString('hex');
}
