import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '@weft/ui';
import { useRef } from 'react';
import { interruptedImportsQuery } from '../../queries.ts';
import { withTemporal } from '../../shell/with-temporal.ts';

const InterruptedImports = lazyPart(
  () => withTemporal(() => import('./InterruptedImports.tsx')).then((part) => part.InterruptedImports),
  () => null,
);

/** The table comes by itself, as everybody's changes do. */
const arrives = () => {};

export interface InterruptedHereProps {
  readonly basePublicId: string;
  /** There is no table, and whoever looks may make one: only then it is asked what was to come. */
  readonly empty: boolean;
}

/** In a database that is empty because the import into it was interrupted: what stands still, to resume or remove. */
export function InterruptedHere({ basePublicId, empty }: InterruptedHereProps) {
  const { data = [] } = useQuery({
    ...interruptedImportsQuery,
    enabled: empty,
    select: (imports) => imports.filter(({ order }) => order.basePublicId === basePublicId),
  });
  const here = empty ? data : [];
  // It stays when the import is resumed: it shows it on its way.
  const wasHere = useRef(false);
  if (here.length > 0) wasHere.current = true;
  return (
    wasHere.current && (
      <div className={here.length > 0 ? 'px-8 pt-6 max-sm:px-4' : undefined}>
        <InterruptedImports imports={here} onImported={arrives} />
      </div>
    )
  );
}
