/** A stretch of time in epoch milliseconds: it holds `from` and not `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const minute = 60_000;

/** Of two spans that are not empty. */
export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** The same time in spans that are in order and do not touch. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.from >= span.to) continue;
    const last = result.at(-1);
    if (last === undefined || span.from > last.to) result.push(span);
    else if (span.to > last.to) result[result.length - 1] = { from: last.from, to: span.to };
  }
  return result;
}

/** The place of the last span that begins at a time or before, -1 where there is none. Spans in order. */
export function lastBegun(spans: readonly Span[], time: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span !== undefined && span.from <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether all of a span lies in merged spans. */
export function covers(spans: readonly Span[], span: Span): boolean {
  const begun = spans[lastBegun(spans, span.from)];
  return begun !== undefined && begun.to >= span.to;
}

/** Whether any of a span lies in merged spans. */
export function meets(spans: readonly Span[], span: Span): boolean {
  const place = lastBegun(spans, span.from);
  const begun = spans[place];
  if (begun !== undefined && begun.to > span.from) return true;
  const next = spans[place + 1];
  return next !== undefined && next.from < span.to;
}
