import { AppError } from '@weft/std';

/** A provider that people may sign in with. */
export interface OidcProvider {
  /** `oidc`, `oidc2` …: part of the address that the provider sends people back to. */
  readonly id: string;
  /** What its button says after 'Continue with'. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const maxProviders = 9;
const names = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME'] as const;

/** `https:`, or of this very machine. */
function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
}

/** `OIDC_ISSUER` and what belongs to it, `OIDC_2_ISSUER` …, up to nine. */
export function readOidcProviders(given: (name: string) => string | null): readonly OidcProvider[] {
  return Array.from({ length: maxProviders }, (_, index) => index + 1).flatMap((number) => {
    const prefix = number === 1 ? 'OIDC_' : `OIDC_${number}_`;
    const [issuer, clientId, clientSecret, name] = names.map((part) => given(`${prefix}${part}`));
    if (!issuer && !clientId && !clientSecret && !name) return [];
    // The values are secret in part, so the sentences do not repeat them.
    if (!issuer || !clientId || !clientSecret)
      throw new AppError(
        'invalid',
        `${prefix}ISSUER, ${prefix}CLIENT_ID and ${prefix}CLIENT_SECRET must be set together.`,
      );
    if (!isIssuer(issuer))
      throw new AppError(
        'invalid',
        `${prefix}ISSUER must be an https address such as https://accounts.google.com.`,
      );
    const id = number === 1 ? 'oidc' : `oidc${number}`;
    return [{ id, name: name || new URL(issuer).hostname, issuer, clientId, clientSecret }];
  });
}
