import { Skeleton } from '@weft/ui';

/** One to six columns of cards 220 to 300 wide. */
export const columns =
  'grid max-w-[1900px] grid-cols-[repeat(auto-fill,minmax(max(220px,(100%-100px)/6),1fr))] gap-5 max-sm:grid-cols-1';

/** As many cards as fit beside each other: of more, the last ones are not there. */
export const singleRow = [
  columns,
  'max-sm:[&>:nth-child(n+2)]:hidden @max-[460px]:[&>:nth-child(n+2)]:hidden @max-[700px]:[&>:nth-child(n+3)]:hidden',
  '@max-[940px]:[&>:nth-child(n+4)]:hidden @max-[1180px]:[&>:nth-child(n+5)]:hidden @max-[1420px]:[&>:nth-child(n+6)]:hidden',
].join(' ');

const items = [1, 2, 3, 4, 5, 6];

/** The places of flows that are on their way. */
export function ListingSkeleton({
  asTable,
  rows = 4,
}: {
  readonly asTable: boolean;
  readonly rows?: number;
}) {
  if (asTable)
    return (
      <div role="status" aria-label="Loading...">
        {items.slice(0, rows).map((row) => (
          <div
            key={row}
            className="flex h-13 items-center gap-3 border-line-subtle border-b px-8 max-sm:h-16 max-sm:px-4"
          >
            <Skeleton className="size-8" />
            <div className="w-2/5">
              <Skeleton className="h-3.5" />
            </div>
          </div>
        ))}
      </div>
    );
  return (
    <div className="@container mx-8 max-sm:mx-4">
      <div className={singleRow} role="status" aria-label="Loading...">
        {items.map((card) => (
          <div key={card} className="rounded-lg border">
            <Skeleton className="h-37 rounded-b-none" />
            <div className="h-15 border-line-subtle border-t px-3 py-3">
              <div className="w-3/5">
                <Skeleton className="h-3.5" />
              </div>
              <div className="mt-2 w-2/5">
                <Skeleton className="h-3" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
