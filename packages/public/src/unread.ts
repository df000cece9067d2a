import type { fieldTypes } from '@weft/core';

/**
 * What types of fields say about cells of a table: how they are typed, pasted, kept, found, ordered and added up.
 * Published forms only ask conditions of answers and show them: their scripts are built without these.
 */
export const unreadOfFieldTypes = [
  'parse',
  'fromPaste',
  'toText',
  'fromText',
  'validate',
  'searchText',
  'compare',
  'canBePrimary',
  'aggregates',
  'measure',
] as const satisfies readonly (keyof (typeof fieldTypes)['number'])[];
