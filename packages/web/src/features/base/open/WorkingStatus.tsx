import { Button, Spinner } from '@weft/ui';
import type { BaseState } from './base-session.ts';

/** Progress of a long operation, shown in place of the save state. */
export function WorkingStatus({ working }: { readonly working: NonNullable<BaseState['working']> }) {
  const { text, percent, stop } = working;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-small text-text-muted">
      <Spinner />
      <span
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent ?? undefined}
        className="truncate tabular-nums max-sm:shrink-0"
      >
        <span className="max-sm:hidden">{text}</span>
        {percent !== null && <span className="sm:hidden">{`${percent}%`}</span>}
      </span>
      {stop !== null && (
        <Button size="sm" variant="quiet" onClick={stop}>
          Stop
        </Button>
      )}
    </span>
  );
}
