import type { CallName } from '@weft/protocol';
import { baseChanges } from './features/bases/methods/base-changes.ts';
import { fields } from './features/bases/methods/fields.ts';
import { history } from './features/bases/methods/history.ts';
import { metadata } from './features/bases/methods/metadata.ts';
import { readRecords } from './features/bases/methods/read-records.ts';
import { tables } from './features/bases/methods/tables.ts';
import { views } from './features/bases/methods/views.ts';
import { writeRecords } from './features/bases/methods/write-records.ts';
import { flowChanges } from './features/flows/flow-changes.ts';
import { importPreview } from './features/imports/import-preview.ts';
import { importStreams } from './features/imports/import-streams.ts';
import type { Handlers } from './rpc/handler.ts';

/** THE list: the compiler asks for a handler of every call of the protocol. */
export const handlers: Handlers<CallName> = {
  ...metadata,
  ...readRecords,
  ...writeRecords,
  ...fields,
  ...views,
  ...tables,
  ...history,
  ...baseChanges,
  ...flowChanges,
  ...importPreview,
  ...importStreams,
};
