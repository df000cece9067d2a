import { optionColor } from '@weft/ui';
import { Bar, BarChart, type BarShapeProps, LabelList, Rectangle, Tooltip, XAxis, YAxis } from 'recharts';
import { type ChartBar, worstOf } from './chart-bar.ts';

/** Bars of this many pixels, in rows of more. */
const thickness = 12;
/** Bars that have their number on top; those of more are told by a tooltip. */
const mostNumbered = 12;

const fillOf = ({ color }: ChartBar, quiet: boolean): string =>
  color !== undefined ? optionColor(color, 'dot') : quiet ? 'var(--w-line-control)' : 'var(--w-accent)';

/** Of all that a chart has: nothing moves, and what it says its table says to whoever cannot see it. */
const still = { accessibilityLayer: false, responsive: true } as const;

/** A bar for each row of the table that it lies over. */
export function LyingBars({
  bars,
  most,
  quiet,
}: {
  readonly bars: readonly ChartBar[];
  readonly most: number;
  readonly quiet: boolean;
}) {
  const worst = worstOf(bars);
  const data = bars.map((bar, at) => {
    const { count, left = 0 } = bar;
    return {
      at,
      stays: at === worst ? count - left : count,
      left: at === worst ? left : 0,
      fill: fillOf(bar, quiet),
    };
  });
  /** Its fill is said here: that of its row would win over it. */
  const hatched = (bar: BarShapeProps) => (
    <Rectangle {...bar} fill="url(#left-here)" isAnimationActive={false} />
  );
  const common = { stackId: 'row', barSize: thickness, radius: 2, isAnimationActive: false };
  return (
    <BarChart
      {...still}
      {...{ data, layout: 'vertical', barCategoryGap: 0 }}
      style={{ width: '100%', height: '100%' }}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
    >
      <defs>
        <pattern
          id="left-here"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="2.5" height="5" fill="var(--w-warning)" />
        </pattern>
      </defs>
      <XAxis hide type="number" domain={[0, most]} />
      <YAxis hide type="category" dataKey="at" />
      <Bar dataKey="stays" {...common} background={{ fill: 'var(--w-hover)' }} />
      {worst !== null && <Bar dataKey="left" {...common} shape={hatched} />}
    </BarChart>
  );
}

/** Columns, for what has an order: days, stars, numbers. The one nearest to the mean is the strongest. */
export function StandingBars({
  bars,
  mean,
  stars,
}: {
  readonly bars: readonly ChartBar[];
  readonly mean: number | null;
  readonly stars: boolean;
}) {
  const strong = stars ? 'var(--w-star)' : 'var(--w-accent)';
  const faint = `color-mix(in oklab, ${strong} 50%, var(--w-surface))`;
  const distance = ({ label }: ChartBar) => (mean === null ? 0 : Math.abs(Number(label) - mean));
  const nearest = Math.min(...bars.map(distance));
  const data = bars.map((bar) => ({
    ...{ label: stars ? `${bar.label} ★` : bar.label, count: bar.count },
    fill: distance(bar) === nearest || Number.isNaN(nearest) ? strong : faint,
  }));
  return (
    <BarChart
      {...still}
      data={data}
      barCategoryGap="12%"
      style={{ width: '100%', height: '100%' }}
      margin={{ top: 20, right: 8, bottom: 0, left: 8 }}
    >
      <XAxis
        dataKey="label"
        tickLine={false}
        axisLine={{ stroke: 'var(--w-line)' }}
        tick={{ fill: 'var(--w-text-muted)', fontSize: 12 }}
        interval="equidistantPreserveStart"
      />
      <YAxis hide domain={[0, 'dataMax']} />
      {bars.length > mostNumbered && (
        <Tooltip
          cursor={{ fill: 'var(--w-hover)' }}
          isAnimationActive={false}
          content={({ active, payload, label }) =>
            active && (
              <p className="rounded-md border bg-raised px-2 py-1 text-small shadow-2">
                {label} <span className="ms-2 font-medium">{String(payload[0]?.value ?? 0)}</span>
              </p>
            )
          }
        />
      )}
      <Bar dataKey="count" radius={[4, 4, 0, 0]} maxBarSize={72} isAnimationActive={false}>
        {bars.length <= mostNumbered && (
          <LabelList position="top" style={{ fill: 'var(--w-text)', fontSize: 13, fontWeight: 500 }} />
        )}
      </Bar>
    </BarChart>
  );
}
