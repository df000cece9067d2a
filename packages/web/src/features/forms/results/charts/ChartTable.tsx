import { cx, Icon, optionStyle } from '@weft/ui';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNarrow } from '../../../../editor/use-narrow.ts';
import { share } from '../../share-of.ts';
import { type ChartBar, worstOf } from './chart-bar.ts';
import { LyingBars, StandingBars } from './lazy-charts.ts';

export interface ChartProps {
  /** What each bar is: a page, a day, an answer. */
  readonly of: string;
  readonly bars: readonly ChartBar[];
  readonly total: number;
  /** How far people get is no answer: its bars are grey. */
  readonly quiet?: boolean;
  /** Columns, for what has an order: of what, and where its mean is. */
  readonly standing?: { readonly mean: number | null; readonly stars: boolean } | undefined;
  /** The table alone, with its headings. */
  readonly asTable: boolean;
}

const placeText = (place: number | undefined): string =>
  place === undefined ? '–' : `⌀ ${place.toFixed(1)}`;

/** What stands at the end of each row, and its heading; null: nothing does. */
function lastColumn(bars: readonly ChartBar[], total: number, quiet: boolean) {
  if (bars.some(({ place }) => place !== undefined))
    return { heading: 'Average place', text: ({ place }: ChartBar): ReactNode => placeText(place) };
  if (!quiet)
    return { heading: 'Share', text: ({ count }: ChartBar): ReactNode => share(count, total) ?? '–' };
  if (bars.every(({ left }) => left === undefined)) return null;
  const worst = worstOf(bars);
  return {
    heading: 'Left here',
    text: (bar: ChartBar): ReactNode => {
      const { left = 0 } = bar;
      const isWorst = worst !== null && bars[worst] === bar;
      return (
        left > 0 && (
          <span className={cx('inline-flex items-center gap-1', isWorst && 'font-medium text-warning-text')}>
            {isWorst && <Icon of={TriangleAlert} size={14} />}−{left.toLocaleString('en-US')}
          </span>
        )
      );
    },
  };
}

/**
 * A chart with its table. Lying bars are drawn over the table, whose rows name them and say their numbers; columns stand
 * in its place, and the table is there for whoever cannot see them.
 */
export function Chart({ of, bars, total, quiet = false, standing, asTable }: ChartProps) {
  const isNarrow = useNarrow();
  const isLying = standing === undefined && !asTable;
  const most = Math.max(1, total, ...bars.map(({ count }) => count));
  const last = lastColumn(bars, total, quiet);
  const table = (
    <table className="w-full table-fixed text-base">
      <colgroup>
        <col className={isLying && !isNarrow ? 'w-2/5' : undefined} />
        {isLying && !isNarrow && <col />}
        <col className="w-16" />
        {last !== null && <col className="w-16" />}
      </colgroup>
      <thead className={asTable ? 'border-b text-small text-text-muted' : 'sr-only'}>
        <tr className="h-8">
          <th scope="col" className="text-start font-medium">
            {of}
          </th>
          {isLying && !isNarrow && <td />}
          <th scope="col" className="text-end font-medium">
            Count
          </th>
          {last !== null && (
            <th scope="col" className="text-end font-medium">
              {last.heading}
            </th>
          )}
        </tr>
      </thead>
      <tbody className={isLying && isNarrow ? '[&_:is(td,th)]:pt-2 [&_:is(td,th)]:align-top' : undefined}>
        {bars.map((bar) => (
          <tr key={bar.label} className={isLying && isNarrow ? 'h-13' : 'h-8.5'}>
            <th scope="row" className="pe-3 text-start font-normal" title={bar.label}>
              <span
                className={cx(
                  'block w-fit max-w-full truncate',
                  bar.color !== undefined && 'rounded-full px-2 text-small leading-5',
                )}
                style={bar.color === undefined ? undefined : optionStyle(bar.color)}
              >
                {bar.label}
              </span>
            </th>
            {isLying && !isNarrow && <td />}
            <td className="text-end font-medium tabular-nums">{bar.count.toLocaleString('en-US')}</td>
            {last !== null && (
              <td className="text-end text-text-muted tabular-nums" title={last.heading}>
                {last.text(bar)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (asTable) return table;
  if (standing !== undefined)
    return (
      <>
        <div aria-hidden="true" className="h-44">
          <StandingBars bars={bars} {...standing} />
        </div>
        <div className="sr-only">{table}</div>
      </>
    );
  const ends = last === null ? 'end-16' : 'end-32';
  return (
    <div className="relative">
      {table}
      <div
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-y-0',
          isNarrow ? 'inset-x-0 translate-y-3' : `start-2/5 ${ends}`,
        )}
      >
        <LyingBars {...{ bars, most, quiet }} />
      </div>
    </div>
  );
}
