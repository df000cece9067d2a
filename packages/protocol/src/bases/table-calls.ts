import type { Table } from '@weft/core';
import { z } from 'zod';
import { call } from '../call.ts';
import { done, oneTable, table } from '../schemas/answer-schemas.ts';
import type { Done } from '../schemas/base-answers.ts';
import { asAction, inBase, inTable, knownId, newId } from '../schemas/ids.ts';
import { inSampleBase, inSampleTable, sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { editErrors } from './base-errors.ts';
import { fieldInput } from './field-calls.ts';
import { maxRecordsPerCall, newRecord } from './record-calls.ts';

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
  'tables.create': call(
    'mutation',
    newTable,
  )<{ table: Table }>({
    summary: 'Add a table',
    more: 'Takes the fields and records of a JSON export as they are.',
    errors: editErrors,
    answer: oneTable,
    example: { ...inSampleBase, name: 'Orders', fields: [{ name: 'Number', type: 'single_line_text' }] },
  }),
  'tables.update': call(
    'mutation',
    z.object({ ...inTable, ...asAction, name: tableName }),
  )<{
    table: Table;
  }>({
    summary: 'Rename a table',
    errors: editErrors,
    answer: oneTable,
    example: { ...inSampleTable, name: 'People' },
  }),
  'tables.delete': call(
    'mutation',
    z.object({ ...inTable, ...asAction }),
  )<Done>({
    summary: 'Delete a table',
    more: 'Its records are kept until the table is restored or purged.',
    errors: editErrors,
    answer: done,
    example: inSampleTable,
  }),
  'tables.restore': call(
    'mutation',
    z.object({ ...inTable, ...asAction }),
  )<{ table: Table }>({
    summary: 'Bring a deleted table back',
    errors: editErrors,
    answer: oneTable,
    example: inSampleTable,
  }),
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
  )<{ table: Table }>({
    summary: 'Copy a table with its fields and views',
    errors: editErrors,
    answer: oneTable,
    example: { ...inSampleTable, withRecords: true },
  }),
  'tables.reorder': call(
    'mutation',
    z.object({ ...inBase, ...asAction, tableIds: z.array(knownId).min(1).max(1_000) }),
  )<{
    tables: readonly Table[];
  }>({
    summary: 'Put the tables of a database in order',
    errors: editErrors,
    answer: z.strictObject({ tables: z.array(table) }),
    example: { ...inSampleBase, tableIds: [sample.table] },
  }),
} as const;
