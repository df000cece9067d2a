import { useQuery } from '@tanstack/react-query';
import { Button, cx, EmptyState, optionColor, Skeleton } from '@weft/ui';
import { ChartNoAxesColumn, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../error-text.ts';
import { rpc } from '../../rpc.ts';
import { NewestTexts } from './results/TextAnswers.tsx';
import { share, shareOf } from './share-of.ts';

/** Minutes and seconds. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Fields that store fractions: 0.125 is 12.5%. */
const fractions: readonly string[] = ['percent'];

const rounded = (value: number, type: string): string =>
  value.toLocaleString('en-US', {
    maximumFractionDigits: 2,
    ...(fractions.includes(type) && { style: 'percent' }),
  });

/** What all answers to a form come to: how far people get, and a chart for each question. */
export function SummaryView({ flowId }: { readonly flowId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['form-summary', flowId],
    queryFn: () => rpc.call('forms.summary', { flowId }),
    refetchInterval: 30_000,
  });
  if (error !== null && data === undefined)
    return (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load the summary"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (data === undefined) return <Skeleton className="m-8 h-40" />;
  const { views, starts, finished, medianSeconds, days, pages, questions } = data;
  const asked = questions.filter(({ isRemoved }) => !isRemoved);
  const removed = questions.filter(({ isRemoved }) => isRemoved);
  return (
    <div className="flex-1 overflow-y-auto px-8 py-6 max-sm:px-4">
      <div className="mx-auto flex max-w-304 flex-col gap-6">
        <dl className="grid grid-cols-2 gap-y-4 sm:grid-cols-4 sm:divide-x">
          <Figure name="Views" value={views} />
          <Figure name="Started" value={starts} note={shareOf(starts, views, 'views')} />
          <Figure name="Finished" value={finished} note={shareOf(finished, starts, 'started')} />
          <Figure
            name="Time to finish"
            value={medianSeconds === null ? '–' : clock(medianSeconds)}
            note={medianSeconds === null ? '' : 'min, median'}
          />
        </dl>
        {questions.length === 0 && (
          <EmptyState
            icon={ChartNoAxesColumn}
            title="Nothing to add up yet"
            text="Publish the form: each question gets a chart here, as answers come in."
          />
        )}
        <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
          {pages.length > 1 && (
            <Card title="Where people stop" note={`${views} views`}>
              <BarTable
                of="Page"
                quiet
                total={pages[0]?.reached ?? 0}
                bars={[
                  ...pages.map(({ title, reached }) => ({ label: title, count: reached })),
                  { label: 'Finished', count: finished },
                ]}
              />
            </Card>
          )}
          {days.length > 1 && (
            <Card title="Finished per day" note="last 30 days, UTC">
              <BarTable
                of="Day"
                total={finished}
                bars={days.map(({ day, count }) => ({ label: day, count }))}
              />
            </Card>
          )}
          {asked.map((question) => (
            <Question key={question.fieldId} flowId={flowId} question={question} />
          ))}
        </div>
        {removed.length > 0 && (
          <>
            <h2 className="font-semibold text-lead">Removed questions</h2>
            <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
              {removed.map((question) => (
                <Question key={question.fieldId} flowId={flowId} question={question} />
              ))}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function Figure({
  name,
  value,
  note = '',
}: {
  readonly name: string;
  readonly value: number | string;
  readonly note?: string;
}) {
  return (
    <div className="px-6 max-sm:px-0 first:ps-0">
      <dt className="text-small text-text-muted">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-2">
        <span className="font-semibold text-display">{value.toLocaleString('en-US')}</span>
        {note !== '' && <span className="text-small text-text-muted">{note}</span>}
      </dd>
    </div>
  );
}

function Card({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border px-5 py-4">
      <h2 className="mb-3 text-pretty font-semibold text-body">
        {title} <span className="ms-1 font-normal text-small text-text-muted">{note}</span>
      </h2>
      {children}
    </section>
  );
}

type Summarized = Awaited<ReturnType<typeof readSummary>>['questions'][number];
const readSummary = (flowId: string) => rpc.call('forms.summary', { flowId });

function Question({ flowId, question }: { readonly flowId: string; readonly question: Summarized }) {
  const { fieldId, label, type, isRemoved, answered, bars, average, least, most, texts } = question;
  const count = answered === 1 ? '1 answer' : `${answered.toLocaleString('en-US')} answers`;
  return (
    <Card title={label} note={isRemoved ? `${count} · no longer asked` : count}>
      {average !== null && (
        <p className="mb-3 text-base text-text-muted">
          Average <span className="font-semibold text-text">{rounded(average, type)}</span>, from{' '}
          {rounded(least ?? 0, type)} to {rounded(most ?? 0, type)}
        </p>
      )}
      {bars.length > 0 && <BarTable of="Answer" total={answered} bars={bars} />}
      {bars.length === 0 && average === null && (
        <>
          {answered === 0 && <p className="text-base text-text-muted">Nobody has answered it yet.</p>}
          {answered > 0 && <NewestTexts {...{ flowId, fieldId, label, answered }} answers={texts} />}
        </>
      )}
    </Card>
  );
}

const placeText = (place: number | undefined): string =>
  place === undefined ? '–' : `⌀ ${place.toFixed(1)}`;

/** A bar for each row, with its number and share written out, or its place in a ranking: the chart is a table. */
function BarTable({
  of,
  total,
  bars,
  quiet = false,
}: {
  readonly of: string;
  readonly total: number;
  readonly bars: readonly {
    readonly label: string;
    readonly count: number;
    readonly color?: string | undefined;
    /** Of a ranking, on average. */
    readonly place?: number | undefined;
  }[];
  /** How far people get is no answer: its bars are grey. */
  readonly quiet?: boolean;
}) {
  const ranks = bars.some(({ place }) => place !== undefined);
  const most = Math.max(1, total, ...bars.map(({ count }) => count));
  return (
    <table className="w-full table-fixed text-base">
      <colgroup>
        <col className="w-2/5" />
        <col />
        <col className="w-16" />
        <col className="w-14" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Chart</th>
          <th scope="col">Count</th>
          <th scope="col">{ranks ? 'Average place' : 'Share'}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, count, color, place }) => (
          <tr key={label} className="h-8.5">
            <th scope="row" className="truncate pe-3 text-start font-normal" title={label}>
              {label}
            </th>
            <td aria-hidden="true">
              <div className="h-3 rounded-sm bg-hover">
                <div
                  className={cx('h-full rounded-sm', quiet ? 'bg-line-control' : 'bg-accent')}
                  style={{
                    inlineSize: `${(100 * count) / most}%`,
                    ...(color !== undefined && { background: optionColor(color, 'dot') }),
                  }}
                />
              </div>
            </td>
            <td className="text-end font-medium tabular-nums">{count.toLocaleString('en-US')}</td>
            <td className="text-end text-text-muted tabular-nums" title={ranks ? 'Average place' : undefined}>
              {ranks ? placeText(place) : (share(count, total) ?? '–')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
