import { fieldKinds, mostSuggestedTables } from '@weft/core';
import { z } from 'zod';
import { givenId } from '../flows/flow-schemas.ts';
import type { HttpCalls } from '../http-call.ts';
import { id } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { nameText } from '../schemas/name-text.ts';
import { storableText, textFault } from '../schemas/text.ts';
import { askingErrors, choice } from './integration-schemas.ts';

/** Of one table: more than a service takes. */
const mostHeaders = 500;
const sampleService = 'svc0sample00000000000000';

const header = z.strictObject({
  name: storableText(255),
  /** What its answers are; a text where it is left out. */
  type: z.enum(fieldKinds).default('single_line_text'),
  /** Names that a select offers. */
  options: z.array(storableText(255)).max(500).optional(),
  /** Of amounts of money; $ where it is left out. */
  currencySymbol: storableText(10).optional(),
});
const newTables = z
  .array(
    z.strictObject({
      /** As it was suggested; of no account. */
      id: z.string().max(100).optional(),
      name: storableText(255),
      headers: z.array(header).min(1).max(mostHeaders),
    }),
  )
  .min(1)
  .max(mostSuggestedTables);

const suggested = z.array(
  z.strictObject({
    id,
    name: z.string(),
    headers: z.array(
      z.strictObject({
        name: z.string(),
        type: z.enum(fieldKinds),
        options: z.array(z.string()).exactOptional(),
      }),
    ),
  }),
);
const described = z.object({
  prompt: z
    .string()
    .trim()
    .min(1, 'Describe what you want to keep')
    .max(5_000)
    .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored'),
  /** What they are for. */
  flowId: givenId.nullish(),
});
const suggesting = {
  scope: 'write',
  tag: 'Integrations',
  more: 'At most five, by the language model of the server; nothing is made.',
  body: described,
  errors: {
    conflict: 'The server has no language model, or it gave no answer that fits.',
    'not-found': 'There is no such flow.',
  },
  example: { prompt: 'Guests of our summer party' },
} as const;
const making = {
  scope: 'write',
  tag: 'Integrations',
  query: z.object({ serviceId: knownId }),
  errors: askingErrors,
} as const;
const sampleTables = [{ name: 'Guests', headers: [{ name: 'Name' }, { name: 'Seats', type: 'number' }] }];

/** Tables and sheets that are made in a service for what a flow writes. */
export const newTargetCalls = {
  'POST /admin/zite/services/airtable/schema': {
    ...suggesting,
    summary: 'Suggest tables of Airtable for a description',
    answer: z.strictObject({ tables: suggested }),
  },
  'POST /v1/zite/admin/services/airtable/create': {
    ...making,
    summary: 'Make tables in a base of Airtable',
    more: 'At most five, one after the other; a name that the base has gets a number. Where one is refused, the message says which were made. The first text among the headers leads, or else the first that can name records.',
    body: z.object({ baseId: z.string().min(1).max(500), tablesToCreate: newTables }),
    answer: z.strictObject({ tables: z.array(choice) }),
    example: { serviceId: sampleService, baseId: 'app0sample', tablesToCreate: sampleTables },
  },
  'POST /admin/zite/services/googleSheets/schema': {
    ...suggesting,
    summary: 'Suggest sheets of Google Sheets for a description',
    answer: z.strictObject({ sheets: suggested }),
  },
  'POST /v1/zite/admin/services/googlesheets/create': {
    ...making,
    summary: 'Make a spreadsheet of Google Sheets',
    more: 'With at most five sheets that have these headers. It is called as `spreadsheetName`, or as its first sheet.',
    body: z.object({ sheetsToCreate: newTables, spreadsheetName: nameText.optional() }),
    answer: z.strictObject({
      ...{ spreadsheetId: z.string(), spreadsheetName: z.string() },
      sheets: z.array(choice),
    }),
    example: { serviceId: sampleService, sheetsToCreate: sampleTables },
  },
} satisfies HttpCalls;
