import { type AppBlock, tableOf, textSetting } from '@weft/apps';
import type { CellValue, Field, Filter } from '@weft/core';
import type { BlockView, MonthView } from '@weft/public';
import { must } from '@weft/std';
import { withParams } from '../addresses.ts';
import type { Asked, BlockQuery } from '../records/block-query.ts';
import { mostAtOnce, readGroups, readPage } from '../records/read-rows.ts';
import type { ShownRow } from '../records/shown-rows.ts';
import { grantsFor, type Sight, tableOf as tableIn } from '../records/sight.ts';
import { keyColor, keyText } from './cell-view.ts';
import { dayOf } from './day-of.ts';
import { type PageContext, queryOfBlock } from './page-context.ts';
import { askedOf, names } from './page-state.ts';
import { sentParts } from './record-views.ts';
import { displayed, rowViews } from './rows-view.ts';

const narrowedTo = (query: BlockQuery, ...conditions: Filter['items']): BlockQuery => {
  if (query.filter === null) return query;
  const items: Filter['items'] = [...(query.filter === undefined ? [] : [query.filter]), ...conditions];
  return { ...query, filter: { conjunction: 'and', items } };
};

const valueIn = (row: ShownRow, field: Field): CellValue =>
  row.cells.find((cell) => cell.field.id === field.id)?.value ?? null;

/** Cards of a lane, where they are too many to be read at once. */
const cardsOfLane = 50;
const mostLanes = 40;

/** The option a card is moved by, where rules let somebody change it; null: nobody moves cards here. */
export function movedField({ app, sight }: PageContext, block: AppBlock): Field | null {
  const tableId = tableOf(app, block);
  const table = tableId === null ? null : tableIn(sight, tableId);
  const id = textSetting(block, 'groupField');
  if (table === null || block.name !== 'kanban' || block.settings.moves !== true) return null;
  const may = grantsFor(sight, table, 'update').some(({ writable }) => id !== null && writable.has(id));
  return (may && table.fields.find((field) => field.id === id)) || null;
}

/** The lanes of a board by their values. */
export const laneKeys = (field: Field): readonly string[] =>
  'options' in field.template ? field.template.options.map(({ value }) => value) : [];

const laneName = (key: CellValue): string => String(key ?? '-');

/** A board of columns, one for each option that somebody sees. */
export async function kanbanView(
  context: PageContext,
  block: AppBlock,
): Promise<BlockView['content'] | null> {
  const query = queryOfBlock(context, block);
  const by = textSetting(block, 'groupField');
  if (query === null || by === null) return null;
  const { sight } = context;
  const asked = askedOf(block.id, context.params);
  const counted = await readGroups(sight, query, asked, { by, of: null });
  const table = tableIn(sight, query.tableId);
  const field = table?.fields.find(({ id }) => id === by);
  if (counted === null || field === undefined) return null;
  const counts = new Map(counted.groups.map(({ key, count }) => [key, count]));
  const moved = movedField(context, block);
  const all = laneKeys(field);
  const keys: readonly CellValue[] = [...all.slice(0, mostLanes), ...(counts.has(null) ? [null] : [])];
  const undrawn = all.slice(mostLanes).reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const readOn = context.params.get(names.lane(block.id));
  const isSmall = counted.groups.reduce((all, { count }) => all + count, 0) <= mostAtOnce;
  const together = isSmall ? await readPage(sight, query, { ...asked, perPage: mostAtOnce }) : null;
  const pageOf = async (key: CellValue): Promise<readonly ShownRow[]> => {
    if (together !== null) return together.rows.filter((row) => valueIn(row, field) === key);
    if (!counts.has(key)) return [];
    const is = {
      fieldId: by,
      operator: key === null ? 'is_empty' : 'is',
      ...(key !== null && { value: key }),
    };
    const perPage = laneName(key) === readOn ? mostAtOnce : cardsOfLane;
    const page = await readPage(sight, narrowedTo(query, is), { ...asked, perPage });
    return page?.rows ?? [];
  };
  const rows = await Promise.all(keys.map(pageOf));
  const shown = together?.fields ?? rows.flat()[0]?.cells.map((cell) => cell.field) ?? [];
  const fields = displayed(block, shown).filter(({ id }) => id !== by);
  return {
    kind: 'kanban',
    board: {
      lanes: keys.map((key, at) => ({
        value: String(key ?? ''),
        chip: { label: keyText(sight, field, key), color: keyColor(field, key) },
        count: counts.get(key) ?? 0,
        more:
          together === null && laneName(key) !== readOn
            ? withParams(context.address, { [names.lane(block.id)]: laneName(key) })
            : null,
        cards: rowViews(context, block, rows[at] ?? [], fields).map((view, place) => ({
          ...{ ...view, id: must(rows[at]?.[place]).id },
        })),
      })),
      note:
        undrawn === 0
          ? null
          : `Columns are drawn for the first ${mostLanes} of ${all.length} choices: ${undrawn} records are in the others.`,
      moves:
        moved === null ? null : { action: context.at.aside(`do/${block.id}`), parts: sentParts(context) },
    },
  };
}

