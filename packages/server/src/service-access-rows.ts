import { type HttpRow, ofWriters, signedIn } from './http-access-row.ts';

const service = 'svc000000000000000000000';
/** A connection that nobody has: another's is answered alike. */
const absent = { anonymous: 401, stranger: 404, reader: 404 } as const;
/** A provider that there is not. */
const unknown = { token: 'none', anonymous: 404, stranger: 404, reader: 404 } as const;

const tablesToCreate = [{ name: 'Guests', headers: [{ name: 'Name' }] }];

/** The calls about connections to third-party services outside /rpc. */
export const serviceHttpAccess = {
  'POST /admin/services/create/:serviceType': {
    ...absent,
    token: 'write',
    path: () => '/admin/services/create/unknown',
    body: () => ({ serviceName: 'Mine', config: {} }),
  },
  'POST /admin/services/edit/:serviceId': {
    ...absent,
    token: 'write',
    path: () => `/admin/services/edit/${service}`,
    body: () => ({ serviceName: 'Mine' }),
  },
  'DELETE /admin/services/delete/:serviceId': {
    ...absent,
    token: 'write',
    path: () => `/admin/services/delete/${service}`,
  },
  // What cannot be read is said of each.
  'POST /v1/zite/admin/services/getMetadata': {
    ...signedIn,
    token: 'read',
    body: () => ({ requests: [{ serviceId: service, serviceType: 'airtable' }] }),
  },
  'GET /v1/admin/services/slack/channels': {
    ...absent,
    token: 'read',
    path: () => `/v1/admin/services/slack/channels?serviceId=${service}`,
  },
  // What can be no account is refused before anybody is asked.
  'POST /v1/admin/services/twilio/phoneNumbers': {
    ...{ anonymous: 401, stranger: 400, reader: 400 },
    token: 'write',
    body: () => ({ accountSid: 'none', authToken: 'none' }),
  },
  // What can be no key is refused before anybody is asked.
  'GET /jotform/ping': {
    ...{ anonymous: 401, stranger: 400, reader: 400 },
    token: 'write',
    path: () => '/jotform/ping?apiKey=none&regionUrl=https://api.jotform.com',
  },
  'POST /jotform/ping': {
    ...{ anonymous: 401, stranger: 400, reader: 400 },
    token: 'write',
    body: () => ({ apiKey: 'none', regionUrl: 'https://api.jotform.com' }),
  },
  'POST /v1/admin/services/surveyMonkey/surveys': {
    ...{ anonymous: 401, stranger: 400, reader: 400 },
    token: 'write',
    body: () => ({ apiKey: 'none', regionUrl: 'https://api.surveymonkey.com/v3' }),
  },
  'POST /v1/admin/services/createGoogleSheet': {
    ...absent,
    token: 'write',
    body: () => ({
      ...{ organizationId: 'org000000000000000000000', serviceId: service, flowName: 'Guests' },
      flowTemplate: { columns: ['Name'] },
    }),
  },
  'POST /v1/zite/admin/services/airtable/create': {
    ...absent,
    token: 'write',
    path: () => `/v1/zite/admin/services/airtable/create?serviceId=${service}`,
    body: () => ({ baseId: 'app', tablesToCreate }),
  },
  'POST /v1/zite/admin/services/googlesheets/create': {
    ...absent,
    token: 'write',
    path: () => `/v1/zite/admin/services/googlesheets/create?serviceId=${service}`,
    body: () => ({ sheetsToCreate: tablesToCreate }),
  },
  'GET /v1/admin/services/googleSheets/credentials': {
    ...absent,
    token: 'none',
    path: () => `/v1/admin/services/googleSheets/credentials?serviceId=${service}`,
  },
  'POST /v1/admin/integrations/:flowId/test': {
    verb: 'edit',
    ...ofWriters,
    path: ({ form }) => `/v1/admin/integrations/${form.flowId}/test?mode=edit`,
    body: () => ({ serviceType: 'airtable', serviceId: service, config: {} }),
  },
  // Nobody learns which providers there are.
  'GET /connect/:provider': {
    ...unknown,
    path: () => `/connect/unknown?serviceId=${service}`,
  },
  'GET /connect/:provider/callback': {
    ...unknown,
    path: () => '/connect/unknown/callback?code=x&state=y',
  },
} satisfies { readonly [route: string]: HttpRow };
