import type { TableRows } from '@weft/client';
import { useSyncExternalStore } from 'react';

const figure = new Intl.NumberFormat('en-US');

/** How many of the view's records a search has found: '3 of 6,896'. */
export function SearchCount({ rows }: { readonly rows: TableRows }) {
  const text = useSyncExternalStore(
    (changed) => rows.subscribe(changed),
    () => {
      if (!rows.countKnown) return '';
      const found = figure.format(rows.groups.recordCount);
      return rows.unsearchedCount === null ? found : `${found} of ${figure.format(rows.unsearchedCount)}`;
    },
  );
  return (
    <span role="status" className="shrink-0 text-small text-text-subtle tabular-nums">
      {text}
    </span>
  );
}
