import { applyAll, type Block, blockOf, type Content, type Edit, idsIn, orderBetween } from '@weft/documents';
import { maxInRow, peerSort, rowsOf } from '@weft/forms';
import { must } from '@weft/std';

/** Where blocks are put: in rows of their own, or into the row of another block. */
export type Target =
  | { readonly kind: 'above' | 'below' | 'before' | 'behind'; readonly id: string }
  /** Below all others of a page. */
  | { readonly kind: 'last'; readonly pageId: string };

type Rows = readonly (readonly string[])[];

const isQuestion = (block: Block | undefined): boolean =>
  block !== undefined && peerSort(block) === 'question';

/** The rows of a page, or of whatever questions stand in, by id. */
export const rowsIn = (content: Content, parent: string | null): Rows =>
  rowsOf(
    idsIn(content, parent)
      .filter((id) => isQuestion(blockOf(content, id)))
      .map((id) => ({ id, ...(blockOf(content, id)?.props.beside === true && { isBeside: true as const }) })),
  ).map((row) => row.map(({ id }) => id));

/** The rows with a block's own rows put in; the blocks may stand among them already. */
function withPut(rows: Rows, put: Rows, target: Target): Rows {
  const moved = new Set(put.flat());
  const left = (row: readonly string[]) => row.filter((id) => !moved.has(id));
  const at = target.kind === 'last' ? rows.length : rows.findIndex((row) => row.includes(target.id));
  const row = rows[at];
  const around = (own: Rows) => [...rows.slice(0, at).map(left), ...own, ...rows.slice(at + 1).map(left)];
  const all = (): Rows => {
    if (target.kind === 'last' || row === undefined) return [...rows.map(left), ...put];
    if (target.kind === 'above') return around([...put, left(row)]);
    if (target.kind === 'below') return around([left(row), ...put]);
    const column = row.indexOf(target.id) + (target.kind === 'behind' ? 1 : 0);
    const joined = [...left(row.slice(0, column)), ...put.flat(), ...left(row.slice(column))];
    // What has no room beside it stands below.
    return around(joined.length <= maxInRow ? [joined] : [left(row), ...put]);
  };
  return all().filter((each) => each.length > 0);
}

/** An order key right behind a question, or before all of them; no sibling of another sort has it. */
function orderBehind(content: Content, parent: string | null, behind: string | null, moved: string): string {
  const siblings = idsIn(content, parent).filter((id) => id !== moved);
  const place = behind === null ? 0 : siblings.indexOf(behind) + 1;
  const orderOf = (id: string | undefined) =>
    id === undefined ? null : (blockOf(content, id)?.order ?? null);
  return orderBetween(orderOf(siblings[place - 1]), orderOf(siblings[place]));
}

/** The edits after which the questions of a page stand in these rows; those of `moved` may stand elsewhere before. */
function arranged(content: Content, parent: string, rows: Rows, moved: ReadonlySet<string>): readonly Edit[] {
  const edits: Edit[] = [];
  let now = content;
  const make = (edit: Edit) => {
    edits.push(edit);
    now = applyAll(now, [edit]);
  };
  let previous: string | null = null;
  for (const row of rows)
    for (const [column, id] of row.entries()) {
      const { parent: from, order, props } = must(blockOf(now, id), 'a block of the form');
      const after = { parent, order: moved.has(id) ? orderBehind(now, parent, previous, id) : order };
      if (moved.has(id)) make({ kind: 'move', id, before: { parent: from, order }, after });
      const [was, is] = [props.beside ?? null, column > 0 ? true : null];
      if (was !== is) make({ kind: 'prop', id, key: 'beside', before: was, after: is });
      previous = id;
    }
  return edits;
}

const parentOf = (content: Content, target: Target): string | null =>
  target.kind === 'last' ? target.pageId : (blockOf(content, target.id)?.parent ?? null);

/** Puts blocks elsewhere, in the order and the rows in which they stand; none where nothing changes. */
export function placeBlocks(content: Content, ids: readonly string[], target: Target): readonly Edit[] {
  const parent = parentOf(content, target);
  const known = ids.filter((id) => isQuestion(blockOf(content, id)));
  if (parent === null || known.length === 0) return [];
  const sources = [...new Set(known.map((id) => blockOf(content, id)?.parent ?? null))];
  const chosen = new Set(known);
  const put = sources
    .flatMap((source) => rowsIn(content, source))
    .map((row) => row.filter((id) => chosen.has(id)))
    .filter((row) => row.length > 0);
  const rows = rowsIn(content, parent);
  const wanted = withPut(rows, put, target);
  if (JSON.stringify(wanted) === JSON.stringify(rows)) return [];
  const edits = arranged(content, parent, wanted, chosen);
  return [
    ...edits,
    ...sources.filter((source) => source !== parent).flatMap((source) => closed(content, source, chosen)),
  ];
}

/** What stood beside a block that goes stays in its own row, not in the one above. */
function closed(content: Content, parent: string | null, gone: ReadonlySet<string>): readonly Edit[] {
  return rowsIn(content, parent).flatMap((row) => {
    const [first] = row.filter((id) => !gone.has(id));
    if (first === undefined || first === row[0]) return [];
    return [{ kind: 'prop', id: first, key: 'beside', before: true, after: null } as const];
  });
}

/** Deletes questions with all that stands in them; `deletion` are the edits that delete one. */
export function removeBlocks(
  content: Content,
  ids: readonly string[],
  deletion: (content: Content, id: string) => readonly Edit[],
): readonly Edit[] {
  const gone = new Set(ids);
  const parents = [...new Set(ids.map((id) => blockOf(content, id)?.parent ?? null))];
  const edits = parents.flatMap((parent) => closed(content, parent, gone));
  const after = applyAll(content, edits);
  return [...edits, ...ids.flatMap((id) => deletion(after, id))];
}

/** Where blocks go one step up, down, or beside others; null: there is no such place. */
export function stepTarget(
  content: Content,
  ids: readonly string[],
  way: 'up' | 'down' | 'left' | 'right',
): Target | null {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return null;
  const rows = rowsIn(content, blockOf(content, first)?.parent ?? null);
  const [top, bottom] = [first, last].map((id) => rows.findIndex((row) => row.includes(id)));
  if (top === undefined || bottom === undefined || top < 0 || bottom < 0) return null;
  const row = rows[top] ?? [];
  const isPart = top === bottom && row.length > ids.length;
  const [above, below] = [rows[top - 1]?.[0], rows[bottom + 1]?.[0]];
  if (way === 'up') {
    if (isPart) return { kind: 'above', id: first };
    return above === undefined ? null : { kind: 'above', id: above };
  }
  if (way === 'down') {
    if (isPart) return { kind: 'below', id: last };
    return below === undefined ? null : { kind: 'below', id: below };
  }
  if (isPart) {
    const other = row[row.indexOf(way === 'left' ? first : last) + (way === 'left' ? -1 : 1)];
    return other === undefined ? null : { kind: way === 'left' ? 'before' : 'behind', id: other };
  }
  const room = rows[top - 1] ?? [];
  const beside = way === 'left' ? room[0] : room.at(-1);
  if (beside === undefined || top !== bottom || room.length + ids.length > maxInRow) return null;
  return { kind: way === 'left' ? 'before' : 'behind', id: beside };
}
