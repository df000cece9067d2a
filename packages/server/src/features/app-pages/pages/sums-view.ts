import { type AppBlock, pickSetting, textSetting } from '@weft/apps';
import { type CellValue, canGroupBy, type Field, summaryOf, type Tally } from '@weft/core';
import type { BlockView, ChartView } from '@weft/public';
import { must } from '@weft/std';
import { appKindOf } from '../fields/app-field-kinds.ts';
import { type RowGroup, readGroups } from '../records/read-rows.ts';
import { tableOf } from '../records/sight.ts';
import { keyColor, keyText } from './cell-view.ts';
import { dayOf } from './day-of.ts';
import { type PageContext, queryOfBlock } from './page-context.ts';
import { askedOf } from './page-state.ts';

/** Points of a chart: more are told together. */
const mostPoints = 24;

interface Measure {
  readonly name: string;
  readonly field: Field | null;
}

const measureWords: { readonly [name: string]: string } = {
  sum: 'Sum of',
  average: 'Average of',
  min: 'Least of',
  max: 'Most of',
};

const measureText = ({ name, field }: Measure): string =>
  field === null ? 'Number' : `${measureWords[name] ?? ''} ${field.name}`.trim();

const noTally: Tally = { filled: 0, sum: 0, min: null, max: null };

/** What some records come to; null: they come to nothing. */
function amountOf({ name, field }: Measure, count: number, tally: Tally | null): number | null {
  if (name === 'count' || field === null) return count;
  return summaryOf(field, name)?.ofTally?.(tally ?? noTally, count) ?? null;
}

function amountText(
  { sight: { visitor } }: PageContext,
  { name, field }: Measure,
  amount: number | null,
): string {
  if (amount === null) return '–';
  if (name === 'count' || field === null) return new Intl.NumberFormat(visitor.env.locale).format(amount);
  return summaryOf(field, name)?.format(amount, field.template, visitor.env) ?? String(amount);
}

function measureOf({ sight }: PageContext, block: AppBlock, tableId: string): Measure | null {
  const name = pickSetting(block, 'measure');
  if (name === 'count') return { name, field: null };
  const id = textSetting(block, 'field');
  const field = tableOf(sight, tableId)?.fields.find((one) => one.id === id);
  return field === undefined ? null : { name, field };
}

/** One number. */
export async function metricView(
  context: PageContext,
  block: AppBlock,
): Promise<BlockView['content'] | null> {
  const query = queryOfBlock(context, block);
  const measure = query && measureOf(context, block, query.tableId);
  if (query === null || measure === null) return null;
  const read = await readGroups(context.sight, query, askedOf(block.id, context.params), {
    ...{ by: null, of: measure.field?.id ?? null },
  });
  if (read === null) return null;
  const [all] = read.groups;
  const amount = amountOf(measure, all?.count ?? 0, all?.tally ?? null);
  const noun = tableOf(context.sight, query.tableId)?.name ?? '';
  return {
    kind: 'metric',
    label: textSetting(block, 'title') ?? (measure.field === null ? noun : measureText(measure)),
    value: amountText(context, measure, amount),
    note: measure.name === 'count' ? noun.toLowerCase() : null,
  };
}

const isDay = (field: Field): boolean => appKindOf(field).day !== undefined;

/** The first day of the stretch of time that a day is in. */
function stretchOf(context: PageContext, field: Field, key: CellValue, unit: string): string {
  const day = must(dayOf(context.sight, field, key));
  if (unit === 'year') return day.with({ month: 1, day: 1 }).toString();
  if (unit === 'month') return day.with({ day: 1 }).toString();
  return unit === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }).toString() : day.toString();
}

function stretchText({ sight: { visitor } }: PageContext, start: string, unit: string): string {
  const options: Intl.DateTimeFormatOptions =
    unit === 'year'
      ? { year: 'numeric' }
      : unit === 'month'
        ? { year: 'numeric', month: 'short' }
        : { year: 'numeric', month: 'short', day: 'numeric' };
  return new Intl.DateTimeFormat(visitor.env.locale, { ...options, timeZone: 'UTC' }).format(new Date(start));
}

interface Bucket {
  readonly label: string;
  readonly color: string | null;
  readonly count: number;
  readonly tally: Tally | null;
}

const addTallies = (a: Tally | null, b: Tally | null): Tally | null => {
  if (a === null || b === null) return a ?? b;
  const least = [a.min, b.min].filter((one) => one !== null);
  const most = [a.max, b.max].filter((one) => one !== null);
  return {
    filled: a.filled + b.filled,
    sum: a.sum === null || b.sum === null ? null : a.sum + b.sum,
    min: least.length === 0 ? null : Math.min(...least),
    max: most.length === 0 ? null : Math.max(...most),
  };
};

function bucketsOf(
  context: PageContext,
  field: Field,
  groups: readonly RowGroup[],
  unit: string,
): readonly Bucket[] {
  if (!isDay(field))
    return groups.map(({ key, count, tally }) => ({
      ...{ label: keyText(context.sight, field, key), color: keyColor(field, key), count, tally },
    }));
  const stretches = new Map<string, Bucket>();
  for (const { key, count, tally } of groups) {
    // What has no day is in no stretch of time.
    if (key === null) continue;
    const start = stretchOf(context, field, key, unit);
    const before = stretches.get(start);
    stretches.set(start, {
      ...{ label: stretchText(context, start, unit), color: null },
      count: (before?.count ?? 0) + count,
      tally: addTallies(before?.tally ?? null, tally),
    });
  }
  return [...stretches].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, bucket]) => bucket);
}

/** A chart of what records come to, by a field of them. */
export async function chartView(context: PageContext, block: AppBlock): Promise<BlockView['content'] | null> {
  const query = queryOfBlock(context, block);
  const measure = query && measureOf(context, block, query.tableId);
  const by = textSetting(block, 'groupField');
  const table = query && tableOf(context.sight, query.tableId);
  const field = table?.fields.find(({ id }) => id === by);
  if (query === null || measure === null || field === undefined || !canGroupBy(field)) return null;
  const read = await readGroups(context.sight, query, askedOf(block.id, context.params), {
    ...{ by: field.id, of: measure.field?.id ?? null },
  });
  if (read === null) return null;
  const all = bucketsOf(context, field, read.groups, pickSetting(block, 'unit'));
  // The last stretches of time, and the first groups.
  const shown = isDay(field) ? all.slice(-mostPoints) : all.slice(0, mostPoints);
  const amounts = shown.map((bucket) => amountOf(measure, bucket.count, bucket.tally));
  const largest = Math.max(0, ...amounts.map((amount) => amount ?? 0));
  const valueLabel = measureText(measure);
  const kind = pickSetting(block, 'shape') as ChartView['kind'];
  const left = all.length - shown.length;
  const note = read.tooMany
    ? 'There are too many different values to draw.'
    : left > 0
      ? `${left} more are not drawn.`
      : null;
  return {
    kind: 'chart',
    chart: {
      ...{ kind, label: field.name, valueLabel, note },
      points: shown.map(({ label, color }, at) => ({
        ...{ label, color, value: amountText(context, measure, amounts[at] ?? null) },
        share: largest === 0 ? 0 : Math.max(0, amounts[at] ?? 0) / largest,
      })),
    },
  };
}
