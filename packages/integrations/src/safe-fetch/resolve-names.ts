import { type LookupAddress, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** Milliseconds, and how often, a server of names is asked. */
const asking = { timeout: 1_500, tries: 2 };

const hostsFile =
  process.platform === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/** The addresses that a file of hosts has for a name. */
export function addressesInHosts(text: string, host: string): readonly LookupAddress[] {
  const name = host.toLowerCase();
  return text.split('\n').flatMap((line): readonly LookupAddress[] => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address, family }] : [];
  });
}

/** As the system resolves names, with its search domains; a thread waits, of which there are few in a process. */
export const bySystem = (host: string): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/**
 * By the file of hosts, else by the DNS, without a thread: those of the system's resolver would all wait for servers of
 * names that somebody made up, and nothing else could be asked for meanwhile. `servers`: those of the machine when absent.
 */
export async function byDns(host: string, servers?: readonly string[]): Promise<readonly LookupAddress[]> {
  const known = addressesInHosts(await readFile(hostsFile, 'utf8').catch(() => ''), host);
  if (known.length > 0) return known;
  const resolver = new Resolver(asking);
  if (servers !== undefined) resolver.setServers(servers);
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = asked.flatMap((one, at): readonly LookupAddress[] =>
    one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (found.length > 0) return found;
  const isSaid = asked.some(
    (one) =>
      one.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes((one.reason as { code: string }).code),
  );
  throw Object.assign(new Error(`${host} could not be resolved`), {
    code: isSaid ? 'ENOTFOUND' : 'EAI_AGAIN',
  });
}
