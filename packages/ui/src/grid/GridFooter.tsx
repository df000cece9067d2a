import type { GridPartProps } from './grid-part.ts';

/** How many records the view shows. */
export function GridFooter({ grid, state }: GridPartProps) {
  const { rowCount, countKnown } = state;
  const figures = rowCount.toLocaleString(grid.env.locale);
  return (
    <div className="wg-footer" style={{ paddingInlineStart: Math.max(12, state.columns.check + 8) }}>
      {countKnown && (
        <span>
          <span className="wg-footer-figure">{figures}</span> {rowCount === 1 ? 'record' : 'records'}
        </span>
      )}
    </div>
  );
}
