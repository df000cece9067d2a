/** The gap a step leads to: 0 is before the first row, the number of rows behind the last. Null: there is no way on. */
export function gapAfterStep(moved: readonly number[], by: -1 | 1, rowCount: number): number | null {
  const first = Math.min(...moved);
  const last = Math.max(...moved);
  if (moved.length === 0) return null;
  if (by === -1) return first > 0 ? first - 1 : scattered(moved, first, last) ? 0 : null;
  return last < rowCount - 1 ? last + 2 : scattered(moved, first, last) ? rowCount : null;
}

const scattered = (moved: readonly number[], first: number, last: number): boolean =>
  last - first + 1 > moved.length;

/** Whether moving rows to a gap changes their order: they are apart, or the gap is not at one of their edges. */
export function changesOrder(moved: readonly number[], gap: number): boolean {
  const first = Math.min(...moved);
  const last = Math.max(...moved);
  return scattered(moved, first, last) || gap < first || gap > last + 1;
}
