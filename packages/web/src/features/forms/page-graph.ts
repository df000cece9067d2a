import { type FormPage, targetsOf } from '@weft/forms';

/** Pixels (look.md): a node, from one column to the next, and what is left free around all of them. */
export const nodeSize = { width: 216, height: 56 };
const columnPitch = 292;
const margin = 32;
/** Between two rows, without and for each label that stands there. */
const gap = 40;
const labelHeight = 32;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface PageNode extends Point {
  readonly page: FormPage;
  readonly isReached: boolean;
}

/** Where a page leads. */
export interface PageEdge {
  readonly from: string;
  readonly to: string;
  /** The places of the rules that lead there, from 0. */
  readonly rules: readonly number[];
  /** It is also where no rule holds. */
  readonly isUsual: boolean;
  /** The path of an SVG. */
  readonly path: string;
  /** The middle of its label; null: it has none, for nothing else leads on from that page. */
  readonly label: Point | null;
}

interface PageGraph {
  readonly nodes: readonly PageNode[];
  readonly edges: readonly PageEdge[];
  readonly width: number;
  readonly height: number;
}

type Link = Pick<PageEdge, 'from' | 'to' | 'rules' | 'isUsual'>;

/** Where a page leads, one link for each target: what comes without rules first. */
function linksOf(pages: readonly FormPage[], page: FormPage): readonly Link[] {
  if (page.kind === 'ending') return [];
  const ruled = page.rules.flatMap(({ to }, rule) =>
    pages.some(({ id }) => id === to) ? [{ to, rule }] : [],
  );
  const usual = targetsOf(pages, page)[ruled.length]?.id;
  const targets = new Set([...(usual === undefined ? [] : [usual]), ...ruled.map(({ to }) => to)]);
  return [...targets].map((to) => ({
    ...{ from: page.id, to, isUsual: to === usual },
    rules: ruled.filter((each) => each.to === to).map(({ rule }) => rule),
  }));
}

/** The pages that somebody can get to, each before those it leads to but for loops. */
function inOrder(first: string, links: ReadonlyMap<string, readonly Link[]>): readonly string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const { to } of (links.get(id) ?? []).toReversed()) visit(to);
    order.unshift(id);
  };
  visit(first);
  return order;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** The free column of a row that is nearest to a wanted one. */
function freeColumn(taken: ReadonlySet<number>, wanted: number): number {
  for (let away = 0; ; away++)
    for (const column of [wanted - away, wanted + away]) if (!taken.has(column)) return column;
}

/** Rows by the longest way to a page without loops; the usual way stays in its column, rules lead beside it. */
function places(pages: readonly FormPage[], links: ReadonlyMap<string, readonly Link[]>) {
  const first = pages.find(({ kind }) => kind !== 'ending');
  const order = first === undefined ? [] : inOrder(first.id, links);
  const place = new Map(order.map((id, at) => [id, at]));
  const goesOn = ({ from, to }: Link) => (place.get(from) ?? 0) < (place.get(to) ?? 0);
  const rows = new Map<string, number>();
  const wanted = new Map<string, number>();
  const taken: Set<number>[] = [];
  const found = new Map<string, Place>();
  for (const id of order) {
    const row = rows.get(id) ?? 0;
    taken[row] ??= new Set();
    const column = freeColumn(taken[row], wanted.get(id) ?? 0);
    taken[row].add(column);
    found.set(id, { row, column });
    for (const [at, link] of (links.get(id) ?? []).filter(goesOn).entries()) {
      rows.set(link.to, Math.max(rows.get(link.to) ?? 0, row + 1));
      const beside = at % 2 === 0 ? at / 2 : -(at + 1) / 2;
      if (link.isUsual || !wanted.has(link.to))
        wanted.set(link.to, column + (link.isUsual ? 0 : beside || -1));
    }
  }
  const last = Math.max(-1, ...[...found.values()].map(({ column }) => column));
  const lost = pages.filter(({ id }) => !found.has(id));
  for (const [row, { id }] of lost.entries()) found.set(id, { row, column: last + 1 });
  return { found, reached: new Set(order) };
}

