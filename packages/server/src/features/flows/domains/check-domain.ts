import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { DomainFinding, FlowDomain } from '@weft/db';

/** Milliseconds, and how often, a server of names is asked: somebody waits. */
const asking = { timeout: 3_000, tries: 2 };

/** What says that a domain is somebody's, and what leads its visitors to this server. */
export const proofName = (domain: string): string => `_weft.${domain}`;
export const proofValue = (token: string): string => `weft-verify=${token}`;

/** The record that leads a domain to this server. */
export function leadingRecord(baseUrl: string): {
  readonly type: 'CNAME' | 'A' | 'AAAA';
  readonly value: string;
} {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const type = ({ 0: 'CNAME', 4: 'A', 6: 'AAAA' } as const)[isIP(host) as 0 | 4 | 6];
  return { type, value: host };
}

/** Nothing of the kind is there; any other fault is one of the asking. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** What a name has, or nothing; what cannot be asked is nothing as well. */
const orNone = (asked: Promise<string[]>): Promise<string[]> => asked.catch(() => []);

async function leadsTo(
  resolver: Resolver,
  domain: string,
  { type, value }: ReturnType<typeof leadingRecord>,
) {
  const addressesOf = async (name: string): Promise<readonly string[]> =>
    (await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])).flat();
  if (type !== 'CNAME') return (await addressesOf(domain)).includes(value);
  const [names, theirs, ours] = await Promise.all([
    orNone(resolver.resolveCname(domain)),
    addressesOf(domain),
    addressesOf(value),
  ]);
  return (
    names.some((name) => name.toLowerCase() === value) || theirs.some((address) => ours.includes(address))
  );
}

/** Asks the DNS whether a domain is whose claim it is, and whether it leads here. */
export async function checkDomain(
  { servers, baseUrl }: { readonly servers: readonly string[]; readonly baseUrl: string },
  { domain, token }: Pick<FlowDomain, 'domain' | 'token'>,
): Promise<DomainFinding> {
  const resolver = new Resolver(asking);
  if (servers.length > 0) resolver.setServers(servers);
  const leads = leadsTo(resolver, domain, leadingRecord(baseUrl));
  const name = proofName(domain);
  try {
    const texts = (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    const leadsHere = await leads;
    if (texts.includes(proofValue(token))) return { is: 'proven', fault: null, leadsHere };
    const fault = `The TXT record ${name} is there, but says something else.`;
    return { is: 'missing', fault, leadsHere };
  } catch (error) {
    const leadsHere = await leads;
    return isAbsent(error)
      ? { is: 'missing', fault: `There is no TXT record ${name} yet.`, leadsHere }
      : { is: 'unknown', fault: 'The DNS did not answer. Try again in a moment.', leadsHere: null };
  }
}
