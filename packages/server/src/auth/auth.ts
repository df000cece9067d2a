import { betterAuth } from 'better-auth';
import type { Logger } from 'pino';
import type { ControlDatabase } from '../directory/control.ts';

export const sessionCookie = 'weft.session_token';
/** Days a session lasts after it was last renewed. */
const sessionDays = 30;
const day = 24 * 60 * 60;

/** The sign-in library over our tables `weft.auth_*`; rate limits and origins are checked before it is asked. */
export function createAuth(options: {
  readonly db: ControlDatabase;
  readonly baseUrl: string;
  readonly secret: string;
  readonly log: Logger;
}) {
  return betterAuth({
    appName: 'Weft',
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: { db: options.db.withSchema('weft'), type: 'postgres' },
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    user: { modelName: 'auth_user' },
    session: { modelName: 'auth_session', expiresIn: sessionDays * day, updateAge: day },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'weft',
      useSecureCookies: options.baseUrl.startsWith('https:'),
      // Our own check (http/origin.ts) runs first and knows every name this server is opened under.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    logger: {
      level: 'warn',
      log: (level, message) =>
        options.log[level === 'error' ? 'error' : 'warn']({ from: 'sign-in' }, message),
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
