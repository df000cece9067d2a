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
    }),
  )<{ field: Field }>(),
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
