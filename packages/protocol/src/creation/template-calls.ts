import { fieldKinds, palette } from '@weft/core';
import { z } from 'zod';
import { actionId, givenId } from '../flows/flow-schemas.ts';
import type { HttpCalls } from '../http-call.ts';
import { id } from '../schemas/answer-schemas.ts';
import { textFault } from '../schemas/text.ts';

const field = z.strictObject({ name: z.string(), type: z.enum(fieldKinds) });
const head = {
  name: z.string(),
  title: z.string(),
  category: z.string(),
  about: z.string(),
};
const shownTemplate = z.strictObject({
  ...head,
  tables: z.array(
    z.strictObject({
      name: z.string(),
      fields: z.array(field),
      records: z.int(),
      views: z.array(z.string()),
    }),
  ),
});
/** What a cell shows: its text, its options, or whether its box is ticked. */
const cell = z.strictObject({
  text: z.string(),
  checked: z.boolean().optional(),
  options: z.array(z.strictObject({ label: z.string(), color: z.enum(palette) })).optional(),
});
const preview = z.strictObject({
  ...head,
  tables: z.array(
    z.strictObject({
      name: z.string(),
      fields: z.array(field),
      records: z.array(z.array(cell)),
      views: z.array(z.string()),
    }),
  ),
});
const template = { name: { means: 'The template, by its `name`.', example: 'sales-pipeline' } };
const gone = { 'not-found': 'There is no such template.' } as const;

/** Databases to begin with. */
export const templateCalls = {
  'GET /admin/bases/templates': {
    scope: 'read',
    tag: 'Databases',
    summary: 'List the templates of databases',
    more: 'With `search`, a description in words: those that fit it, the best first. `suggestsTables`: the server has a language model that makes tables of a description.',
    query: z.object({
      search: z
        .string()
        .max(2_000)
        .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored')
        .optional(),
    }),
    errors: {},
    answer: z.strictObject({ templates: z.array(shownTemplate), suggestsTables: z.boolean() }),
    example: { search: 'customers and deals' },
  },
  'GET /admin/bases/templates/:name': {
    scope: 'read',
    tag: 'Databases',
    summary: 'Look at a template with its sample records',
    path: template,
    errors: gone,
    answer: z.strictObject({ template: preview }),
  },
  'POST /admin/bases/templates/:name': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Make a database of a template',
    more: 'With linked tables, sample records and views, all of it or nothing. Dates of the samples count from today.',
    path: template,
    body: z.object({ workspaceId: givenId.nullish(), actionId }),
    errors: {
      'not-found': 'There is no such template, or no such workspace.',
      forbidden: 'The caller may not make databases, or not in this workspace.',
    },
    answer: z.strictObject({ basePublicIdentifier: id }),
    example: {},
  },
} satisfies HttpCalls;
