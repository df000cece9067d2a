export { BaseClient, type BaseClientEvents, type BaseClientWorld, type StepResult } from './base-client.ts';
export { inTurns } from './feed-turns.ts';
export { type HttpWorld, httpTransport } from './http-transport.ts';
export type { SaveState } from './outbox.ts';
export type { Rows, RowsChange } from './rows.ts';
export { type FeedMessage, shareFeed } from './shared-feed.ts';
export type { TableRows } from './table-rows.ts';
export { errorOf, type FeedHandlers, type StreamTransport, type Transport } from './transport.ts';
