export { type ActionBody, type ActionCallName, actionOf, callOf } from './action-calls.ts';
export type { BaseRole, MetadataAnswer, RecordAnswer } from './calls/answers.ts';
export type { CallType } from './calls/call.ts';
export type { ConversionPreview } from './calls/field-calls.ts';
export type { ImportPreview, ImportPreviewColumn, InterruptedImport } from './calls/import-calls.ts';
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
