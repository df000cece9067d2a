import type { Connector } from './connectors/connector.ts';
import { connectors } from './connectors/connectors.ts';
import type { OAuthProvider } from './oauth/provider.ts';
import { oauthProviders } from './oauth/providers.ts';

/** Which services there are, and where people sign in for them. */
export interface ThirdParties {
  readonly connectors: readonly Connector[];
  readonly providers: readonly OAuthProvider[];
}

export const usualThirdParties: ThirdParties = { connectors, providers: oauthProviders };
