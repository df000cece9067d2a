/** What a chart draws a bar for, and its table has a row for. */
export interface ChartBar {
  readonly label: string;
  readonly count: number;
  /** Of a choice, as its option has it. */
  readonly color?: string | undefined;
  /** Of a ranking: where it stands on average. */
  readonly place?: number | undefined;
  /** Of a page: how many went no further. */
  readonly left?: number | undefined;
}

/** The page that most people left the form at; null: as many left at others, or nobody left. */
export function worstOf(bars: readonly ChartBar[]): number | null {
  const most = Math.max(0, ...bars.map(({ left = 0 }) => left));
  const worst = bars.flatMap(({ left }, at) => (left === most ? [at] : []));
  return most === 0 || worst.length > 1 ? null : (worst[0] ?? null);
}

/** Pages with how many went no further; nothing of it where people skip pages, for then nobody knows. */
export function withLeft(bars: readonly ChartBar[], branches: boolean): readonly ChartBar[] {
  const steps = bars.map(({ count }, at) => count - (bars[at + 1]?.count ?? count));
  if (branches || steps.some((step) => step < 0)) return bars;
  return bars.map((bar, at) => (at === bars.length - 1 ? bar : { ...bar, left: steps[at] }));
}
