import type { z } from 'zod';
import { attachmentCalls } from './calls/attachment-calls.ts';
import { baseCalls } from './calls/base-calls.ts';
import type { CallType } from './calls/call.ts';
import { fieldCalls } from './calls/field-calls.ts';
import { flowCalls } from './calls/flow-calls.ts';
import { formCalls } from './calls/form-calls.ts';
import { historyCalls } from './calls/history-calls.ts';
import { importCalls } from './calls/import-calls.ts';
import { metadataCalls } from './calls/metadata-calls.ts';
import { recordCalls } from './calls/record-calls.ts';
import { tableCalls } from './calls/table-calls.ts';
import { viewCalls } from './calls/view-calls.ts';

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
  ...attachmentCalls,
  ...formCalls,
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
