import { randomBytes } from 'node:crypto';
import { domainGraceHours, type FlowDomain, writeDomain, writeFinding } from '@weft/db';
import type { DomainAnswer } from '@weft/protocol';
import { AppError } from '@weft/std';
import { originAt, readDomain } from '../../../http/own-domains.ts';
import type { FormsContext, FormsDeps, FormsHandlers } from '../deps.ts';
import { writeAudit } from '../form-audit.ts';
import { loadForm } from '../load-form.ts';
import { checkDomain, leadingRecord, proofName, proofValue } from './check-domain.ts';

export type DomainCall = 'forms.setDomain' | 'forms.checkDomain';

/** Milliseconds in which a second press asks nothing again. */
const freshFor = 2_000;

/** A claim as the editor shows it, with the records it needs. */
export function shownDomain(
  { baseUrl }: Pick<FormsDeps, 'baseUrl'>,
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
function wantedDomain(text: string, baseUrl: string): string {
  const domain = readDomain(text);
  const ours = new URL(baseUrl).hostname;
  if (domain === null)
    throw new AppError(
      'invalid',
      'Write a domain such as forms.example.com: no address with a path, and no number',
    );
  if (domain === ours || domain.endsWith(`.${ours}`))
    throw new AppError('invalid', `${ours} is the name of this server: choose a domain of your own`);
  return domain;
}

/** Asks the DNS about a claim, and writes what it says. False: it is theirs, but another flow has it. */
export async function verifyDomain(
  { baseUrl, dnsServers, transaction }: Pick<FormsDeps, 'baseUrl' | 'dnsServers' | 'transaction'>,
  claim: FlowDomain,
): Promise<boolean> {
  const finding = await checkDomain({ servers: dnsServers, baseUrl: baseUrl() }, claim);
  return transaction((tx) => writeFinding(tx, claim, finding));
}

const shownNow = async (deps: FormsDeps, flowId: string) =>
  ({ domain: shownDomain(deps, await deps.flowDomains.of(flowId)) }) as const;

export const domainMethods: FormsHandlers<DomainCall> = {
  'forms.setDomain': async (context, { flowId, domain }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const wanted = domain === null ? null : wantedDomain(domain, deps.baseUrl());
    const claim = wanted === null ? null : { domain: wanted, token: randomBytes(18).toString('base64url') };
    await deps.transaction((tx) => writeDomain(tx, flow.id, claim));
    await deps.ownDomains.reload();
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: 'domain' });
    return shownNow(deps, flow.id);
  },

  'forms.checkDomain': async (context: FormsContext, { flowId }) => {
    const { deps, caller } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const claim = await deps.flowDomains.of(flow.id);
    const checkedAt = claim?.checkedAt ?? null;
    if (claim === null || (checkedAt !== null && Math.abs(deps.now() - Date.parse(checkedAt)) < freshFor))
      return shownNow(deps, flow.id);
    const release = deps.concurrency.take('check', caller);
    try {
      const isFree = await verifyDomain(deps, claim);
      await deps.ownDomains.reload();
      if (isFree) return await shownNow(deps, flow.id);
    } finally {
      release();
    }
    throw new AppError(
      'conflict',
      `The record is there, but another page of this server is shown at ${claim.domain}. It is taken away there first.`,
    );
  },
};
