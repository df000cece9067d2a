import type { View } from '@weft/core';
import { z } from 'zod';
import { call } from '../call.ts';
import { done, oneView, view } from '../schemas/answer-schemas.ts';
import type { Done } from '../schemas/base-answers.ts';
import { asAction, inTable, knownId, newId } from '../schemas/ids.ts';
import { inSampleTable, sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';
import { editErrors } from './base-errors.ts';
import { filterTree, groupKeys, sortKeys } from './record-query.ts';

/** Characters of a filter that is kept: everybody who opens the database is sent it. */
const maxKeptFilter = 256 * 1024;
/** A field named twice would be a column twice, on the screen and in every download. */
const once = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;
const namedTwice = 'Each field is named once at most';
const fieldIds = z.array(knownId).max(500).refine(once, namedTwice);
/** Pixels. */
const fieldWidth = z.number().int().min(100).max(300);
const viewConfig = z.strictObject({
  sorts: sortKeys.refine((keys) => once(keys.map(({ fieldId }) => fieldId)), namedTwice).optional(),
  // Keys of an object: only what has the exact shape of a field's id may be one.
  fieldWidths: z.record(newId('fld'), fieldWidth).optional(),
  hiddenFieldIds: fieldIds.optional(),
  orderedFieldIds: fieldIds.optional(),
  filters: filterTree
    .nullable()
    .refine(
      (filter) => JSON.stringify(filter).length <= maxKeptFilter,
      'The filter is too large to be kept in a view',
    )
    .optional(),
  rowHeight: z.enum(['short', 'medium', 'tall']).optional(),
  frozenCount: z.number().int().min(1).max(500).optional(),
  groups: groupKeys.optional(),
  locked: z.boolean().optional(),
  summaries: z.record(newId('fld'), z.string().regex(/^[a-z_]{1,40}$/, 'Not a summary')).optional(),
});

const viewName = storableText(255);

export const viewCalls = {
  /** A blank name is made up; settings left out are those of a new view. */
  'views.create': call(
    'mutation',
    z.object({
      ...inTable,
      ...asAction,
      view: z.object({
        id: newId('viw').optional(),
        name: viewName.default(''),
        type: z.literal('grid').default('grid'),
        config: viewConfig.default({}),
      }),
      /** A name already taken gets a number instead of a refusal. */
      unique: z.boolean().optional(),
    }),
  )<{ view: View }>({
    summary: 'Add a view',
    errors: editErrors,
    answer: oneView,
    example: { ...inSampleTable, view: { name: 'By name' } },
  }),
  'views.update': call(
    'mutation',
    z.object({ ...inTable, ...asAction, viewId: knownId, name: viewName }),
  )<{
    view: View;
  }>({
    summary: 'Rename a view',
    errors: editErrors,
    answer: oneView,
    example: { ...inSampleTable, viewId: sample.view, name: 'All people' },
  }),
  'views.delete': call(
    'mutation',
    z.object({ ...inTable, ...asAction, viewId: knownId }),
  )<Done>({
    summary: 'Delete a view',
    errors: editErrors,
    answer: done,
    example: { ...inSampleTable, viewId: sample.view },
  }),
  'views.reorder': call(
    'mutation',
    z.object({ ...inTable, ...asAction, viewIds: z.array(knownId).min(1).max(1_000) }),
  )<{ views: readonly View[] }>({
    summary: 'Put the views of a table in order',
    errors: editErrors,
    answer: z.strictObject({ views: z.array(view) }),
    example: { ...inSampleTable, viewIds: [sample.view] },
  }),
  'views.updateSettings': call(
    'mutation',
    z.object({ ...inTable, ...asAction, viewId: knownId, config: viewConfig }),
  )<{ view: View }>({
    summary: 'Change what a view shows, and in what order',
    errors: editErrors,
    answer: oneView,
    example: { ...inSampleTable, viewId: sample.view, config: { rowHeight: 'tall' } },
  }),
  'views.resizeField': call(
    'mutation',
    z.object({ ...inTable, ...asAction, viewId: knownId, fieldId: newId('fld'), width: fieldWidth }),
  )<{ view: View }>({
    summary: 'Set the width of a column in a view',
    errors: editErrors,
    answer: oneView,
    example: { ...inSampleTable, viewId: sample.view, fieldId: sample.field, width: 200 },
  }),
} as const;
