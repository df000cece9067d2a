import { Skeleton } from '@weft/ui';
import { useSlowSteps } from './use-slow-steps.ts';

/** What stands where a sheet will be: a second part of it where that takes longer. */
export function ReadingSheet() {
  const { message, slow } = useSlowSteps();
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-base text-text-muted">
        {message}
      </p>
      <Skeleton className="h-50" />
      {slow && <Skeleton className="h-30" />}
    </div>
  );
}
