import { type AnyJobKind, type JobSchedule, recurringJob } from '../../../jobs/job-kind.ts';
import { verifyDomain } from '../../flows/domains/flow-domain.ts';
import type { FormsDeps } from '../deps.ts';

/** Domains asked about in one run, and how many of them at once. */
const [most, atOnce] = [200, 8];
const queue = 'form-domains';

/** Asks the DNS again: about claims until they are found to be theirs, and about those that flows have, which they may lose. */
export const domainsJob = (
  deps: Pick<FormsDeps, 'baseUrl' | 'dnsServers' | 'flowDomains' | 'ownDomains' | 'transaction' | 'log'>,
): AnyJobKind =>
  recurringJob(queue, 'Check the domains of forms', async ({ signal }) => {
    const due = [...(await deps.flowDomains.due(most))];
    const worker = async () => {
      for (let claim = due.shift(); claim !== undefined && !signal.aborted; claim = due.shift())
        await verifyDomain(deps, claim).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'a domain could not be checked'),
        );
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await deps.ownDomains.reload();
  });

export const domainsSchedule: JobSchedule = { name: queue, cron: '53 * * * *', queue };
