import { emailFault } from '../../session/auth-text.ts';

/** Addresses that one call takes. */
const most = 100;

/** The addresses of a pasted text: lines, commas, semicolons, and names before `<address>`. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n,;]+/)
      .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.trim().split(/\s+/))
      .map((address) => address.trim().toLowerCase())
      .filter((address) => address !== ''),
  ),
];

/** Why they cannot be invited; null when they can. */
export function addressesFault(text: string): string | null {
  const addresses = addressesIn(text);
  if (addresses.length === 0) return emailFault('');
  if (addresses.length > most) return `At most ${most} addresses at once: these are ${addresses.length}`;
  const wrong = addresses.find((address) => emailFault(address) !== null);
  return wrong === undefined ? null : `Not an email address: ${wrong}`;
}
