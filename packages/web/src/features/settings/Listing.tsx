import { Button, EmptyState, type IconType, Skeleton } from '@weft/ui';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../error-text.ts';
import { useKeptPlace } from '../../shell/use-kept-place.ts';

export interface ListingProps<Item> {
  /** Read aloud as the list's name. */
  readonly label: string;
  /** Undefined while it loads. */
  readonly items: readonly Item[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: { readonly icon: IconType; readonly title: string; readonly text: string };
  readonly row: (item: Item) => ReactNode;
  readonly keyOf: (item: Item) => string;
  /** The rows bring their own spacing. */
  readonly plain?: boolean;
}

/** A framed list with its loading, failed and empty states. */
export function Listing<Item>({
  label,
  items,
  error,
  onRetry,
  empty,
  row,
  keyOf,
  plain = false,
}: ListingProps<Item>) {
  const place = useKeptPlace(items?.map(keyOf) ?? []);
  if (items === undefined && error !== null)
    return (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load this list"
        text={errorText(error)}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    );
  if (items === undefined)
    return (
      <div className="flex flex-col gap-3 py-2" role="status" aria-label="Loading...">
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3.5 w-1/2" />
      </div>
    );
  if (items.length === 0) return <EmptyState {...empty} />;
  return (
    <ul {...place} aria-label={label} className="divide-y divide-line-subtle rounded-lg border">
      {items.map((item) => (
        <li key={keyOf(item)} className={plain ? undefined : 'flex items-center gap-3 px-4 py-3'}>
          {row(item)}
        </li>
      ))}
    </ul>
  );
}
