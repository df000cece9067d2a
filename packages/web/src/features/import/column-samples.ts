import type { ImportPreview } from '@weft/protocol';

/** A column's filled cells in the rows at hand, trimmed. */
export const valuesOf = (
  { previewData }: Pick<ImportPreview, 'previewData'>,
  sourceIndex: number,
): readonly string[] =>
  previewData.map((row) => row[sourceIndex]?.trim() ?? '').filter((text) => text !== '');

/** A column's first three different values, shortened. */
export function columnSamples(
  preview: Pick<ImportPreview, 'previewData'>,
  sourceIndex: number,
): readonly string[] {
  const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
  return [...new Set(valuesOf(preview, sourceIndex))].slice(0, 3).map(short);
}
