import { airtable } from './airtable/airtable.ts';
import type { Connector } from './connector.ts';

/** Every third-party service that works, in the order of the catalogue's list. */
export const connectors: readonly Connector[] = [airtable];

export const connectorOf = (type: string): Connector | undefined =>
  connectors.find((connector) => connector.type === type);
