/** Pixels of a column (specification 2, section 9). */
const columnWidths = { default: 180, min: 100, max: 300 } as const;

export const clampWidth = (width: number): number =>
  Math.round(Math.min(columnWidths.max, Math.max(columnWidths.min, width)));
