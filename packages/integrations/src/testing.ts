import type { ServiceConfig } from './connectors/service-http.ts';
import type { ProviderUrl } from './oauth/provider.ts';
import { oauthProviders } from './oauth/providers.ts';
import { OutgoingHttp } from './safe-fetch/outgoing-http.ts';
import { AiServer } from './testing/ai-server.ts';
import { LocalProvider } from './testing/local-provider.ts';
import { standIns } from './testing/stand-ins.ts';
import { StrictServer } from './testing/strict-server.ts';
import type { ThirdParties } from './third-parties.ts';
import { usualThirdParties } from './third-parties.ts';

export {
  AirtableBases,
  type LocalAnswer,
  type LocalBase,
  type LocalTable,
} from './testing/airtable-bases.ts';
export { pyairtable } from './testing/airtable-clients.ts';
export { confirmCard } from './testing/local-intents.ts';
export {
  cellOf,
  type LocalCell,
  localSheet,
  localSpreadsheets,
} from './testing/local-spreadsheets.ts';
export { LocalStripe, liveKey, otherKey, testKey } from './testing/local-stripe.ts';
export { payLate, renew, shownInvoice, shownSubscription } from './testing/local-subscriptions.ts';
export { fileOf, studioBase } from './testing/studio-base.ts';

const localOf = (url: ProviderUrl, localUrl: (vendorUrl: string) => string): ProviderUrl =>
  typeof url === 'string' ? localUrl(url) : (config) => localUrl(url(config));

/** The services as they are, where `localUrl` stands in for each vendor's address; rate limits wait for nobody. */
export const thirdPartiesAt = (localUrl: (vendorUrl: string) => string): ThirdParties => ({
  connectors: usualThirdParties.connectors.map((connector) => ({
    ...connector,
    ...(connector.baseUrl !== undefined && { baseUrl: localOf(connector.baseUrl, localUrl) }),
    rateLimit: { requests: 1_000, per: 1 },
  })),
  providers: usualThirdParties.providers.map((provider) => ({
    ...provider,
    authorizeUrl: localOf(provider.authorizeUrl, localUrl),
    tokenUrl: localOf(provider.tokenUrl, localUrl),
    ...(typeof provider.revokeUrl === 'string' && { revokeUrl: localUrl(provider.revokeUrl) }),
  })),
});

/** Leads what services ask of further hosts to where `localUrl` says, too. */
export function leadOutgoing(localUrl: (vendorUrl: string) => string): Disposable {
  const usual = OutgoingHttp.prototype.request;
  OutgoingHttp.prototype.request = function (wanted) {
    return usual.call(this, { ...wanted, url: localUrl(wanted.url) });
  };
  return {
    [Symbol.dispose]: () => {
      OutgoingHttp.prototype.request = usual;
    },
  };
}

export { StrictServer } from './testing/strict-server.ts';

/** Vendors that stand in for these services, in one local server, with the providers that people sign in at. */
export async function localVendors(types: readonly string[]) {
  const vendors = new Map(
    types.flatMap((type) => {
      const make = standIns[type];
      return make === undefined ? [] : [[type, make()] as const];
    }),
  );
  const ways = [...vendors.values()].flatMap((vendor) => vendor.ways);
  const config: ServiceConfig = Object.assign({}, ...ways.map((way) => way.config));
  const providers = new Map(oauthProviders.map((one) => [one.name, new LocalProvider(one, config)] as const));
  const routes = [...vendors.values(), ...providers.values()].flatMap((one) => one.routes);
  const server = await new StrictServer(routes).listen();
  const keys = [...vendors.values()].flatMap(({ ways }) =>
    ways.flatMap(({ credential }) => (credential === undefined ? [] : [credential('')])),
  );
  server.lets = () => [
    ...keys,
    ...[...providers.values()].flatMap(({ tokens }) =>
      tokens.map((token) => ({ authorization: `Bearer ${token}` })),
    ),
  ];
  const localUrl = (url: string) => server.localUrl(url);
  return { server, vendors, providers, localUrl, thirdParties: thirdPartiesAt(localUrl) };
}

export { newTable as newAirtableTable } from './testing/vendors/airtable.ts';
export type { LocalCalendar } from './testing/vendors/local-calendar.ts';
export type { LocalMeetings } from './testing/vendors/local-meetings.ts';
export { AiServer };