/** Where a curve that begins and ends upright is at a height. */
function onCurve(from: Point, to: Point, y: number): Point {
  const t = to.y === from.y ? 0 : (y - from.y) / (to.y - from.y);
  // Control points at half the height make y nearly straight in t, and x ease in and out.
  return { x: from.x + (to.x - from.x) * t * t * (3 - 2 * t), y };
}

const curve = (from: Point, to: Point): string => {
  const middle = (from.y + to.y) / 2;
  return `C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
};

/** The pages as nodes in rows, and where they lead as edges between them. */
export function pageGraph(pages: readonly FormPage[]): PageGraph {
  const links = new Map(pages.map((page) => [page.id, linksOf(pages, page)]));
  const { found, reached } = places(pages, links);
  const placed = pages.map((page) => ({ page, ...(found.get(page.id) as Place) }));
  const left = Math.min(0, ...placed.map(({ column }) => column));
  const rowCount = Math.max(0, ...placed.map(({ row }) => row + 1));
  const labels = Array.from({ length: rowCount }, (_, row) =>
    Math.max(
      0,
      ...placed.flatMap((each) => {
        const count = links.get(each.page.id)?.length ?? 0;
        return each.row === row && each.page.rules.length > 0 ? [count] : [];
      }),
    ),
  );
  const tops = [margin];
  for (const [row, count] of labels.entries())
    tops.push((tops[row] ?? 0) + nodeSize.height + gap + count * labelHeight);
  const gapOf = (row: number) => (tops[row + 1] ?? 0) - (tops[row] ?? 0) - nodeSize.height;
  const nodes = placed.map(({ page, row, column }) => ({
    ...{ page, row, column, isReached: reached.has(page.id) },
    ...{ x: margin + (column - left) * columnPitch, y: tops[row] ?? 0 },
  }));
  const middle = nodeSize.width / 2;
  const edges = nodes.flatMap((source) => {
    const own = links.get(source.page.id) ?? [];
    return own.flatMap((link, at): readonly PageEdge[] => {
      const target = nodes.find(({ page }) => page.id === link.to);
      if (target === undefined) return [];
      const from = { x: source.x + middle, y: source.y + nodeSize.height };
      const to = { x: target.x + middle, y: target.y };
      // What passes other rows does so between the columns, where no node stands.
      const side = target.column < source.column ? -1 : 1;
      const lane = source.x + middle + (side * columnPitch) / 2;
      const begin = target.row === source.row + 1 ? to : { x: lane, y: from.y + gapOf(source.row) };
      const end = target.row === 0 ? margin / 2 : to.y - gap + 8;
      const path =
        begin === to
          ? `M${from.x} ${from.y}${curve(from, to)}`
          : `M${from.x} ${from.y}${curve(from, begin)}L${lane} ${end}${curve({ x: lane, y: end }, to)}`;
      const label =
        source.page.rules.length === 0
          ? null
          : onCurve(from, begin, from.y + gap / 2 + (at + 0.5) * labelHeight);
      return [{ ...link, path, label }];
    });
  });
  const columns = Math.max(0, ...placed.map(({ column }) => column - left)) + 1;
  return {
    nodes: nodes.map(({ page, x, y, isReached }) => ({ page, x, y, isReached })),
    edges,
    width: 2 * margin + (columns - 1) * columnPitch + nodeSize.width + (columnPitch - nodeSize.width) / 2,
    height: (tops.at(-1) ?? margin) - gap + margin,
  };
}

const arrows: { readonly [key: string]: Point } = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The nearest node in the direction of an arrow key; null: there is none, or it is another key. */
export function nodeBeside({ nodes }: Pick<PageGraph, 'nodes'>, id: string, key: string): string | null {
  const way = arrows[key];
  const at = nodes.find(({ page }) => page.id === id);
  if (way === undefined || at === undefined) return null;
  const away = ({ x, y }: Point) => {
    const [along, across] = [
      (x - at.x) * way.x + (y - at.y) * way.y,
      (x - at.x) * way.y + (y - at.y) * way.x,
    ];
    return along <= 0 ? Number.POSITIVE_INFINITY : along + 2 * Math.abs(across);
  };
  const [nearest] = nodes
    .filter((node) => away(node) < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => away(a) - away(b));
  return nearest?.page.id ?? null;
}
