// Loaded before the server's own code (`--import`): leads its connectors to the services of the bench.
import { usualThirdParties } from '@weft/integrations';
import { leadOutgoing, thirdPartiesAt } from '@weft/integrations/testing';

const { BENCH_SERVICES, BENCH_VENDORS, BENCH_RATE } = process.env;
const { connectors, providers } = usualThirdParties;

if (BENCH_SERVICES !== undefined)
  for (const connector of connectors)
    Object.assign(connector, {
      baseUrl: `${BENCH_SERVICES}/${connector.type}`,
      rateLimit:
        BENCH_RATE === undefined ? { requests: 1_000, per: 1 } : { requests: Number(BENCH_RATE), per: 1_000 },
    });
if (BENCH_VENDORS !== undefined) {
  const localUrl = (url: string) => url.replace(/^https:\//, BENCH_VENDORS);
  const local = thirdPartiesAt(localUrl);
  for (const [at, connector] of connectors.entries()) Object.assign(connector, local.connectors[at]);
  for (const [at, provider] of providers.entries()) Object.assign(provider, local.providers[at]);
  leadOutgoing(localUrl);
}
