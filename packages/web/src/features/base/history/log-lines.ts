import type { BaseMetadata, Table } from '@weft/core';
import type { Cell } from '@weft/history';
import type { CallOutput } from '@weft/protocol';
import { joinLabels } from '../edits/step-text.ts';
import { type HistoryLine, historyLines } from './change-lines.ts';

type Item = CallOutput<'history.list'>['actions'][number];

type Page = CallOutput<'history.list'>;

/** Pages of the log, newest first, with the newest page read anew; only that one where there is a gap between them. */
export function withNewest(
  pages: readonly Page[],
  newest: Page,
): { readonly pages: readonly Page[]; readonly overlaps: boolean } {
  const from = newest.actions.at(-1)?.seq;
  const [first, ...older] = pages;
  const known = first?.actions[0]?.seq;
  const overlaps = newest.nextCursor !== null && from !== undefined && known !== undefined && from <= known;
  if (first === undefined || !overlaps) return { pages: [newest], overlaps: false };
  const left = (page: Page) => page.actions.filter(({ seq }) => seq < from);
  const merged = { ...first, actions: [...newest.actions, ...left(first)] };
  return { pages: [merged, ...older.map((page) => ({ ...page, actions: left(page) }))], overlaps: true };
}

/** One step of the log as a line: the actions of a group are one. */
export interface LogLine extends Pick<Item, 'id' | 'type' | 'userId' | 'timestamp' | 'tableId' | 'stands'> {
  readonly userName: string | undefined;
  readonly text: string;
  /** What a step of one cell or one field of links changed; null of any other. */
  readonly change: HistoryLine['what'] | null;
  /** Where something was deleted from, and which records; null of what deleted nothing, or a whole table. */
  readonly deleted: DeletedPart | null;
}

export interface DeletedPart {
  /** Undefined: it is gone too. */
  readonly table: Table | undefined;
  /** The primary cells of the first records, as they were; none of a field or a view. */
  readonly names: readonly Cell[];
  /** Whether there are more records. */
  readonly more: boolean;
}

/** Deleted records that a line names. */
const maxNamed = 3;

const ofOneTable: readonly string[] = ['DELETE_FIELD', 'DELETE_VIEW', 'DELETE_RECORD', 'BULK_DELETE_RECORDS'];

const small = (label: string): string => label.slice(0, 1).toLowerCase() + label.slice(1);

/** Lines of the log, newest first. */
export function logLines(items: readonly Item[], metadata: BaseMetadata): readonly LogLine[] {
  const steps: Item[][] = [];
  for (const item of items) {
    const last = steps.at(-1);
    if (item.groupId !== undefined && last?.[0]?.groupId === item.groupId && !item.isUndo) last.push(item);
    else steps.push([item]);
  }
  return steps.flatMap((step): LogLine[] => {
    const oldest = step.at(-1);
    if (oldest === undefined) return [];
    const { type, userId, userName, timestamp, tableId } = oldest;
    // What is left of a step that was taken back in part is taken back by what stands of it.
    const { id } = step.findLast(({ stands }) => stands) ?? oldest;
    const text = small(joinLabels(step.map(({ label }) => label).toReversed()));
    const change = step.length === 1 ? changeOf(oldest, metadata) : null;
    const stands = step.some((item) => item.stands);
    const deleted = deletedPart(step.toReversed(), metadata);
    return [{ id, type, userId, userName, timestamp, tableId, text, change, deleted, stands }];
  });
}

/** What the actions of a step deleted, the first action first. */
function deletedPart(step: readonly Item[], { tables }: BaseMetadata): DeletedPart | null {
  const deletion = step.find(({ type }) => ofOneTable.includes(type));
  if (deletion === undefined) return null;
  const changes = step.flatMap(({ payload }) => payload?.changes ?? []);
  const gone = changes.filter(({ before, after }) => before !== null && after === null);
  const tableId = gone[0]?.tableId ?? deletion.tableId;
  if (tableId === null) return null;
  const table = tables.find(({ id }) => id === tableId);
  const records = gone.flatMap((change) =>
    change.kind === 'record' && change.before ? [change.before] : [],
  );
  const primary = table?.primaryFieldId ?? '';
  const names = records.slice(0, maxNamed).map(({ data, raw }): Cell => {
    const text = raw?.[primary];
    return { value: data[primary] ?? null, ...(text !== undefined && { raw: text }) };
  });
  const all = step.every(({ payload }) => payload !== null);
  return { table, names, more: names.length > 0 && (records.length > maxNamed || !all) };
}

/** The one thing that an edit changed in the record it was made in. */
function changeOf(item: Item, { tables }: BaseMetadata): LogLine['change'] {
  if (item.isUndo || item.isRedo || (item.type !== 'UPDATE_RECORD_CELL' && item.type !== 'UPDATE_LINKS'))
    return null;
  const all = item.payload?.changes ?? [];
  const [first] = all;
  const table = tables.find(({ id }) => id === first?.tableId);
  if (first === undefined || table === undefined || !('recordId' in first)) return null;
  const { tableId, recordId } = first;
  // Links are told by both sides: the edited record's comes first.
  const own = all.filter(
    (change) => change.tableId === tableId && 'recordId' in change && change.recordId === recordId,
  );
  const [line, ...more] = historyLines([{ ...item, changes: own }], table);
  return line === undefined || more.length > 0 ? null : line.what;
}

const hour = 3_600_000;

/** How far back the log is looked at. */
export const times = {
  any: { label: 'Any time', span: null },
  hour: { label: 'Last hour', span: hour },
  day: { label: 'Last 24 hours', span: 24 * hour },
  week: { label: 'Last 7 days', span: 7 * 24 * hour },
  month: { label: 'Last 30 days', span: 30 * 24 * hour },
} as const;

/** The moment from which on, ISO 8601 UTC; null: from the beginning. */
export function sinceOf(time: keyof typeof times, now: number): string | null {
  const { span } = times[time];
  return span === null ? null : new Date(now - span).toISOString();
}
