/** Blocks that stand in one row at most: more are too narrow to be filled in. */
export const maxInRow = 3;

/** The rows that blocks of a page stand in; one that wishes to stand beside a full row begins the next. */
export function rowsOf<B extends { readonly isBeside?: true }>(
  blocks: readonly B[],
): readonly (readonly B[])[] {
  const rows: B[][] = [];
  for (const block of blocks) {
    const row = rows.at(-1);
    if (block.isBeside === true && row !== undefined && row.length < maxInRow) row.push(block);
    else rows.push([block]);
  }
  return rows;
}
