import { AppError } from '@weft/std';
import type { FastifyReply } from 'fastify';
import type { AccountsDeps } from './deps.ts';
import type { FailureKey } from './sign-in-failures.ts';

/** Runs what looks at a password, unless wrong ones came before it and their wait is not over. Throws `rate-limit`. */
export async function guarded(
  { signInFailures }: Pick<AccountsDeps, 'signInFailures'>,
  key: FailureKey,
  reply: FastifyReply,
  look: () => Promise<Response>,
): Promise<Response> {
  const wait = await signInFailures.begin(key);
  if (wait !== null) {
    void reply.header('retry-after', wait);
    throw new AppError(
      'rate-limit',
      `Too many wrong passwords for this account: wait ${wait === 1 ? '1 second' : `${wait} seconds`} and try again, or choose a new password by mail`,
    );
  }
  const response = await look();
  if (response.ok) await signInFailures.clear(key);
  return response;
}

/** The answer to somebody who signed in, which makes the browser known to the account. */
export function withDevice(
  { knownDevices, baseUrl }: Pick<AccountsDeps, 'knownDevices' | 'baseUrl'>,
  response: Response,
  email: string,
): Response {
  const headers = new Headers(response.headers);
  headers.append('set-cookie', knownDevices.cookie(email, baseUrl().startsWith('https:')));
  return new Response(response.body, { status: response.status, headers });
}
