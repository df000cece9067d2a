import { useQuery } from '@tanstack/react-query';
import { Button, EmptyState, IconButton, Skeleton } from '@weft/ui';
import { ChartNoAxesColumn, CloudOff, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../error-text.ts';
import { rpc } from '../../rpc.ts';
import { Chart, type ChartProps } from './results/charts/ChartTable.tsx';
import { type ChartBar, withLeft, worstOf } from './results/charts/chart-bar.ts';
import { NewestTexts } from './results/TextAnswers.tsx';
import { shareOf } from './share-of.ts';

/** Minutes and seconds. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Fields that store fractions: 0.125 is 12.5%. */
const fractions: readonly string[] = ['percent'];

/** Fields that are shown as stars. */
const starred: readonly string[] = ['rating'];

const rounded = (value: number, type: string): string =>
  value.toLocaleString('en-US', {
    maximumFractionDigits: 2,
    ...(fractions.includes(type) && { style: 'percent' }),
  });

/** What all answers to a form come to: how far people get, and a chart for each question. */
export function SummaryView({
  flowId,
  branches,
}: {
  readonly flowId: string;
  /** Somebody may finish without having seen each page. */
  readonly branches: boolean;
}) {
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
            <WhereTheyStop
              views={views}
              bars={withLeft(
                [
                  ...pages.map(({ title, reached }) => ({ label: title, count: reached })),
                  { label: 'Finished', count: finished },
                ],
                branches,
              )}
            />
          )}
          {days.length > 1 && (
            <ChartCard
              title="Finished per day"
              note="last 30 days, UTC"
              of="Day"
              total={finished}
              bars={days.map(({ day, count }) => ({ label: day, count }))}
              standing={{ mean: null, stars: false }}
            />
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
  tool,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly tool?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border px-5 py-4">
      <div className="mb-3 flex items-start gap-2">
        <h2 className="min-w-0 flex-1 text-pretty font-semibold text-body">
          {title} <span className="ms-1 font-normal text-small text-text-muted">{note}</span>
        </h2>
        {tool}
      </div>
      {children}
    </section>
  );
}

/** A chart under its heading, and a button that shows its table in its place. */
function ChartCard({
  title,
  note,
  lead,
  foot,
  ...chart
}: Omit<ChartProps, 'asTable'> & {
  readonly title: string;
  readonly note: string;
  readonly lead?: ReactNode;
  readonly foot?: ReactNode;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={title}
      note={note}
      tool={
        <IconButton
          size="sm"
          className="-my-1"
          icon={asTable ? ChartNoAxesColumn : Table2}
          label={asTable ? 'Show as chart' : 'Show as table'}
          onClick={() => setAsTable(!asTable)}
        />
      }
    >
      {lead}
      <Chart {...chart} asTable={asTable} />
      {foot}
    </Card>
  );
}

/** How far people get, and which page most of them leave at. */
function WhereTheyStop({ bars, views }: { readonly bars: readonly ChartBar[]; readonly views: number }) {
  const worst = worstOf(bars);
  const page = worst === null ? undefined : bars[worst];
  const all = bars.reduce((sum, { left = 0 }) => sum + left, 0);
  return (
    <ChartCard
      quiet
      title="Where people stop"
      note={`${views.toLocaleString('en-US')} views`}
      of="Page"
      total={bars[0]?.count ?? 0}
      bars={bars}
      foot={
        page !== undefined && (
          <p className="mt-2 text-pretty text-small text-text-muted">
            More people leave at <strong className="font-medium text-text">{page.label}</strong> than anywhere
            else: {(page.left ?? 0).toLocaleString('en-US')} of {all.toLocaleString('en-US')}.
          </p>
        )
      }
    />
  );
}

type Summarized = Awaited<ReturnType<typeof readSummary>>['questions'][number];
const readSummary = (flowId: string) => rpc.call('forms.summary', { flowId });

function Question({ flowId, question }: { readonly flowId: string; readonly question: Summarized }) {
  const { fieldId, label, type, isRemoved, answered, bars, average, least, most, texts } = question;
  const count = answered === 1 ? '1 answer' : `${answered.toLocaleString('en-US')} answers`;
  const note = isRemoved ? `${count} · no longer asked` : count;
  const mean = average !== null && (
    <p className="mb-3 flex flex-wrap items-baseline gap-2 text-base text-text-muted">
      <span className="font-semibold text-display text-text">{rounded(average, type)}</span>
      Average, from {rounded(least ?? 0, type)} to {rounded(most ?? 0, type)}
    </p>
  );
  if (bars.length > 0)
    return (
      <ChartCard
        title={label}
        note={note}
        of="Answer"
        total={answered}
        bars={bars}
        lead={mean}
        standing={average === null ? undefined : { mean: average, stars: starred.includes(type) }}
      />
    );
  return (
    <Card title={label} note={note}>
      {mean}
      {average === null && answered === 0 && (
        <p className="text-base text-text-muted">Nobody has answered it yet.</p>
      )}
      {average === null && answered > 0 && (
        <NewestTexts {...{ flowId, fieldId, label, answered }} answers={texts} />
      )}
    </Card>
  );
}
