import { randomBytes } from 'node:crypto';
import { domainGraceHours, type FlowDomain, type FlowDomains, writeDomain, writeFinding } from '@weft/db';
import type { DomainAnswer } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { Database } from '../../../database.ts';
import type { Caller } from '../../../http/caller.ts';
import type { ConcurrencyLimit } from '../../../http/concurrency-limit.ts';
import { type OwnDomains, originAt, readDomain } from '../../../http/own-domains.ts';
import { checkDomain, leadingRecord, proofName, proofValue } from './check-domain.ts';

/** What domains of flows use. */
export interface DomainDeps {
  readonly baseUrl: () => string;
  /** Addresses of the DNS servers to ask; none: those of this machine. */
  readonly dnsServers: readonly string[];
  readonly transaction: Database['transaction'];
  readonly flowDomains: FlowDomains;
  readonly ownDomains: OwnDomains;
  readonly concurrency: ConcurrencyLimit;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Milliseconds in which a second press asks nothing again. */
const freshFor = 2_000;

/** A claim as the editor shows it, with the records it needs. */
export function shownDomain(
  { baseUrl }: Pick<DomainDeps, 'baseUrl'>,
  claim: FlowDomain | null,
): DomainAnswer | null {
  if (claim === null) return null;
  const { domain, token, verifiedAt, checkedAt, failingSince, fault, leadsHere } = claim;
  const isVerified = verifiedAt !== null;
  return {
    domain,
    address: `${originAt(baseUrl(), domain)}/`,
    verified: isVerified,
    records: [
      { type: 'TXT', name: proofName(domain), value: proofValue(token) },
      { name: domain, ...leadingRecord(baseUrl()) },
    ],
    ...{ checkedAt, fault, leadsHere },
    endsAt:
      isVerified && failingSince !== null
        ? new Date(Date.parse(failingSince) + domainGraceHours * 3_600_000).toISOString()
        : null,
  };
}

/** The domain as it was written, where a flow can have it. */
function wantedDomain(text: string, { baseUrl: ofServer, ownDomains }: DomainDeps): string {
  const baseUrl = ofServer();
  const domain = readDomain(text);
  const ours = new URL(baseUrl).hostname;
  if (domain === null)
    throw new AppError(
      'invalid',
      'Write a domain such as forms.example.com: no address with a path, and no number',
    );
  if (domain === ours || domain.endsWith(`.${ours}`))
    throw new AppError('invalid', `${ours} is the name of this server: choose a domain of your own`);
  if (ownDomains.isBelowApps(domain))
    throw new AppError(
      'invalid',
      `${domain} belongs to the apps of this server: choose a domain of your own`,
    );
  return domain;
}

/** Asks the DNS about a claim, and writes what it says. False: it is theirs, but another flow has it. */
export async function verifyDomain(
  { baseUrl, dnsServers, transaction }: Pick<DomainDeps, 'baseUrl' | 'dnsServers' | 'transaction'>,
  claim: FlowDomain,
): Promise<boolean> {
  const finding = await checkDomain({ servers: dnsServers, baseUrl: baseUrl() }, claim);
  return transaction((tx) => writeFinding(tx, claim, finding));
}

interface OfDomain {
  readonly domain: DomainAnswer | null;
}

const shownNow = async (deps: DomainDeps, flowId: string): Promise<OfDomain> => ({
  domain: shownDomain(deps, await deps.flowDomains.of(flowId)),
});

/** Claims a domain for a flow that the caller may edit; null gives it up. */
export async function claimDomain(
  deps: DomainDeps,
  flowId: string,
  domain: string | null,
): Promise<OfDomain> {
  const wanted = domain === null ? null : wantedDomain(domain, deps);
  const claim = wanted === null ? null : { domain: wanted, token: randomBytes(18).toString('base64url') };
  await deps.transaction((tx) => writeDomain(tx, flowId, claim));
  await deps.ownDomains.reload();
  return shownNow(deps, flowId);
}

/** Looks whether the DNS says that the domain of a flow that the caller may edit is theirs. */
export async function checkClaim(deps: DomainDeps, caller: Caller, flowId: string): Promise<OfDomain> {
  const claim = await deps.flowDomains.of(flowId);
  const checkedAt = claim?.checkedAt ?? null;
  if (claim === null || (checkedAt !== null && Math.abs(deps.now() - Date.parse(checkedAt)) < freshFor))
    return shownNow(deps, flowId);
  const release = deps.concurrency.take('check', caller);
  try {
    const isFree = await verifyDomain(deps, claim);
    await deps.ownDomains.reload();
    if (isFree) return await shownNow(deps, flowId);
  } finally {
    release();
  }
  throw new AppError(
    'conflict',
    `The record is there, but another page of this server is shown at ${claim.domain}. It is taken away there first.`,
  );
}
