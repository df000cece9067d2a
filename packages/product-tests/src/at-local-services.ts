// Loaded before the server's own code (`--import`): leads its connectors to a service on this machine.
import { usualThirdParties } from '@weft/integrations';
import { must } from '@weft/std';

const airtable = usualThirdParties.connectors.find(({ type }) => type === 'airtable');
Object.assign(must(airtable, 'there is a connector to Airtable'), { baseUrl: process.env.LOCAL_AIRTABLE });
