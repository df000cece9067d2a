import { Plus } from 'lucide-react';
import { Button } from '../primitives/Button.tsx';
import type { GridPartProps } from './grid-part.ts';
import { newRecord } from './new-record.ts';

/** How many records the view shows; under a thumb also the way to a new one. */
export function GridFooter({ grid, state }: GridPartProps) {
  const { rowCount, countKnown, columns } = state;
  const figures = rowCount.toLocaleString(grid.env.locale);
  const narrow = columns.list.length > 0 && columns.check === 0;
  return (
    <div
      className={narrow ? 'wg-footer is-narrow' : 'wg-footer'}
      style={{ paddingInlineStart: narrow ? 20 : columns.check + 8 }}
    >
      {countKnown && (
        <span>
          <span className="wg-footer-figure">{figures}</span> {rowCount === 1 ? 'record' : 'records'}
        </span>
      )}
      {narrow && grid.canEdit && (
        <Button variant="primary" size="lg" icon={Plus} className="h-11" onClick={() => newRecord(grid)}>
          New record
        </Button>
      )}
    </div>
  );
}
