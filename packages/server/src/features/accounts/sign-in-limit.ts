import type { FailureKey } from '@weft/db';
import { AppError } from '@weft/std';
import type { FastifyReply } from 'fastify';
import type { AccountsDeps } from './deps.ts';

/** Runs a password check, unless the back-off after wrong passwords has not passed yet: then throws `rate-limit`. */
export async function limitPasswordAttempts(
  { signInFailures }: Pick<AccountsDeps, 'signInFailures'>,
  key: FailureKey,
  reply: FastifyReply,
  check: () => Promise<Response>,
): Promise<Response> {
  const wait = await signInFailures.begin(key);
  if (wait !== null) {
    void reply.header('retry-after', wait);
    throw new AppError(
      'rate-limit',
      `Too many wrong passwords for this account: wait ${wait === 1 ? '1 second' : `${wait} seconds`} and try again, or choose a new password by mail`,
    );
  }
  const response = await check();
  if (response.ok) await signInFailures.clear(key);
  return response;
}

/** Adds the cookie by which the browser is known as a device of the account. */
export function rememberDevice(
  { knownDevices, baseUrl }: Pick<AccountsDeps, 'knownDevices' | 'baseUrl'>,
  response: Response,
  email: string,
): Response {
  const headers = new Headers(response.headers);
  headers.append('set-cookie', knownDevices.cookie(email, baseUrl().startsWith('https:')));
  return new Response(response.body, { status: response.status, headers });
}
