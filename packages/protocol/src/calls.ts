import type { z } from 'zod';
import { appCalls } from './apps/app-calls.ts';
import { appChatCalls } from './apps/app-chat-calls.ts';
import { appSourceCalls } from './apps/app-source-calls.ts';
import { appPeopleCalls } from './apps/people-calls.ts';
import { baseCalls } from './bases/base-calls.ts';
import { fieldCalls } from './bases/field-calls.ts';
import { historyCalls } from './bases/history-calls.ts';
import { metadataCalls } from './bases/metadata-calls.ts';
import { recordCalls } from './bases/record-calls.ts';
import { tableCalls } from './bases/table-calls.ts';
import { viewCalls } from './bases/view-calls.ts';
import type { CallType } from './call.ts';
import { attachmentCalls } from './files/attachment-calls.ts';
import { flowCalls } from './flows/flow-feed-calls.ts';
import { formAnswerCalls } from './forms/answer-calls.ts';
import { answerImportCalls } from './forms/answer-import-calls.ts';
import { formDeliveryCalls } from './forms/delivery-calls.ts';
import { domainCalls } from './forms/domain-calls.ts';
import { formCalls } from './forms/form-calls.ts';
import { formGateCalls } from './forms/form-gate-calls.ts';
import { formIntegrationCalls } from './forms/integration-calls.ts';
import { paymentCalls } from './forms/payment-calls.ts';
import { formResultCalls } from './forms/result-calls.ts';
import { formWebhookCalls } from './forms/webhook-calls.ts';
import { googleSheetsCalls } from './imports/google-sheets-calls.ts';
import { importCalls } from './imports/import-calls.ts';
import { serviceImportCalls } from './imports/service-import-calls.ts';
import { connectorCalls } from './integrations/connector-calls.ts';
import { integrationCalls } from './integrations/integration-calls.ts';
import { noticeCalls } from './integrations/notice-calls.ts';
import { bookingCalls } from './scheduling/booking-calls.ts';

/** THE list: every call the server answers at /rpc. Server, client and the access table are typed from it. */
export const calls = {
  ...metadataCalls,
  ...recordCalls,
  ...fieldCalls,
  ...viewCalls,
  ...tableCalls,
  ...historyCalls,
  ...baseCalls,
  ...flowCalls,
  ...importCalls,
  ...serviceImportCalls,
  ...googleSheetsCalls,
  ...attachmentCalls,
  ...formCalls,
  ...formGateCalls,
  ...domainCalls,
  ...paymentCalls,
  ...formResultCalls,
  ...answerImportCalls,
  ...formDeliveryCalls,
  ...formAnswerCalls,
  ...formWebhookCalls,
  ...formIntegrationCalls,
  ...integrationCalls,
  ...connectorCalls,
  ...noticeCalls,
  ...bookingCalls,
  ...appCalls,
  ...appPeopleCalls,
  ...appChatCalls,
  ...appSourceCalls,
} as const;

export type CallName = keyof typeof calls;

/** What a caller sends, before defaults are filled in. */
export type CallRequest<K extends CallName> = z.input<(typeof calls)[K]['input']>;
/** What a handler receives, after the input was read. */
export type CallInput<K extends CallName> = z.output<(typeof calls)[K]['input']>;
/** What a call answers; for a subscription, one event of it. */
export type CallOutput<K extends CallName> = NonNullable<(typeof calls)[K]['output']>;

export type CallNameOf<Kind extends CallType> = {
  [K in CallName]: (typeof calls)[K]['kind'] extends Kind ? K : never;
}[CallName];

/** Raised when an old page can no longer talk to a new server. 1: the first public contract. */
export const protocolVersion = 1;
