export { type ActionBody, type ActionCallName, actionOf, callOf } from './action-calls.ts';
export { errorAnswer } from './answer-schemas.ts';
export type { BaseRole, RecordAnswer } from './calls/answers.ts';
export type { AnyCall, CallType } from './calls/call.ts';
export type { ConversionPreview } from './calls/field-calls.ts';
export type { InterruptedImport } from './calls/import-calls.ts';
export type { ImportPreview, ImportPreviewColumn } from './calls/import-preview.ts';
export { textFault } from './calls/text.ts';
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
export type { ImportEvent, ImportPhase, LogEvent } from './event.ts';
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
} from './http-calls.ts';
export { sample } from './sample-ids.ts';
export { type CallScope, type Scope, scopes } from './scopes.ts';
