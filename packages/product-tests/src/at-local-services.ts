// Loaded before the server's own code (`--import`): leads its connectors to services on this machine.
import { usualThirdParties } from '@weft/integrations';
import { leadOutgoing, thirdPartiesAt } from '@weft/integrations/testing';
import { must } from '@weft/std';

const { LOCAL_AIRTABLE, LOCAL_STRIPE, LOCAL_VENDORS } = process.env;
const { connectors, providers } = usualThirdParties;

if (LOCAL_AIRTABLE !== undefined) {
  const airtable = connectors.find(({ type }) => type === 'airtable');
  Object.assign(must(airtable, 'there is a connector to Airtable'), { baseUrl: LOCAL_AIRTABLE });
}
if (LOCAL_STRIPE !== undefined) {
  const stripe = connectors.find(({ type }) => type === 'stripe');
  Object.assign(must(stripe, 'there is a connector to Stripe'), { baseUrl: LOCAL_STRIPE });
}
if (LOCAL_VENDORS !== undefined) {
  const localUrl = (url: string) => url.replace(/^https:\//, LOCAL_VENDORS);
  const local = thirdPartiesAt(localUrl);
  for (const [at, connector] of connectors.entries()) Object.assign(connector, local.connectors[at]);
  for (const [at, provider] of providers.entries()) Object.assign(provider, local.providers[at]);
  leadOutgoing(localUrl);
}
