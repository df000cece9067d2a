import type { Table } from '@weft/core';
import { z } from 'zod';
import type { Done } from './answers.ts';
import { call } from './call.ts';
import { fieldInput } from './field-calls.ts';
import { asAction, inBase, inTable, knownId, newId } from './ids.ts';
import { maxRecordsPerCall, newRecord } from './record-calls.ts';
import { storableText } from './text.ts';

const tableName = storableText(255);

/** Without `fields` a table begins with name, notes and active. Ids left out are made by the server. */
const newTable = z.object({
  ...inBase,
  ...asAction,
  id: newId('tbl').optional(),
  name: tableName,
  fields: z.array(fieldInput).min(1).max(500).optional(),
  /** One of the fields' ids; the first field otherwise. */
  primaryFieldId: newId('fld').optional(),
  viewId: newId('viw').optional(),
  records: z.array(newRecord).max(maxRecordsPerCall).optional(),
  createDefaultRecords: z.boolean().optional(),
  /** A name already taken gets a number instead of a refusal. */
  unique: z.boolean().optional(),
});

export const tableCalls = {
  'tables.create': call('mutation', newTable)<{ table: Table }>(),
  'tables.update': call('mutation', z.object({ ...inTable, ...asAction, name: tableName }))<{
    table: Table;
  }>(),
  'tables.delete': call('mutation', z.object({ ...inTable, ...asAction }))<Done>(),
  'tables.restore': call('mutation', z.object({ ...inTable, ...asAction }))<{ table: Table }>(),
  /** A name left out is the table's with 'copy' behind it, numbered when taken. */
  'tables.duplicate': call(
    'mutation',
    z.object({
      ...inTable,
      ...asAction,
      newTableId: newId('tbl').optional(),
      name: tableName.optional(),
      withRecords: z.boolean(),
    }),
  )<{ table: Table }>(),
  'tables.reorder': call(
    'mutation',
    z.object({ ...inBase, ...asAction, tableIds: z.array(knownId).min(1).max(1_000) }),
  )<{
    tables: readonly Table[];
  }>(),
} as const;
