import type { CallOutput } from '@weft/protocol';
import { joinLabels } from '../edits/step-text.ts';

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
  readonly text: string;
}

const small = (label: string): string => label.slice(0, 1).toLowerCase() + label.slice(1);

/** Lines of the log, newest first. */
export function logLines(items: readonly Item[]): readonly LogLine[] {
  const steps: Item[][] = [];
  for (const item of items) {
    const last = steps.at(-1);
    if (item.groupId !== undefined && last?.[0]?.groupId === item.groupId && !item.isUndo) last.push(item);
    else steps.push([item]);
  }
  return steps.flatMap((step): LogLine[] => {
    const oldest = step.at(-1);
    if (oldest === undefined) return [];
    const { type, userId, timestamp, tableId } = oldest;
    // What is left of a step that was taken back in part is taken back by what stands of it.
    const { id } = step.findLast(({ stands }) => stands) ?? oldest;
    const text = small(joinLabels(step.map(({ label }) => label).toReversed()));
    return [{ id, type, userId, timestamp, tableId, text, stands: step.some(({ stands }) => stands) }];
  });
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
