import { z } from 'zod';
import { success } from '../flows/flow-schemas.ts';
import type { HttpCalls } from '../http-call.ts';
import { knownId } from '../schemas/ids.ts';
import { nameText } from '../schemas/name-text.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import {
  askingErrors,
  choice,
  connectionAccess,
  serviceAnswer,
  serviceConfig,
  serviceErrors,
  serviceType,
  targetField,
} from './integration-schemas.ts';

/** A page of ours to come back to; others are refused. */
const returnPath = z.string().max(2_000);
const sampleService = 'svc0sample00000000000000';

const given = {
  config: serviceConfig,
  serviceName: nameText,
  /** Where it is made: 'formEditor'. */
  source: z.string().max(100).optional(),
  workspaceId: knownId.nullish(),
  access: connectionAccess.optional(),
  redirectUri: returnPath.optional(),
  failureRedirectUri: returnPath.optional(),
};

const connected = z.strictObject({
  service: serviceAnswer,
  /** Where the browser goes on to sign in at the provider; null: the connection is ready. */
  signInUrl: z.string().nullable(),
});

/** Connections to third-party services. */
export const serviceCalls = {
  'POST /admin/services/create/:serviceType': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Connect a third-party service',
    more: '`config` has the fields that `integrations.catalogue` names for one way of connecting; they are checked with the service first. Without the fields of any way the connection is signed in at the provider: `signInUrl` leads there. A name that is taken gets a number. `access` says who may let flows write with it: its owner, the organization (the default), or the people of `workspaceId` (the default where the organization keeps connections to their workspace).',
    path: { serviceType: { means: 'The type of the service.', example: 'airtable' } },
    body: z.object(given),
    errors: {
      ...askingErrors,
      'not-found': 'There is no such service here, or no such workspace.',
      forbidden: 'The caller may not put things into the workspace.',
      conflict: 'The service did not take the credential, or no admin has set up its sign-in yet.',
    },
    answer: connected,
    example: { serviceName: 'Guests', config: { apiKey: 'pat…' } },
  },
  'POST /admin/services/edit/:serviceId': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Change a connection, or connect again',
    more: 'Its id and what flows write with it stay. Secret settings that are left out stay as they are. With `redirectUri` a connection that is signed in at a provider is signed in again, at `signInUrl`. For its owner, and for admins.',
    path: { serviceId: { means: 'The connection.', example: sampleService } },
    body: z.object(given).partial(),
    errors: askingErrors,
    answer: connected,
    example: { serviceName: 'Guests of 2026' },
  },
  'DELETE /admin/services/delete/:serviceId': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Delete a connection',
    more: 'And what flows write with it (`integrations.dependents` lists them). What was written stays. The grant is revoked where the provider can. For its owner, and for admins.',
    path: { serviceId: { means: 'The connection.', example: sampleService } },
    errors: serviceErrors,
    answer: success,
  },
  'POST /v1/zite/admin/services/getMetadata': {
    scope: 'read',
    tag: 'Integrations',
    summary: 'Read what bases or spreadsheets hold, with their fields',
    more: 'Without ids the bases or spreadsheets alone are listed. What was read is cached for a minute, unless `forceRefresh` is true. `error` says why one could not be read.',
    body: z.object({
      requests: z
        .array(
          z.object({
            serviceId: knownId,
            serviceType,
            settings: z
              .object({
                baseIds: z.array(z.string().max(500)).max(20).optional(),
                spreadsheetIds: z.array(z.string().max(500)).max(20).optional(),
              })
              .optional(),
          }),
        )
        .min(1)
        .max(10),
      forceRefresh: z.boolean().optional(),
    }),
    errors: {},
    answer: z.strictObject({
      results: z.array(
        z.strictObject({
          serviceId: z.string(),
          serviceType: z.string(),
          targets: z.array(
            z.strictObject({
              ...choice.shape,
              /** Its tables or sheets; null: they were not asked for. */
              tables: z.array(z.strictObject({ ...choice.shape, fields: z.array(targetField) })).nullable(),
            }),
          ),
          error: z.string().nullable(),
        }),
      ),
    }),
    example: { requests: [{ serviceId: sampleService, serviceType: 'airtable' }] },
  },
  'GET /v1/admin/services/slack/channels': {
    scope: 'read',
    tag: 'Integrations',
    summary: 'List the channels that a connection to Slack may write to',
    query: z.object({ serviceId: knownId }),
    errors: askingErrors,
    answer: z.strictObject({ channels: z.array(choice) }),
    example: { serviceId: sampleService },
  },
  'POST /v1/admin/services/twilio/phoneNumbers': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'List the phone numbers of an account at Twilio that is not connected yet',
    more: 'Nothing of it is kept.',
    body: z.object({ accountSid: storableText(100), authToken: storableText(1_000) }),
    errors: askingErrors,
    answer: z.strictObject({ phoneNumbers: z.array(z.string()) }),
    example: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token' },
  },
  'GET /jotform/ping': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Try an API key of Jotform that is not connected yet',
    more: 'Whatever stands before the server may keep the address in its logs, and with it the key: browsers send `POST /jotform/ping`. Nothing of it is kept. `success` says whether Jotform lets it in; `error` why not.',
    query: z.object({ apiKey: storableText(1_000), regionUrl: storableText(200) }),
    errors: askingErrors,
    answer: z.strictObject({ success: z.boolean(), error: z.string().nullable() }),
    example: { apiKey: 'key', regionUrl: 'https://api.jotform.com' },
  },
  'POST /jotform/ping': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Try an API key of Jotform that is not in the address',
    more: 'Nothing of it is kept. `success` says whether Jotform lets it in; `error` why not.',
    body: z.object({ apiKey: storableText(1_000), regionUrl: storableText(200) }),
    errors: askingErrors,
    answer: z.strictObject({ success: z.boolean(), error: z.string().nullable() }),
    example: { apiKey: 'key', regionUrl: 'https://api.jotform.com' },
  },
  'POST /v1/admin/services/surveyMonkey/surveys': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Try an access token of SurveyMonkey that is not connected yet',
    more: 'Nothing of it is kept. `success` says whether it lets in and reads at least one survey; `error` why not.',
    body: z.object({ apiKey: storableText(3_000), regionUrl: storableText(200) }),
    errors: askingErrors,
    answer: z.strictObject({ success: z.boolean(), error: z.string().nullable() }),
    example: { apiKey: 'token', regionUrl: 'https://api.surveymonkey.com/v3' },
  },
  'POST /v1/admin/services/createGoogleSheet': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Make a Google Sheet for the answers to a form',
    more: 'Its columns are the names in `flowTemplate.columns`.',
    body: z.object({
      organizationId: knownId,
      serviceId: knownId,
      flowName: nameText,
      flowTemplate: z.object({ columns: z.array(z.string().max(500)).max(500) }),
    }),
    errors: { ...askingErrors, conflict: 'Could not connect a new Google Sheet: the message says why.' },
    answer: z.strictObject({ spreadsheetId: z.string(), sheetUUID: z.string() }),
    example: {
      ...{ organizationId: sample.organization, serviceId: sampleService, flowName: 'Guests' },
      flowTemplate: { columns: ['Name'] },
    },
  },
  'GET /v1/admin/services/googleSheets/credentials': {
    scope: 'none',
    tag: 'Integrations',
    summary: 'Get a short-lived token for Google’s file picker',
    more: 'The one secret that a browser is given: for the connection’s own person alone, where it was signed in for the files they choose (`drive.file`), and written into the audit log.',
    query: z.object({ serviceId: knownId }),
    errors: { ...askingErrors, conflict: 'The connection has other rights than for the files they choose.' },
    answer: z.strictObject({
      ...{ clientId: z.string(), accessToken: z.string() },
      /** The operator's key for the picker; null: there is none any more. */
      pickerKey: z.string().nullable(),
    }),
    example: { serviceId: sampleService },
  },
  'POST /v1/admin/integrations/:flowId/test': {
    scope: 'write',
    tag: 'Integrations',
    summary: 'Write one test answer with an integration',
    more: '`config` is that of a write query. Each field is written with a sample; where an email address belongs, that is the caller’s own. What the service refuses is answered in `error`, with its status.',
    path: { flowId: { means: 'The form.', example: sample.form } },
    query: z.object({ mode: z.literal('edit').optional() }),
    body: z.object({
      serviceType,
      serviceId: knownId,
      config: z.unknown(),
      organizationId: knownId.optional(),
      model: z.string().max(100).optional(),
      flowId: knownId.optional(),
      timezone: z.string().max(100).optional(),
    }),
    errors: {
      'not-found': 'There is no such form or connection for the caller to use.',
      forbidden: 'The caller may only read the form.',
      conflict: 'The form is in the trash.',
    },
    answer: z.strictObject({
      data: z
        .strictObject({
          ...{ said: z.string(), url: z.string().nullable() },
          /** What was sent, by the name of the target’s field; null: nothing was. */
          values: z.array(z.strictObject({ id: z.string(), name: z.string(), text: z.string().nullable() })),
        })
        .nullable(),
      statusCode: z.int(),
      error: z.string().nullable(),
    }),
    example: {
      ...{ serviceType: 'airtable', serviceId: sampleService },
      config: { settings: {}, nameMappings: {} },
    },
  },
  'GET /connect/:provider': {
    scope: 'none',
    tag: 'Integrations',
    summary: 'Go to a provider to sign a connection in',
    more: 'Leads on to the provider (302). Who is not signed in here is led to the sign-in first. `redirectUri` and `failureRedirectUri` are pages of this application; `/home/integrations` without them.',
    open: true,
    path: { provider: { means: 'The provider.', example: 'airtable' } },
    query: z.object({
      serviceId: knownId,
      redirectUri: returnPath.optional(),
      failureRedirectUri: returnPath.optional(),
      source: z.string().max(100).optional(),
    }),
    errors: {
      'not-found': 'There is no such provider, or no such connection of the caller.',
      forbidden: 'A token signs nothing in, or the connection is another person’s.',
      conflict: 'No admin has set up the sign-in yet.',
    },
    answer: ['text/html'],
    example: { serviceId: sampleService },
  },
  'GET /connect/:provider/callback': {
    scope: 'none',
    tag: 'Integrations',
    summary: 'Come back from a provider',
    more: 'Leads back to the page the sign-in began on (302), with `connected` or `connectError` in its query. Once for each sign-in, by the same person and session.',
    open: true,
    path: { provider: { means: 'The provider.', example: 'airtable' } },
    errors: { 'not-found': 'There is no such provider.', forbidden: 'A token signs nothing in.' },
    answer: ['text/html'],
  },
} satisfies HttpCalls;
