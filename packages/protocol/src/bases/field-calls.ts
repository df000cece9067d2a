import { type Field, fieldKinds } from '@weft/core';
import { z } from 'zod';
import { call } from '../call.ts';
import { done, field, id, oneField, template } from '../schemas/answer-schemas.ts';
import type { Done } from '../schemas/base-answers.ts';
import { asAction, inTable, isForbiddenKey, knownId, newId } from '../schemas/ids.ts';
import { inSampleTable, ofSampleField, sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { editErrors, readErrors } from './base-errors.ts';

const maxTemplateBytes = 512 * 1024;

/** A field's settings as JSON of a sane size; the field's type reads them. */
export const templateInput = z.looseObject({}).superRefine((template, context) => {
  if (Object.keys(template).some(isForbiddenKey))
    context.addIssue({ code: 'custom', message: 'Not a setting' });
  if (JSON.stringify(template).length > maxTemplateBytes)
    context.addIssue({ code: 'custom', message: 'The settings are too large' });
});

const fieldName = storableText(255);

export const fieldInput = z.object({
  id: newId('fld').optional(),
  name: fieldName.optional(),
  type: z.enum(fieldKinds),
  template: templateInput.optional(),
  order: z.number().optional(),
});

const conversion = {
  fieldId: knownId,
  type: z.enum(fieldKinds),
  template: templateInput.optional(),
  /** The id the cells as they were are kept under; made by the server when left out. */
  shadowId: newId('fld').optional(),
  conversionContext: z.object({
    timezone: z.string().max(100),
    locale: z.string().max(100).optional(),
  }),
  /** Of a text that becomes linked records: names that no record has make one. */
  createMissing: z.boolean().optional(),
};

/** Counts of cells by what becomes of them. */
export interface ConversionPreview {
  readonly converted: number;
  readonly empty: number;
  /** Kept as text, marked in the grid. */
  readonly unfit: number;
  /** The first that do not fit, in the order of their ids. */
  readonly samples: readonly { readonly recordId: string; readonly text: string }[];
  /** The settings the field would get. */
  readonly template: Field['template'];
  /** Of a text that becomes linked records. */
  readonly names?: NamesPreview;
}

/** Counts of the names in a column of texts by the records that they name. */
export interface NamesPreview {
  /** Names of one record each. */
  readonly linked: number;
  /** Names that several records have: none of them is linked. */
  readonly ambiguous: number;
  /** Names that no record has. */
  readonly missing: number;
  /** The records that these would make: fewer, where a name comes more than once. */
  readonly creatable: number;
  /** Names that no record has and none can: they do not fit the field that names the records. */
  readonly impossible: number;
}

export const fieldCalls = {
  'fields.create': call(
    'mutation',
    z.object({
      ...inTable,
      ...asAction,
      field: fieldInput,
      /** A field of the table whose settings and cells the new one begins with. */
      copyOf: knownId.optional(),
    }),
  )<{
    field: Field;
  }>({
    summary: 'Add a field',
    errors: editErrors,
    answer: oneField,
    example: { ...inSampleTable, field: { name: 'Price', type: 'currency' } },
  }),
  'fields.update': call(
    'mutation',
    z.object({
      ...inTable,
      ...asAction,
      fieldId: knownId,
      name: fieldName.optional(),
      template: templateInput.optional(),
      /** The settings that were changed into `template`: what differs is changed, the rest stays as it is now. */
      from: templateInput.optional(),
    }),
  )<{ field: Field }>({
    summary: 'Rename a field or change its settings',
    more: 'With `from`, the settings that `template` was made of, only what differs between the two is changed: options that somebody else added meanwhile stay. Values are not touched: a date gets or loses its time by fields.convert, which knows the zone.',
    errors: editErrors,
    answer: oneField,
    example: { ...ofSampleField, name: 'Full name' },
  }),
  'fields.convert': call(
    'mutation',
    z.object({
      ...inTable,
      ...asAction,
      ...conversion,
      /** Of a text that becomes linked records: the text stays in a field beside them, as it does where not all is linked. */
      keepText: z.boolean().optional(),
    }),
  )<{
    field: Field;
  }>({
    summary: 'Make a field another kind',
    more: 'Cells that do not fit the new kind keep their text in `raw`. Undoing brings back every cell as it was. Linked records become the names of the records, in a new field with the id `shadowId`: the field of links goes with its other side, until that is undone. A text becomes links to the records that it names, in a new field with that id too; where a name is that of no record or of several, the text stays in a field beside it.',
    errors: editErrors,
    answer: oneField,
    example: { ...ofSampleField, type: 'long_text', conversionContext: { timezone: 'Europe/Amsterdam' } },
  }),
  /** What converting would come to; nothing is changed. Without `template` of a select its options are those of the column. */
  'fields.previewConversion': call(
    'query',
    z.object({ ...inTable, ...conversion }),
  )<ConversionPreview>({
    summary: 'Count what a conversion would come to',
    errors: {
      ...readErrors,
      conflict: 'Somebody changed the type of the field meanwhile: ask again.',
    },
    answer: z.strictObject({
      converted: z.int(),
      empty: z.int(),
      unfit: z.int(),
      samples: z.array(z.strictObject({ recordId: id, text: z.string() })),
      template,
      names: z
        .strictObject({
          ...{ linked: z.int(), ambiguous: z.int(), missing: z.int() },
          ...{ creatable: z.int(), impossible: z.int() },
        })
        .optional(),
    }) as unknown as z.ZodType<ConversionPreview>,
    example: { ...ofSampleField, type: 'number', conversionContext: { timezone: 'Europe/Amsterdam' } },
  }),
  'fields.delete': call(
    'mutation',
    z.object({ ...inTable, ...asAction, fieldId: knownId }),
  )<Done>({
    summary: 'Delete a field',
    more: 'Its cells are kept until the field is restored or purged.',
    errors: editErrors,
    answer: done,
    example: { ...inSampleTable, fieldId: sample.secondField },
  }),
  'fields.restore': call(
    'mutation',
    z.object({ ...inTable, ...asAction, fieldId: knownId }),
  )<{
    field: Field;
  }>({
    summary: 'Bring a deleted field back with its cells',
    errors: editErrors,
    answer: oneField,
    example: { ...inSampleTable, fieldId: sample.secondField },
  }),
  'fields.reorder': call(
    'mutation',
    z.object({ ...inTable, ...asAction, fieldIds: z.array(knownId).min(1).max(500) }),
  )<{
    fields: readonly Field[];
  }>({
    summary: 'Put the fields of a table in order',
    errors: editErrors,
    answer: z.strictObject({ fields: z.array(field) }),
    example: { ...inSampleTable, fieldIds: [sample.field] },
  }),
} as const;
