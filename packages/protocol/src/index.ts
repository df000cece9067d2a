export {
  isUserSettingKey,
  type OrganizationSettings,
  type UserSettingKey,
  type UserSettings,
  userSettings,
} from './accounts/user-settings.ts';
export { type AppSourceAnswer, usersEmailTypes } from './apps/app-source-calls.ts';
export { type ActionBody, type ActionCallName, actionOf, callOf } from './bases/action-calls.ts';
export type { ConversionPreview, NamesPreview } from './bases/field-calls.ts';
export { maxMissingRecords } from './bases/max-missing-records.ts';
export { filterTree } from './bases/record-query.ts';
export type { AnyCall, CallType } from './call.ts';
export { type CallErrors, commonErrors, errorsOf, signedInErrors } from './call-errors.ts';
export {
  type CallInput,
  type CallName,
  type CallNameOf,
  type CallOutput,
  type CallRequest,
  calls,
  protocolVersion,
} from './calls.ts';
export type { ErrorAnswer } from './errors.ts';
export type {
  ImportEvent,
  ImportPhase,
  LogEvent,
  PresentCell,
  PresentEditor,
  PresentPerson,
  PresentPlace,
} from './event.ts';
export { maxArchiveMb } from './flows/max-archive.ts';
export type { DomainAnswer } from './forms/domain-calls.ts';
export type { HttpCall, HttpCalls } from './http-call.ts';
export {
  type HttpAnswer,
  type HttpBody,
  type HttpPath,
  type HttpQuery,
  type HttpRoute,
  httpCalls,
  type JsonRoute,
  type ReadBody,
  type ReadQuery,
  type UploadRoute,
} from './http-calls.ts';
export type { InterruptedImport } from './imports/import-calls.ts';
export type { ImportPreview, ImportPreviewColumn } from './imports/import-preview.ts';
export type { ImportedField, ServiceImportRequest } from './imports/service-import-calls.ts';
export { faultOf, isAsked } from './integrations/asked-field.ts';
export {
  answerKey,
  type ConnectorDeclaration,
  type ConnectorTile,
  connectorColors,
  declaredKinds,
  type Json,
  placeholder,
  readDeclaration,
  readTile,
  type ServiceCategory,
  serviceCategories,
} from './integrations/connector-declaration.ts';
export { hostOf } from './integrations/host-of.ts';
export { type TargetKind, targetKinds, writeConfig } from './integrations/integration-schemas.ts';
export { noAnswer, readAnswer, readEvent, readResult, refusalOf } from './read-answer.ts';
export type { DayCalendar, DayHours, DayTaken, DayTime, ListedBooking } from './scheduling/booking-calls.ts';
export {
  maxCalendarServices,
  type SignedInCalendar,
  signedInCalendars,
} from './scheduling/calendar-calls.ts';
export { errorAnswer } from './schemas/answer-schemas.ts';
export type { BaseRole, RecordAnswer } from './schemas/base-answers.ts';
export { sample } from './schemas/sample-ids.ts';
export { textFault } from './schemas/text.ts';
export { type CallScope, type Scope, scopes } from './scopes.ts';
