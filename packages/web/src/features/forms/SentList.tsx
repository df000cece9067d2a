import { Button, EmptyState, Skeleton, toast } from '@weft/ui';
import { CloudOff, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { SentAnswers } from './SentAnswers.tsx';

/** What was sent of one answer. */
interface Sent {
  readonly submissionId: string;
  readonly answers: ComponentProps<typeof SentAnswers>['answers'];
}

export interface SentListProps<One extends Sent> {
  /** Undefined while it is read. */
  readonly sent: readonly One[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** What the list is called in a sentence: 'the waiting list'. */
  readonly name: string;
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string };
  readonly intro?: ReactNode;
  /** The line above an answer. */
  readonly about: (one: One) => ReactNode;
  /** What can be done with it. */
  readonly actions?: ((one: One) => ReactNode) | undefined;
  /** Of a list in pages: whether there are more, and how they are read. */
  readonly more?: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Answers that are no records of the results: each as it was sent. */
export function SentList<One extends Sent>(props: SentListProps<One>) {
  const { sent, error, refetch, name, empty, intro, about, actions, more } = props;
  if (error !== null && sent === undefined)
    return (
      <EmptyState
        icon={CloudOff}
        title={`Couldn’t load ${name}`}
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (sent === undefined) return <Skeleton className="m-8 h-40" />;
  if (sent.length === 0) return <EmptyState {...empty} />;
  return (
    <div className="flex-1 overflow-y-auto px-8 py-6 max-sm:px-4">
      <div className="mx-auto flex max-w-180 flex-col gap-4">
        {intro}
        <ul className="flex flex-col gap-4">
          {sent.map((one) => (
            <li key={one.submissionId} className="rounded-lg border px-5 py-4">
              <div className="text-small text-text-muted">{about(one)}</div>
              <SentAnswers answers={one.answers} />
              {actions !== undefined && <div className="flex gap-2">{actions(one)}</div>}
            </li>
          ))}
        </ul>
        {more?.hasNextPage && (
          <div>
            <Button loading={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
              Show older
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Acts on one answer at a time, says what came of it, and has the list read again. */
export function useActOnSent(queryKey: readonly string[]) {
  const [busy, setBusy] = useState<string | null>(null);
  const act = async (submissionId: string, work: () => Promise<string>) => {
    setBusy(submissionId);
    try {
      toast(await work());
    } catch (refused) {
      toast(errorText(refused), { tone: 'error' });
    } finally {
      await queryClient.invalidateQueries({ queryKey });
      setBusy(null);
    }
  };
  return { busy, act };
}
