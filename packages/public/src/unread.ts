import type { fieldTypes } from '@weft/core';

/**
 * What types of fields say about cells of a table: how they are typed, pasted, kept, found and added up. Published forms
 * only compare and show answers: their scripts are built without these.
 */
export const unreadOfFieldTypes = [
  'parse',
  'fromPaste',
  'toText',
  'fromText',
  'validate',
  'searchText',
  'aggregates',
  'measure',
] as const satisfies readonly (keyof (typeof fieldTypes)['number'])[];
