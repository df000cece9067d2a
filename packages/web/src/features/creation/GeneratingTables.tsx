import { Skeleton } from '@weft/ui';
import { useEffect, useState } from 'react';

const messages = [
  'Reading your description…',
  'Choosing the tables…',
  'Choosing fields for each table…',
  'Linking the tables…',
  'Still working on it…',
] as const;
const messageMs = 4_000;
const secondAfterMs = 2_000;

function Frame({ rows }: { readonly rows: number }) {
  return (
    <div aria-hidden="true" className="rounded-lg border">
      <Skeleton className="h-11 rounded-t-lg" />
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={at} className="flex h-9 items-center gap-6 border-line-subtle border-t px-4">
          <Skeleton className="h-3" width={120 + ((at * 37) % 60)} />
          <Skeleton className="h-3" width={96} />
        </div>
      ))}
    </div>
  );
}

/** What stands where suggested tables will be; what is being done is said anew every four seconds. */
export function GeneratingTables() {
  const [step, setStep] = useState(0);
  const [second, setSecond] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setStep((now) => Math.min(now + 1, messages.length - 1)), messageMs);
    const later = setTimeout(() => setSecond(true), secondAfterMs);
    return () => {
      clearInterval(timer);
      clearTimeout(later);
    };
  }, []);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-base text-text-muted">
        {messages[step]}
      </p>
      <Frame rows={5} />
      {second && <Frame rows={3} />}
    </div>
  );
}
