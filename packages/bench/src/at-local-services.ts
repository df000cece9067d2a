// Loaded before the server's own code (`--import`): leads its connectors to the services of the bench.
import { usualThirdParties } from '@weft/integrations';

for (const connector of usualThirdParties.connectors)
  Object.assign(connector, {
    baseUrl: `${process.env.BENCH_SERVICES}/${connector.type}`,
    rateLimit:
      process.env.BENCH_RATE === undefined
        ? { requests: 1_000, per: 1 }
        : { requests: Number(process.env.BENCH_RATE), per: 1_000 },
  });
