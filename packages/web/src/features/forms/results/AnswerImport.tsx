import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallOutput, CallRequest } from '@weft/protocol';
import { Banner, Button, ProgressBar, toast } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';

type Import = NonNullable<CallOutput<'forms.answerImport'>['import']>;
type Change = CallRequest<'forms.changeAnswerImport'>['to'];

const isUnderWay = ({ state }: Import): boolean => state === 'waiting' || state === 'running';

const importQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['answer-import', flowId],
    queryFn: () => rpc.call('forms.answerImport', { flowId }),
    refetchInterval: ({ state: { data } }) => (data?.import && isUnderWay(data.import) ? 1_500 : false),
  });

const counted = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'answer' : 'answers'}`;

/** '120 of 201 answers', as far as the service says how many there are. */
const takenOf = ({ taken, total }: Import): string =>
  total === null || total < taken ? counted(taken) : `${taken.toLocaleString('en-US')} of ${counted(total)}`;

/** How far the answers of a form made elsewhere are, and what of them has no place here. */
export function AnswerImport({ flowId, canEdit }: { readonly flowId: string; readonly canEdit: boolean }) {
  const { data } = useQuery(importQuery(flowId));
  const [busy, setBusy] = useState<Change | null>(null);
  const found = data?.import ?? null;
  if (found === null) return null;
  const change = async (to: Change) => {
    setBusy(to);
    const { queryKey } = importQuery(flowId);
    try {
      queryClient.setQueryData(queryKey, await rpc.call('forms.changeAnswerImport', { flowId, to }));
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    }
    setBusy(null);
  };
  const button = (to: Change, label: string) => (
    <Button key={to} size="sm" loading={busy === to} disabled={busy !== null} onClick={() => void change(to)}>
      {label}
    </Button>
  );
  const { service, state, taken, total, lost, fault } = found;
  if (isUnderWay(found)) {
    const text =
      state === 'waiting'
        ? `The answers of ${service} are waiting`
        : `Taking over ${takenOf(found)} of ${service}`;
    return (
      <section
        aria-label={`Answers of ${service}`}
        className="flex shrink-0 items-center gap-3 border-b px-4 py-2"
      >
        <div className="min-w-0 flex-1">
          <p className="mb-1.5 text-base tabular-nums">{text}</p>
          <ProgressBar
            label={text}
            value={state === 'waiting' || total === null || total === 0 ? null : Math.min(1, taken / total)}
          />
        </div>
        {canEdit && button('cancel', 'Cancel')}
      </section>
    );
  }
  const said = {
    done: `${counted(taken)} of ${service} ${taken === 1 ? 'was' : 'were'} taken over.`,
    cancelled: `Cancelled: ${takenOf(found)} of ${service} were taken over, and stay.`,
    failed: `The answers of ${service} could not all be taken over: ${takenOf(found)} are here. ${fault ?? ''}`,
  }[state as 'done' | 'cancelled' | 'failed'];
  const tone = {
    failed: 'danger',
    cancelled: 'info',
    done: lost.length > 0 ? 'warning' : 'success',
  } as const;
  return (
    <section
      aria-label={`Answers of ${service}`}
      className="max-h-[40%] shrink-0 overflow-y-auto border-b p-3"
    >
      <Banner
        tone={tone[state as 'done' | 'cancelled' | 'failed']}
        action={
          canEdit && (
            <div className="flex shrink-0 gap-2 self-start max-sm:flex-col">
              {state === 'failed' && button('resume', 'Try again')}
              {state === 'cancelled' && button('resume', 'Go on')}
              {button('dismiss', 'Dismiss')}
            </div>
          )
        }
      >
        <p>{said.trim()}</p>
        {lost.length > 0 && (
          <>
            <p className="mt-1">What is not as it was:</p>
            <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-5">
              {lost.map(({ text, answers }) => (
                <li key={text} className="wrap-anywhere">
                  {text} ({counted(answers)})
                </li>
              ))}
            </ul>
          </>
        )}
      </Banner>
    </section>
  );
}