/** The month that is looked at: the one of today where the address names none. */
function monthOf({ params, sight: { visitor } }: PageContext, block: AppBlock): Temporal.PlainYearMonth {
  const asked = params.get(names.month(block.id)) ?? '';
  return Temporal.PlainYearMonth.from(
    /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : visitor.today.slice(0, 7),
  );
}

/** Records of a month that are drawn. */
const mostInMonth = 1_000;

/** The first records of a query, in pages; `left`: there are more. */
async function readMany(
  sight: Sight,
  query: BlockQuery,
  asked: Asked,
): Promise<{
  readonly fields: readonly Field[];
  readonly rows: readonly ShownRow[];
  readonly left: boolean;
} | null> {
  const rows: ShownRow[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(sight, query, { ...asked, perPage: mostAtOnce, cursor });
    if (page === null) return null;
    rows.push(...page.rows);
    const { fields, nextCursor } = page;
    if (nextCursor === null || rows.length >= mostInMonth) return { fields, rows, left: nextCursor !== null };
    cursor = nextCursor;
  }
}

/** What falls into a stretch of days: what has no last day is over on its first. */
function during(dateId: string, endId: string | null, from: string, to: string): Filter['items'] {
  const begins = { fieldId: dateId, operator: 'is_on_or_before', value: to };
  const within = { fieldId: dateId, operator: 'is_on_or_after', value: from };
  if (endId === null) return [begins, within];
  const isOver = { fieldId: endId, operator: 'is_empty' };
  const ends = { fieldId: endId, operator: 'is_on_or_after', value: from };
  const once: Filter = { conjunction: 'and', items: [isOver, within] };
  return [begins, { conjunction: 'or', items: [ends, once] }];
}

/** A month, with the records that fall on its days. */
export async function calendarView(
  context: PageContext,
  block: AppBlock,
): Promise<BlockView['content'] | null> {
  const query = queryOfBlock(context, block);
  const [dateId, endId] = [textSetting(block, 'dateField'), textSetting(block, 'endField')];
  if (query === null || dateId === null) return null;
  const month = monthOf(context, block);
  const first = month.toPlainDate({ day: 1 });
  const start = first.subtract({ days: first.dayOfWeek - 1 });
  const length = Math.ceil((first.dayOfWeek - 1 + month.daysInMonth) / 7) * 7;
  const last = start.add({ days: length - 1 });
  const within = narrowedTo(query, ...during(dateId, endId, start.toString(), last.toString()));
  const sort = [{ fieldId: dateId, direction: 'asc' as const }];
  const page = await readMany(context.sight, { ...within, sort }, askedOf(block.id, context.params));
  const field = page?.fields.find(({ id }) => id === dateId);
  if (page === null || field === undefined) return null;
  const endField = page.fields.find(({ id }) => id === endId);
  const fields = displayed(block, page.fields);
  const views = rowViews(context, block, page.rows, fields);
  const { locale } = context.sight.visitor.env;
  const name = (options: Intl.DateTimeFormatOptions, day: Temporal.PlainDate) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day.toString()));
  const days: MonthView['days'][number][] = [];
  for (let at = 0; at < length; at++) {
    const day = start.add({ days: at });
    const isOn = (row: ShownRow) => {
      const from = dayOf(context.sight, field, valueIn(row, field));
      const to =
        endField === undefined ? from : (dayOf(context.sight, endField, valueIn(row, endField)) ?? from);
      return (
        from !== null &&
        to !== null &&
        Temporal.PlainDate.compare(from, day) <= 0 &&
        Temporal.PlainDate.compare(day, to) <= 0
      );
    };
    days.push({
      ...{ day: day.day, label: name({ weekday: 'long', day: 'numeric', month: 'long' }, day) },
      isOutside: day.month !== month.month,
      isToday: day.toString() === context.sight.visitor.today,
      rows: views.filter((_, row) => page.rows[row] !== undefined && isOn(page.rows[row])),
    });
  }
  const to = (other: Temporal.PlainYearMonth) =>
    withParams(context.address, { [names.month(block.id)]: other.toString() });
  return {
    kind: 'calendar',
    month: {
      title: name({ month: 'long', year: 'numeric' }, first),
      previous: to(month.subtract({ months: 1 })),
      next: to(month.add({ months: 1 })),
      weekdays: days.slice(0, 7).map((_, at) => name({ weekday: 'short' }, start.add({ days: at }))),
      days,
      note: page.left ? `Only the first ${page.rows.length} records of these days are drawn.` : null,
    },
  };
}
