import type { View } from '@weft/core';
import { z } from 'zod';
import { call } from './call.ts';
import { asAction, inTable, knownId } from './ids.ts';
import { filterTree, sortKeys } from './query.ts';

const fieldIds = z.array(knownId).max(500);
const viewConfig = z.strictObject({
  sorts: sortKeys.optional(),
  fieldWidths: z.record(knownId, z.number().int().min(100).max(300)).optional(),
  hiddenFieldIds: fieldIds.optional(),
  orderedFieldIds: fieldIds.optional(),
  filters: filterTree.nullable().optional(),
  rowHeight: z.enum(['short', 'medium', 'tall']).optional(),
  frozenCount: z.number().int().min(1).max(500).optional(),
});

export const viewCalls = {
  'views.updateSettings': call(
    'mutation',
    z.object({ ...inTable, ...asAction, viewId: knownId, config: viewConfig }),
  )<{ view: View }>(),
} as const;
