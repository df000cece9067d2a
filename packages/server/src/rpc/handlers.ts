import type { CallName } from '@weft/protocol';
import { baseChanges } from '../methods/base-changes.ts';
import { fields } from '../methods/fields.ts';
import { history } from '../methods/history.ts';
import { importPreview } from '../methods/import-preview.ts';
import { importStreams } from '../methods/import-streams.ts';
import { metadata } from '../methods/metadata.ts';
import { readRecords } from '../methods/read-records.ts';
import { tables } from '../methods/tables.ts';
import { views } from '../methods/views.ts';
import { writeRecords } from '../methods/write-records.ts';
import type { Handlers } from './handler.ts';

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
  ...importPreview,
  ...importStreams,
};
