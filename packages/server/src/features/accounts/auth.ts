import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Logger } from 'pino';
import type { ControlDatabase } from '../../control.ts';
import { resetMail, verificationMail } from '../../mail/letters.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { type OidcOptions, oidcHooks, oidcPlugin } from './oidc.ts';

/** Days a session lasts after it was last renewed. */
const sessionDays = 30;
const day = 24 * 60 * 60;

export interface AuthOptions {
  readonly db: ControlDatabase;
  readonly baseUrl: string;
  readonly secret: string;
  readonly log: Logger;
  readonly mailer: Pick<Mailer, 'send'>;
  /** A password was reset by mail, from the address `ip`: ends the person's sessions and tokens. */
  readonly onReset: (
    user: { readonly id: string; readonly email: string },
    ip: string | null,
  ) => Promise<void>;
  /** Providers that people may sign in with. */
  readonly oidc: OidcOptions;
  /** A mail address was verified. */
  readonly onVerified: (userId: string, ip: string | null) => Promise<void>;
}

/** Behind the proxy of `passOn`, which sets it to the address our own server found. */
export const addressHeader = 'x-forwarded-for';

/** The sign-in library over our tables `weft.auth_*`; rate limits and origins are checked before it is asked. */
export function createAuth(options: AuthOptions) {
  const { baseUrl, mailer } = options;
  return betterAuth({
    appName: 'Weft',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: { db: options.db.withSchema('weft'), type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: 60 * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => mailer.send(resetMail(user.email, baseUrl, token)),
      onPasswordReset: ({ user }, request) =>
        options.onReset(user, request?.headers.get(addressHeader) ?? null),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: day,
      afterEmailVerification: ({ id }, request) =>
        options.onVerified(id, request?.headers.get(addressHeader) ?? null),
      sendVerificationEmail: ({ user, token }) => mailer.send(verificationMail(user.email, baseUrl, token)),
    },
    // Verified by a mail to the new address; until then the old one stays.
    user: { modelName: 'auth_user', changeEmail: { enabled: true } },
    session: { modelName: 'auth_session', expiresIn: sessionDays * day, updateAge: day },
    // By an address that both sides verified, a provider's sign-in opens the account that has it.
    account: { modelName: 'auth_account', updateAccountOnSignIn: false },
    // Stored hashed: whoever reads the database cannot reset a password with it.
    verification: { modelName: 'auth_verification', storeIdentifier: 'hashed' },
    plugins: [
      twoFactor({ issuer: 'Weft', schema: { twoFactor: { modelName: 'auth_two_factor' } } }),
      oidcPlugin(options.oidc),
    ],
    databaseHooks: oidcHooks(options.oidc),
    rateLimit: { enabled: false },
    onAPIError: {
      errorURL: new URL('/sign-in', baseUrl).href,
      // Rethrows unexpected errors: the library would print them and answer without a message.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'weft',
      ipAddress: { ipAddressHeaders: [addressHeader] },
      useSecureCookies: baseUrl.startsWith('https:'),
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
