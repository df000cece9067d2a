import { fieldKinds } from '@weft/core';
import { z } from 'zod';
import { templateInput } from '../bases/field-calls.ts';
import { actionId, givenId } from '../flows/flow-schemas.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, template } from '../schemas/answer-schemas.ts';
import { isForbiddenKey } from '../schemas/ids.ts';
import { nameText } from '../schemas/name-text.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText, textFault } from '../schemas/text.ts';

/** Characters of a description. */
const longestDescription = 5_000;

/** Of one schema: all of it is made in one transaction, which keeps others waiting. */
const mostTables = 20;
const mostFields = 500;

const localId = givenId.refine((text) => !isForbiddenKey(text), 'Not an id');
const givenSchema = z.strictObject({
  name: nameText,
  tables: z
    .array(
      z.strictObject({
        id: localId,
        name: storableText(255),
        fields: z
          .array(
            z.strictObject({
              id: localId,
              name: storableText(255),
              type: z.enum(fieldKinds),
              template: templateInput.default({}),
            }),
          )
          .min(1)
          .max(mostFields),
      }),
    )
    .min(1)
    .max(mostTables)
    .refine(
      (tables) => tables.reduce((sum, { fields }) => sum + fields.length, 0) <= mostFields,
      `At most ${mostFields} fields in all tables`,
    ),
});
const answeredSchema = z.strictObject({
  name: z.string(),
  tables: z.array(
    z.strictObject({
      id,
      name: z.string(),
      fields: z.array(z.strictObject({ id, name: z.string(), type: z.enum(fieldKinds), template })),
    }),
  ),
});
const addAuthentication = z.boolean().default(false);
const sampleSchema = {
  name: 'Classes',
  tables: [
    { id: 'classes', name: 'Classes', fields: [{ id: 'class', name: 'Class', type: 'single_line_text' }] },
  ],
};

/** Databases made of a description: the tables that a language model suggests, and what a person made of them. */
export const schemaCalls = {
  'POST /admin/zite/services/bases/schema': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Suggest tables for a description',
    more: 'At most five, by the language model of the server; nothing is made. `flowId` is the app that they are for. With `addAuthentication` one of them has a field of email addresses. Ids are names within the schema.',
    body: z.object({
      prompt: z
        .string()
        .trim()
        .min(1, 'Describe what you want to keep')
        .max(longestDescription)
        .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored'),
      flowId: givenId.nullish(),
      addAuthentication,
    }),
    errors: {
      conflict: 'The server has no language model, or it gave no answer that fits.',
      'not-found': 'There is no such flow.',
    },
    answer: z.strictObject({ schema: answeredSchema }),
    example: { prompt: 'Weekly weaving classes with teachers and sign-ups' },
  },
  'POST /admin/zite/services/bases/create': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Make a database of a schema',
    more: 'All of it or nothing. Two fields of links that lead to each other’s tables are the two sides of one; lookups are left out; where the first field cannot name records, it changes places with the first one that can.',
    body: z.object({
      schema: givenSchema,
      workspaceId: givenId.nullish(),
      addAuthentication,
      actionId,
    }),
    errors: {
      'not-found': 'There is no such workspace.',
      forbidden: 'The caller may not make databases, or not in this workspace.',
    },
    answer: z.strictObject({ id, name: z.string() }),
    example: { schema: sampleSchema, workspaceId: sample.workspace },
  },
} satisfies HttpCalls;
