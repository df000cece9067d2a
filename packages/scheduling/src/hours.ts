import { dayLength } from '@weft/core';
import type { Availability } from './availability.ts';
import { dayPlans, endedBy, type HoursRule } from './day-plan.ts';
import { lastBegun, merged, overlap, type Span } from './span.ts';
import { localDay, whenClockReads } from './wall-clock.ts';

/** Part of a window in which starts are counted from `anchor`, the start of that window. */
export interface GridPiece extends Span {
  readonly anchor: number;
}

/** When a host works, in instants. */
export interface Hours {
  /** In order, apart from each other, where each window begins a grid of its own. */
  readonly pieces: readonly GridPiece[];
  /** The same time, as one span as long as it goes on. */
  readonly open: readonly Span[];
  /** What decided the hours of the date an instant is on. */
  ruleAt(time: number): HoursRule;
}

/** The hours that may matter to slots within a range. */
export function hoursOf(availability: Availability, range: Span): Hours {
  const zone = availability.timezone;
  const planOf = dayPlans(availability);
  const all: Span[] = [];
  // A window may last until two midnights later, and a zone may skip a date on the way.
  const first = localDay(zone, range.from) - 3;
  const last = localDay(zone, range.to) + 1;
  let plan = planOf(first);
  for (let day = first; day <= last; day++) {
    const next = planOf(day + 1);
    const midnight = day * dayLength;
    const spans = endedBy(plan, next).windows.flatMap((window) =>
      whenClockReads(zone, midnight + window.from, midnight + window.to),
    );
    all.push(...merged(spans));
    plan = next;
  }
  const pieces: GridPiece[] = [];
  for (const span of all.toSorted((a, b) => a.from - b.from))
    if (overlap(span, range)) addWindow(pieces, span);
  return {
    pieces,
    open: merged(all),
    ruleAt: (time) => planOf(localDay(zone, time)).rule,
  };
}

/** When somebody is open within a range, in order. */
export const openHours = (availability: Availability, range: Span): readonly Span[] =>
  hoursOf(availability, range)
    .open.filter((span) => overlap(span, range))
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }));

/** Rule R5: where windows overlap, the grid is that of the window that began last. They come in the order they begin. */
function addWindow(pieces: GridPiece[], window: Span): void {
  const rests: GridPiece[] = [];
  let last = pieces.at(-1);
  while (last !== undefined && last.to > window.from) {
    pieces.pop();
    if (last.from < window.from) rests.push({ ...last, to: window.from });
    if (last.to > window.to) rests.push({ ...last, from: Math.max(last.from, window.to) });
    last = pieces.at(-1);
  }
  pieces.push(...[...rests, { ...window, anchor: window.from }].sort((a, b) => a.from - b.from));
}

/** Rule R14: when all are open, on the grid of whoever's window began last. */
export function sharedPieces(one: readonly GridPiece[], other: readonly GridPiece[]): readonly GridPiece[] {
  const result: GridPiece[] = [];
  let i = 0;
  let k = 0;
  for (;;) {
    const a = one[i];
    const b = other[k];
    if (a === undefined || b === undefined) return result;
    const from = Math.max(a.from, b.from);
    const to = Math.min(a.to, b.to);
    if (from < to) result.push({ from, to, anchor: Math.max(a.anchor, b.anchor) });
    if (a.to < b.to) i++;
    else k++;
  }
}

/** The starts of a grid within a range, in order. */
export function* startsIn(pieces: readonly GridPiece[], step: number, range: Span): Generator<number> {
  for (const { from, to, anchor } of pieces) {
    const begin = Math.max(from, range.from);
    const end = Math.min(to, range.to);
    for (let time = anchor + Math.ceil((begin - anchor) / step) * step; time < end; time += step) yield time;
  }
}

export function isStart(pieces: readonly GridPiece[], step: number, time: number): boolean {
  const piece = pieces[lastBegun(pieces, time)];
  return piece !== undefined && time < piece.to && (time - piece.anchor) % step === 0;
}
