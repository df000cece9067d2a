import './grid-footer.css';
import { Plus } from 'lucide-react';
import { Button } from '../primitives/Button.tsx';
import type { GridPartProps } from './grid-part.ts';
import { newRecord } from './new-record.ts';
import { SummaryRow } from './SummaryRow.tsx';

/** How many records the view shows, and what its columns add up to; under a thumb also the way to a new one. */
export function GridFooter({ grid, state }: GridPartProps) {
  const { countKnown, columns } = state;
  const { recordCount, headers, tooMany } = grid.props.source.groups;
  const shown = (count: number) => count.toLocaleString(grid.env.locale);
  const narrow = columns.list.length > 0 && columns.check === 0;
  const outermost = headers.filter(({ level }) => level === 0).length;
  const count = countKnown && (
    <span className="wg-footer-count">
      <span className="wg-footer-figure">{shown(recordCount)}</span>{' '}
      {recordCount === 1 ? 'record' : 'records'}
      {outermost > 0 && (
        <>
          {' in '}
          <span className="wg-footer-figure">{shown(outermost)}</span> {outermost === 1 ? 'group' : 'groups'}
        </>
      )}
      {tooMany && ', too many groups to show'}
    </span>
  );
  if (!narrow) return <SummaryRow grid={grid} state={state} count={count} />;
  return (
    <>
      {Object.keys(grid.props.context.view.config.summaries).length > 0 && (
        <SummaryRow grid={grid} state={state} count={null} />
      )}
      <div className="wg-footer is-narrow" style={{ paddingInlineStart: 20 }}>
        {count}
        {grid.canAdd && (
          <Button variant="primary" size="lg" icon={Plus} className="h-11" onClick={() => newRecord(grid)}>
            New record
          </Button>
        )}
      </div>
    </>
  );
}
