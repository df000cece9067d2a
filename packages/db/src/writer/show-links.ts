import { isLinkField, namesInCell } from '@weft/core';
import type { Change } from '@weft/history';
import { AppError } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { restoreLostLinks } from '../records/links.ts';
import type { OpenBase } from '../schema/read-base.ts';
import {
  findAtOnce,
  insertPairs,
  type LinksFill,
  NamesNotLinked,
  namesOfRecords,
  type Pair,
  recordsNamed,
} from './fill-links.ts';
import { cellsWhenHidden } from './since-hidden.ts';

/** Whether the text that became links is deleted by the same changes. */
export const dropsText = (changes: readonly Change[], { source }: { readonly source: string }): boolean =>
  changes.some((change) => change.kind === 'field' && change.fieldId === source && change.after === null);

/** Records read at a time. */
const recordsAtOnce = 2_000;

const unchanged = 'Nothing was changed: the texts stay as they are. Convert the field again to link them';

/**
 * Shows the links of a text again that an undo hid: as they were, those of records that have come back among them, and
 * with what the texts have got and lost of names since. Refused where that would lose a name, or a link that is there.
 */
export async function showLinksAgain(
  tx: Sql,
  base: OpenBase,
  fill: LinksFill,
  earlier: readonly Change[],
): Promise<void> {
  const { table, fieldId, source, allowMultiple } = fill;
  const field = { tableId: table.id, fieldId, source };
  const target = base.layout.tables.get(fill.link.tableId);
  if (target !== undefined) await restoreLostLinks(tx, fill.link, table, target);
  const before = await cellsWhenHidden(tx, base.schema, field, earlier);
  const ids = [...before.keys()];
  for (let at = 0; at < ids.length; at += recordsAtOnce) {
    const rows = await namesOfRecords(tx, fill, ids.slice(at, at + recordsAtOnce));
    const edited = rows.map(({ id, names }) => {
      const held = namesInCell(before.get(id) ?? { value: null }, { allowMultiple });
      const [had, has] = [new Set(held), new Set(names)];
      return {
        id,
        got: names.filter((name) => !had.has(name)),
        gone: held.filter((name) => !has.has(name)),
      };
    });
    const named = await recordsNamed(
      findAtOnce(tx),
      base,
      fill.link,
      edited.flatMap(({ got, gone }) => [...got, ...gone]),
    );
    const unlinked = edited.flatMap(({ got }) => got).find((name) => !named.has(name));
    if (unlinked !== undefined && dropsText(earlier, fill)) throw new NamesNotLinked(unlinked, unchanged);
    const pairsOf = (key: 'got' | 'gone') =>
      edited.flatMap((row) =>
        row[key].flatMap((name) => named.get(name) ?? []).map((linked) => ({ id: row.id, linked })),
      );
    await deletePairs(tx, fill, pairsOf('gone'));
    await refuseTaken(tx, fill, earlier, pairsOf('got'));
    await insertPairs(tx, base, fill, pairsOf('got'));
  }
}

/** A field of one record, on either side, keeps the link that somebody gave it. */
async function refuseTaken(
  tx: Sql,
  { table, fieldId, link, allowMultiple }: LinksFill,
  earlier: readonly Change[],
  pairs: readonly Pair[],
): Promise<void> {
  const others = earlier.map((change) => (change.kind === 'field' ? (change.after ?? undefined) : undefined));
  const inverse = others.find((field) => isLinkField(field) && field.template.inverseFieldId === fieldId);
  const sides: { own: string; other: string; ids: readonly (readonly [string, string])[] }[] = [];
  if (!allowMultiple)
    sides.push({ own: link.own, other: link.other, ids: pairs.map(({ id, linked }) => [id, linked]) });
  if (isLinkField(inverse) && !inverse.template.allowMultiple)
    sides.push({ own: link.other, other: link.own, ids: pairs.map(({ id, linked }) => [linked, id]) });
  for (const { own, other, ids } of sides) {
    const isDoubled = new Set(ids.map(([id]) => id)).size < ids.length;
    const taken = await tx.query(
      `SELECT 1 FROM unnest($2::text[], $3::text[]) AS v(own, other)
       JOIN ${table.schema}._links l ON l.relation = $1 AND l.${own} = v.own AND l.${other} <> v.other LIMIT 1`,
      [link.relation, ids.map(([id]) => id), ids.map(([, id]) => id)],
    );
    if (isDoubled || taken.length > 0)
      throw new AppError(
        'conflict',
        `A text was changed where somebody has linked another record. ${unchanged}`,
      );
  }
}

async function deletePairs(tx: Sql, { link }: LinksFill, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query(
    `DELETE FROM ${link.schema}._links AS l USING unnest($2::text[], $3::text[]) AS v(own, other)
     WHERE l.relation = $1 AND l.${link.own} = v.own AND l.${link.other} = v.other`,
    [link.relation, pairs.map(({ id }) => id), pairs.map(({ linked }) => linked)],
  );
}
