import { AiServer } from './testing/ai-server.ts';
import { standIns } from './testing/stand-ins.ts';
import { StrictServer } from './testing/strict-server.ts';
import type { ThirdParties } from './third-parties.ts';
import { usualThirdParties } from './third-parties.ts';

/** Vendors that stand in for these services, in one local server, and the services as they then are. */
export async function localVendors(types: readonly string[]) {
  const vendors = new Map(
    types.flatMap((type) => {
      const make = standIns[type];
      return make === undefined ? [] : [[type, make()] as const];
    }),
  );
  const server = await new StrictServer([...vendors.values()].flatMap(({ routes }) => routes)).listen();
  server.credentials = [...vendors.values()].flatMap(({ ways }) =>
    ways.flatMap(({ credential }) => (credential === undefined ? [] : [credential('')])),
  );
  const thirdParties: ThirdParties = {
    ...usualThirdParties,
    connectors: usualThirdParties.connectors.map((connector) => ({
      ...connector,
      ...(typeof connector.baseUrl === 'string' && { baseUrl: server.localUrl(connector.baseUrl) }),
      rateLimit: { requests: 1_000, per: 1 },
    })),
  };
  return { server, vendors, thirdParties };
}

export { AiServer };
