import { Skeleton } from '@weft/ui';

/** Widths of what a row may hold, in pixels. */
const rows = [
  [150, 64, 92, 48],
  [118, 80, 70, 56],
  [164, 56, 104, 40],
  [132, 72, 60, 52],
  [104, 60, 96, 44],
  [156, 84, 76, 60],
  [124, 68, 88, 36],
  [142, 52, 66, 50],
];

/** Skeleton of tabs, tools and rows while the base loads, so that nothing moves when they appear. */
export function Opening() {
  return (
    <div className="flex min-h-0 flex-1 flex-col" role="status" aria-label="Loading...">
      <div className="flex h-(--w-tabbar) shrink-0 items-center border-line border-b px-5 max-sm:h-12">
        <Skeleton className="h-3 w-20" />
      </div>
      <div className="flex h-(--w-toolbar) shrink-0 items-center gap-6 border-line border-b bg-surface px-5 max-sm:h-13">
        {[72, 84, 56, 48].map((width) => (
          <Skeleton key={width} className="h-3" width={width} />
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-hidden bg-surface">
        <div className="h-(--w-grid-header) border-line border-b bg-sunken" />
        {rows.map((widths) => (
          <div
            key={widths[0]}
            className="flex h-9 items-center border-line-subtle border-b ps-10 max-sm:h-10 max-sm:ps-2"
          >
            {widths.map((width) => (
              <div key={width} className="w-45 shrink-0">
                <Skeleton className="h-3" width={width} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
