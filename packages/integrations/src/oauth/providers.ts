import { z } from 'zod';
import type { ServiceConfig } from '../connectors/service-http.ts';
import type { OAuthProvider } from './provider.ts';

const withWebhook = z.looseObject({ webhook: z.looseObject({ url: z.string() }) });

/** A sandbox signs in at the test host. */
const salesforceHost = ({ isSandbox }: ServiceConfig): string =>
  `https://${isSandbox === true ? 'test' : 'login'}.salesforce.com`;

/** Accounts in Europe are kept apart. */
const typeformHost = ({ regionUrl }: ServiceConfig): string =>
  regionUrl === 'https://api.eu.typeform.com' ? regionUrl : 'https://api.typeform.com';

/** Where people sign in, each with its ways of its own; who refuses PKCE is asked without it. */
export const oauthProviders: readonly OAuthProvider[] = [
  {
    ...{ name: 'airtable', label: 'Airtable', clientAuth: 'basic', pkce: true },
    authorizeUrl: 'https://airtable.com/oauth2/v1/authorize',
    tokenUrl: 'https://airtable.com/oauth2/v1/token',
    appsUrl: 'https://airtable.com/create/oauth',
  },
  {
    ...{ name: 'google', label: 'Google', clientAuth: 'post', pkce: true, hasPicker: true },
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revokeUrl: 'https://oauth2.googleapis.com/revoke',
    // A refresh token comes only with a consent that is asked for.
    authorizeParams: { access_type: 'offline', prompt: 'consent' },
    appsUrl: 'https://console.cloud.google.com/apis/credentials',
  },
  {
    ...{ name: 'microsoft', label: 'Microsoft', clientAuth: 'post', pkce: true },
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    appsUrl: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  },
  {
    ...{ name: 'notion', label: 'Notion', clientAuth: 'basic', pkce: false, tokenBody: 'json' },
    authorizeUrl: 'https://api.notion.com/v1/oauth/authorize',
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    authorizeParams: { owner: 'user' },
    appsUrl: 'https://www.notion.so/my-integrations',
  },
  {
    ...{ name: 'hubspot', label: 'HubSpot', clientAuth: 'post', pkce: false },
    authorizeUrl: 'https://app.hubspot.com/oauth/authorize',
    tokenUrl: 'https://api.hubapi.com/oauth/v3/token',
    appsUrl: 'https://developers.hubspot.com/docs/apps',
  },
  {
    ...{ name: 'slack', label: 'Slack', clientAuth: 'post', pkce: false, scopeSeparator: ',' },
    authorizeUrl: 'https://slack.com/oauth/v2/authorize',
    tokenUrl: 'https://slack.com/api/oauth.v2.access',
    appsUrl: 'https://api.slack.com/apps',
  },
  {
    ...{ name: 'mailchimp', label: 'Mailchimp', clientAuth: 'post', pkce: false },
    authorizeUrl: 'https://login.mailchimp.com/oauth2/authorize',
    tokenUrl: 'https://login.mailchimp.com/oauth2/token',
    appsUrl: 'https://admin.mailchimp.com/account/oauth2/',
  },
  {
    ...{ name: 'monday', label: 'monday.com', clientAuth: 'post', pkce: false },
    authorizeUrl: 'https://auth.monday.com/oauth2/authorize',
    tokenUrl: 'https://auth.monday.com/oauth2/token',
    appsUrl: 'https://auth.monday.com/developers',
  },
  {
    ...{ name: 'dropbox', label: 'Dropbox', clientAuth: 'post', pkce: true },
    authorizeUrl: 'https://www.dropbox.com/oauth2/authorize',
    tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
    authorizeParams: { token_access_type: 'offline' },
    appsUrl: 'https://www.dropbox.com/developers/apps',
  },
  {
    ...{ name: 'discord', label: 'Discord', clientAuth: 'post', pkce: true },
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    // The channel is chosen at the sign-in, and its webhook comes with the token.
    tokenAnswer: (body) => {
      const said = withWebhook.safeParse(body);
      return said.success ? { ...said.data, webhookUrl: said.data.webhook.url } : body;
    },
    kept: ['webhookUrl'],
    appsUrl: 'https://discord.com/developers/applications',
  },
  {
    ...{ name: 'zendesk', label: 'Zendesk', clientAuth: 'post', pkce: false },
    authorizeUrl: ({ subdomain }) => `https://${subdomain}.zendesk.com/oauth/authorizations/new`,
    tokenUrl: ({ subdomain }) => `https://${subdomain}.zendesk.com/oauth/tokens`,
    appsUrl: 'https://support.zendesk.com/hc/en-us/articles/4408845965210',
  },
  {
    ...{ name: 'clickup', label: 'ClickUp', clientAuth: 'post', pkce: false, tokenBody: 'json' },
    authorizeUrl: 'https://app.clickup.com/api',
    tokenUrl: 'https://api.clickup.com/api/v2/oauth/token',
    appsUrl: 'https://app.clickup.com/settings/team/integrations',
  },
  {
    ...{ name: 'linear', label: 'Linear', clientAuth: 'post', pkce: true, scopeSeparator: ',' },
    authorizeUrl: 'https://linear.app/oauth/authorize',
    tokenUrl: 'https://api.linear.app/oauth/token',
    authorizeParams: { prompt: 'consent' },
    appsUrl: 'https://linear.app/settings/api/applications/new',
  },
  {
    ...{ name: 'pipedrive', label: 'Pipedrive', clientAuth: 'basic', pkce: false },
    authorizeUrl: 'https://oauth.pipedrive.com/oauth/authorize',
    tokenUrl: 'https://oauth.pipedrive.com/oauth/token',
    kept: ['api_domain'],
    appsUrl: 'https://developers.pipedrive.com',
  },
  {
    ...{ name: 'attio', label: 'Attio', clientAuth: 'post', pkce: false },
    authorizeUrl: 'https://app.attio.com/authorize',
    tokenUrl: 'https://app.attio.com/oauth/token',
    appsUrl: 'https://build.attio.com',
  },
  {
    ...{ name: 'intercom', label: 'Intercom', clientAuth: 'post', pkce: false },
    authorizeUrl: ({ region }) =>
      `https://app.${region === 'eu' || region === 'au' ? `${region}.` : ''}intercom.com/oauth`,
    tokenUrl: ({ region }) =>
      `https://api.${region === 'eu' || region === 'au' ? `${region}.` : ''}intercom.io/auth/eagle/token`,
    appsUrl: 'https://app.intercom.com/a/developer-signup',
  },
  {
    ...{ name: 'calendly', label: 'Calendly', clientAuth: 'basic', pkce: true },
    authorizeUrl: 'https://auth.calendly.com/oauth/authorize',
    tokenUrl: 'https://auth.calendly.com/oauth/token',
    appsUrl: 'https://developer.calendly.com/console/apps',
  },
  {
    ...{ name: 'typeform', label: 'Typeform', clientAuth: 'post', pkce: false },
    authorizeUrl: (config) => `${typeformHost(config)}/oauth/authorize`,
    tokenUrl: (config) => `${typeformHost(config)}/oauth/token`,
    appsUrl: 'https://admin.typeform.com/account#/section/applications',
  },
  {
    ...{ name: 'salesforce', label: 'Salesforce', clientAuth: 'post', pkce: true },
    authorizeUrl: (config) => `${salesforceHost(config)}/services/oauth2/authorize`,
    tokenUrl: (config) => `${salesforceHost(config)}/services/oauth2/token`,
    revokeUrl: (config) => `${salesforceHost(config)}/services/oauth2/revoke`,
    authorizeParams: { prompt: 'consent' },
    kept: ['instance_url'],
    appsUrl: 'https://login.salesforce.com',
  },
  {
    ...{ name: 'stripe', label: 'Stripe', clientAuth: 'post', pkce: false },
    authorizeUrl: 'https://connect.stripe.com/oauth/authorize',
    tokenUrl: 'https://connect.stripe.com/oauth/token',
    appsUrl: 'https://dashboard.stripe.com/settings/connect/onboarding-options/oauth',
  },
  {
    ...{ name: 'zoom', label: 'Zoom', clientAuth: 'basic', pkce: true },
    authorizeUrl: 'https://zoom.us/oauth/authorize',
    tokenUrl: 'https://zoom.us/oauth/token',
    appsUrl: 'https://marketplace.zoom.us/develop/create',
  },
];
