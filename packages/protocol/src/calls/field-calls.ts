import { type Field, fieldKinds } from '@weft/core';
import { z } from 'zod';
import type { Done } from './answers.ts';
import { call } from './call.ts';
import { asAction, inTable, isForbiddenKey, knownId, newId } from './ids.ts';
import { storableText } from './text.ts';

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
}

export const fieldCalls = {
  'fields.create': call('mutation', z.object({ ...inTable, ...asAction, field: fieldInput }))<{
    field: Field;
  }>(),
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
  )<{ field: Field }>(),
  'fields.convert': call('mutation', z.object({ ...inTable, ...asAction, ...conversion }))<{
    field: Field;
  }>(),
  /** What converting would come to; nothing is changed. Without `template` of a select its options are those of the column. */
  'fields.previewConversion': call('query', z.object({ ...inTable, ...conversion }))<ConversionPreview>(),
  'fields.delete': call('mutation', z.object({ ...inTable, ...asAction, fieldId: knownId }))<Done>(),
  'fields.restore': call('mutation', z.object({ ...inTable, ...asAction, fieldId: knownId }))<{
    field: Field;
  }>(),
  'fields.reorder': call(
    'mutation',
    z.object({ ...inTable, ...asAction, fieldIds: z.array(knownId).min(1).max(500) }),
  )<{
    fields: readonly Field[];
  }>(),
} as const;
