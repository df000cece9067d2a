import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, EmptyState, type IconType, type MenuItem, Skeleton } from '@weft/ui';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { flowsQuery } from '../../queries.ts';
import { useKeptPlace } from '../../shell/use-kept-place.ts';
import { FlowCard } from './FlowCard.tsx';
import { useFlowFeed } from './use-flow-feed.ts';

/** One to six columns of cards 220 to 300 wide. */
const columns =
  'grid max-w-[1900px] grid-cols-[repeat(auto-fill,minmax(max(220px,(100%-100px)/6),1fr))] gap-5 max-sm:grid-cols-1';

export interface FlowGridProps {
  readonly trashed: boolean;
  readonly search: string;
  readonly itemsOf: (flow: Flow) => readonly MenuItem[];
  readonly empty: {
    readonly icon: IconType;
    readonly title: string;
    readonly text: string;
    readonly action?: ReactNode;
  };
}

/** The databases one may see, page by page as one scrolls. */
export function FlowGrid({ trashed, search, itemsOf, empty }: FlowGridProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    flowsQuery({ trashed, search }),
  );
  useFlowFeed(data?.pages[0]?.version);
  const flows = data?.pages.flatMap((page) => page.flows);
  const place = useKeptPlace(flows?.map(({ id }) => id) ?? []);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const mark = end.current;
    // After a failure only the button asks again.
    if (!mark || !hasNextPage || error) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) void fetchNextPage();
    });
    watch.observe(mark);
    return () => watch.disconnect();
  }, [hasNextPage, fetchNextPage, error]);

  if (flows === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load your databases"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (flows.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      <ul {...place} className={columns}>
        {flows.map((flow) => (
          <FlowCard key={flow.id} flow={flow} items={itemsOf(flow)} opens={!trashed} />
        ))}
      </ul>
      <div ref={end} />
      {error && !isFetchingNextPage && (
        <div className="flex items-center justify-center gap-3 py-6 text-text-muted">
          {errorText(error)}
          <Button onClick={() => void fetchNextPage()}>Try again</Button>
        </div>
      )}
      {isFetchingNextPage && <p className="py-6 text-center text-text-subtle">Loading...</p>}
    </>
  );
}

function Loading() {
  return (
    <div className={columns} role="status" aria-label="Loading...">
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className="rounded-lg border">
          <Skeleton className="h-37 rounded-b-none" />
          <div className="px-3 py-3">
            <Skeleton className="h-3.5 w-3/5" />
            <div className="mt-2">
              <Skeleton className="h-3 w-2/5" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
