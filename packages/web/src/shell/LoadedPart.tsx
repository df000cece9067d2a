import { Button, EmptyState, Skeleton } from '@weft/ui';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../error-text.ts';

interface LoadedPartProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** What is read, inside 'Couldn’t load …'. */
  readonly things: string;
  /** Height of each of the places that wait. */
  readonly places: readonly string[];
  readonly children: (data: Data) => ReactNode;
}

/** What was read, once it is here: its place until then, or why it could not be read. */
export function LoadedPart<Data>({ query, things, places, children }: LoadedPartProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null)
    return (
      <EmptyState
        icon={CloudOff}
        title={`Couldn’t load ${things}`}
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  return (
    <div className="flex flex-col gap-3" role="status" aria-label="Loading...">
      {places.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
        <Skeleton key={place} className={`${height} w-full`} />
      ))}
    </div>
  );
}
