export { type AiEndpoint, AiFault, type AiMessage, AiModel, type AiReason } from './ai/ai-model.ts';
export {
  type AnswerContent,
  integrationKind,
  readAnswerContent,
  type WriteConfig,
} from './answers/answer-content.ts';
export { conditionsOfMapping, type JudgedMappings, judgedMappings } from './answers/judged-mappings.ts';
export { mappedValues } from './answers/mapped-values.ts';
export { inNamesOfNow, withQuestions } from './answers/named-questions.ts';
export { CalDav } from './calendars/caldav.ts';
export type { CalendarEvent } from './calendars/calendar-event.ts';
export { CalendarFault, type CalendarReason } from './calendars/calendar-fault.ts';
export type { ConnectedCalendars } from './calendars/connected-calendars.ts';
export type { ConnectedMeetings } from './calendars/connected-meetings.ts';
export { eventFile, writtenEvent } from './calendars/event-file.ts';
export { feedAddress, readFeed } from './calendars/ics-feed.ts';
export { readIcs } from './calendars/read-ics.ts';
export {
  type AirtableField,
  type AirtableRecord,
  type AirtableTable,
  airtablePageSize,
  isTooLarge,
  readAirtablePage,
  readAirtableRecord,
  readAirtableTables,
} from './connectors/airtable/read-base.ts';
export {
  createAirtableRecord,
  deleteAirtableRecord,
  updateAirtableRecord,
} from './connectors/airtable/write-record.ts';
export type {
  Choice,
  ConfigField,
  Connector,
  ConnectorTag,
  ForeignAnswers,
  MadeTargets,
  NewTargets,
  OutgoingFile,
  OutgoingItem,
  OutgoingValue,
  RateLimit,
  Repeats,
  ServiceAccount,
  ServiceAuth,
  ShownConnector,
  Target,
  TargetField,
  Written,
} from './connectors/connector.ts';
export { connectorOf } from './connectors/connectors.ts';
export { declaredConnector, leadsOf, shownOf } from './connectors/declared/declared-connector.ts';
export {
  type CellRule,
  type GridRange,
  readModifiedTime,
  readSheetCells,
  readSpreadsheet,
  type SheetCell,
  type SheetGrid,
  type SpreadsheetGrids,
} from './connectors/googlesheets/read-sheet.ts';
export { sheetOf, sheetsOf } from './connectors/googlesheets/sheet-columns.ts';
export {
  addSheetColumn,
  appendSheetRow,
  deleteSheetRow,
  type EnteredCell,
  type SheetPlace,
  writeSheetCells,
} from './connectors/googlesheets/write-rows.ts';
export type { OwnServer } from './connectors/own-server.ts';
export {
  type Credential,
  type ServiceConfig,
  ServiceFault,
  ServiceHttp,
} from './connectors/service-http.ts';
export { type OAuthWay, oauthWayOf, secretsOf } from './connectors/ways.ts';
export { type ClientApp, OAuthClient, OAuthFault, type Tokens } from './oauth/oauth-client.ts';
export type { OAuthProvider } from './oauth/provider.ts';
export { PaymentFault } from './payments/payment-fault.ts';
export type { MadePayment } from './payments/stripe-made.ts';
export { readStripeNotice } from './payments/stripe-notice.ts';
export { isTestKey, StripePayments } from './payments/stripe-payments.ts';
export type { SubscriptionFacts } from './payments/stripe-subscriptions.ts';
export { S3Bucket, S3Fault, type S3Place } from './s3/s3-bucket.ts';
export { OutgoingFault, OutgoingHttp, type OutgoingReason } from './safe-fetch/outgoing-http.ts';
export { type ThirdParties, usualThirdParties } from './third-parties.ts';
