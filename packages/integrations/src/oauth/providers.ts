import type { OAuthProvider } from './provider.ts';

export const oauthProviders: readonly OAuthProvider[] = [
  {
    ...{ name: 'airtable', label: 'Airtable', clientAuth: 'basic', pkce: true },
    authorizeUrl: 'https://airtable.com/oauth2/v1/authorize',
    tokenUrl: 'https://airtable.com/oauth2/v1/token',
    appsUrl: 'https://airtable.com/create/oauth',
  },
];
