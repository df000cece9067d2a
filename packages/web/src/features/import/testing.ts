import type { FieldKind } from '@weft/core';
import type { ImportPreview, ImportPreviewColumn } from '@weft/protocol';
import type { Reading } from './column-reading.ts';

/** A kind a column could be, as the server tells it. */
export const reading = (fieldType: FieldKind, misfits = 0, more: Partial<Reading> = {}): Reading => ({
  fieldType,
  template: {},
  format: {},
  misfits,
  samples: [],
  rewritten: 0,
  notes: [],
  reason: misfits === 0 ? 'Every value fits' : `${misfits} values do not fit: 'x'`,
  ...more,
});

export const noNotes = { rewritten: 0, notes: [], markers: { count: 0, texts: [] } };
export const noSurroundingSpace = { cells: 0, blank: 0, merged: 0, fits: null };

/** A column of a preview: 100 values, all sure. */
export const column = (
  sourceFieldIndex: number,
  fieldName: string,
  fieldType: FieldKind,
  alternatives: readonly Reading[] = [],
  more: Partial<ImportPreviewColumn> = {},
): ImportPreviewColumn => ({
  sourceFieldIndex,
  fieldName,
  fieldType,
  template: {},
  format: {},
  confidence: 1,
  reason: 'All 100 values are so',
  isPrimary: sourceFieldIndex === 0,
  fieldValidation: {
    values: 100,
    empty: 0,
    alternatives,
    ...noNotes,
    outerSpace: noSurroundingSpace,
    labels: { single: null, multiple: null },
  },
  ...more,
});

export const preview = (
  columns: readonly ImportPreviewColumn[],
  previewData: readonly (readonly string[])[] = [],
): ImportPreview => ({
  totalRows: 100,
  rowsRejected: 0,
  previewData,
  availableSheets: [{ name: 'orders' }],
  currentSheet: 'orders',
  config: { columns },
  parse: { delimiter: ',', encoding: 'utf-8', quotes: 'double', headerRow: true, leadRows: 0 },
  leadData: [],
  allColumns: null,
  problems: [],
});
