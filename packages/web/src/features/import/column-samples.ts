import type { ImportPreview } from '@weft/protocol';

type Rows = Pick<ImportPreview, 'previewData' | 'config'>;

/** Where a column stands in the rows of a preview: they hold the columns that were read. */
export const placeOf = ({ config }: Pick<ImportPreview, 'config'>, sourceIndex: number): number =>
  config.columns[sourceIndex]?.sourceFieldIndex === sourceIndex
    ? sourceIndex
    : config.columns.findIndex((column) => column.sourceFieldIndex === sourceIndex);

/** A column's filled cells in the rows at hand, trimmed. */
export function valuesOf(preview: Rows, sourceIndex: number): readonly string[] {
  const place = placeOf(preview, sourceIndex);
  return preview.previewData.map((row) => row[place]?.trim() ?? '').filter((text) => text !== '');
}

/** A column's first three different values, shortened. */
export function columnSamples(preview: Rows, sourceIndex: number): readonly string[] {
  const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
  return [...new Set(valuesOf(preview, sourceIndex))].slice(0, 3).map(short);
}
