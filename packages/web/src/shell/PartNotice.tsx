import { Button, type PartOnItsWay, Skeleton } from '@weft/ui';
import { useEffect, useState } from 'react';
import { type PartFault, whyNotFetched } from './app-version.ts';
import { partText } from './part-text.ts';

export interface PartNoticeProps {
  /** What was asked for, as a sentence begins with it: 'The filter'. */
  readonly what: string;
  readonly part: PartOnItsWay;
}

/** In the place of a part that is still on its way, or could not be fetched: why, what is kept, and what to do. */
export function PartNotice({ what, part: { error, retry } }: PartNoticeProps) {
  const [fault, setFault] = useState<PartFault | null>(null);
  useEffect(() => {
    setFault(null);
    if (error === null) return;
    let asked = true;
    void whyNotFetched().then((found) => asked && setFault(found));
    return () => {
      asked = false;
    };
  }, [error]);
  if (error === null || fault === null)
    return (
      <div role="status" aria-label="Loading..." className="flex flex-col gap-2">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  return (
    <div role="alert" className="flex flex-col items-start gap-3 text-base text-text-muted">
      <p>{partText(fault, what)}</p>
      <div className="flex gap-2">
        {fault !== 'newer' && <Button onClick={retry}>Try again</Button>}
        {fault !== 'away' && (
          <Button variant={fault === 'newer' ? 'primary' : 'secondary'} onClick={() => location.reload()}>
            Reload
          </Button>
        )}
      </div>
    </div>
  );
}
