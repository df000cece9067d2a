import { type Field, isEditable, isLinkField, isLinkKind, type LinkField, splitLabels } from '@weft/core';
import { isId } from '@weft/std';
import type { LinkSource } from '../../../fields/cell-editor.ts';
import type { CopiedCell, PastedCell } from './html.ts';

/** Most link cells that are written at a time: each is a call of its own. */
export const maxLinkCells = 1_000;

/** Whether cells of a field are written by paste, fill and clearing. */
export const isWritten = ({ type }: Field): boolean => isEditable(type) || isLinkKind(type);

/** What a pasted cell names: records by their ids where it was copied from links, else by the names in its text. */
interface Named {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** The whole text: a name may hold a comma. */
  readonly whole: string;
}

function namedBy(cell: PastedCell): Named {
  const own = 'kind' in cell && isLinkKind(cell.kind) ? (cell.canonical ?? '').split(',') : [];
  return { ids: own.filter((id) => isId('rec', id)), names: splitLabels(cell.text), whole: cell.text.trim() };
}

export interface ResolvedLinks {
  /** The block with what link cells hold in the columns of link fields. */
  readonly block: readonly (readonly PastedCell[])[];
  /** By field: the names that no record has. */
  readonly unknown: ReadonlyMap<LinkField, ReadonlySet<string>>;
  /** Records beyond the first, in fields that take one. */
  readonly beyond: number;
}

/** A cell that leaves a link cell as it is: nothing of its text is known. */
const unresolved = (text: string): CopiedCell => ({
  text,
  kind: 'linked_record',
  canonical: text,
  unfit: true,
});

/**
 * Finds the records that a block names in the columns of link fields: those it was copied from where they are of the same
 * table, others by their primary values. `fields`: one for each column that is written; `create` makes a record for each
 * name that none has.
 */
export async function resolveLinks(
  block: readonly (readonly PastedCell[])[],
  fields: readonly Field[],
  sourceOf: (field: LinkField) => LinkSource | null,
  create = false,
): Promise<ResolvedLinks> {
  const width = Math.max(1, ...block.map((row) => row.length));
  const cells = block.map((row) =>
    fields.map((_, column): PastedCell => row[column % width] ?? { text: '' }),
  );
  const unknown = new Map<LinkField, ReadonlySet<string>>();
  let beyond = 0;
  for (const [column, field] of fields.entries()) {
    if (!isLinkField(field)) continue;
    const source = sourceOf(field);
    const named = cells.map((row) => namedBy(row[column] ?? { text: '' }));
    const there = await idsThere(source, named);
    const texts = named.flatMap(({ ids, names, whole }) =>
      ids.length > 0 && ids.every((id) => there.has(id)) ? [] : [...names, whole],
    );
    const byName = new Map(source === null ? [] : await source.match([...new Set(texts)]));
    if (create)
      for (const name of new Set(named.flatMap(({ names, whole }) => (byName.has(whole) ? [] : names)))) {
        const made = byName.has(name) ? null : source?.create(name);
        if (made) byName.set(name, made);
      }
    const missing = new Set<string>();
    for (const [row, { ids, names, whole }] of named.entries()) {
      const own = ids.length > 0 && ids.every((id) => there.has(id)) ? ids : null;
      const single = byName.get(whole);
      const found =
        own ?? (single !== undefined ? [single] : names.flatMap((name) => byName.get(name) ?? []));
      if (own === null && single === undefined)
        for (const name of names) if (!byName.has(name)) missing.add(name);
      const some = field.template.allowMultiple ? found : found.slice(0, 1);
      beyond += found.length - some.length;
      const line = cells[row];
      if (line !== undefined) line[column] = linkCell(whole, some);
    }
    if (missing.size > 0) unknown.set(field, missing);
  }
  return { block: cells, unknown, beyond };
}

const linkCell = (text: string, ids: readonly string[]): CopiedCell =>
  ids.length === 0 && text !== ''
    ? unresolved(text)
    : {
        text,
        kind: 'linked_record',
        canonical: ids.length === 0 ? null : sorted(ids).join(','),
        unfit: false,
      };

/** As cells hold them. */
const sorted = (ids: readonly string[]): readonly string[] => [...new Set(ids)].sort();

async function idsThere(source: LinkSource | null, named: readonly Named[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(named.flatMap((one) => one.ids))];
  if (source === null || ids.length === 0) return new Set();
  return new Set((await source.find({ ids })).map(({ id }) => id));
}
