import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@weft/ui';
import { errorText } from '../../error-text.ts';
import type { PagesQuery } from './account-calls.ts';
import { Listing, type ListingProps } from './Listing.tsx';

export interface PagedListingProps<Item> extends Omit<ListingProps<Item>, 'items' | 'error' | 'onRetry'> {
  readonly query: PagesQuery<Item>;
}

/** A list that goes on behind a button, which after a failure asks again. */
export function PagedListing<Item>({ query, ...list }: PagedListingProps<Item>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  return (
    <>
      <Listing
        {...list}
        items={data?.pages.flatMap((page) => page.items)}
        error={error}
        onRetry={() => void refetch()}
      />
      {hasNextPage && (
        <div className="mt-4 flex flex-col items-center gap-2">
          {error !== null && !isFetchingNextPage && (
            <p role="alert" className="text-base text-danger-text">
              {errorText(error)}
            </p>
          )}
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  );
}
