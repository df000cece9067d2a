import { type BaseMetadata, type BaseRecord, isLinkField, type LinkField, type Table } from '@weft/core';
import { ok, type Result } from '@weft/std';
import { linksOf } from './apply.ts';
import type { Change, LinkChange, RecordShape } from './change.ts';
import type { PlanState, Refusal } from './definition.ts';
import { findTable, refuse } from './refusal.ts';

/** A link field with the table it is a field of. */
export interface LinkSide {
  readonly tableId: string;
  readonly field: LinkField;
}

/** Most links that one action makes or ends. */
export const maxLinks = 10_000;

/** What a link field of a deleted table says (specification 2, section 8). */
export const targetGone = 'Target table not found. Please check the linked record field configuration.';

/** The field on the other side; undefined while it or its table is deleted. */
export function inverseOf(metadata: BaseMetadata, { template }: LinkField): LinkField | undefined {
  const target = metadata.tables.find(({ id }) => id === template.tableId);
  const inverse = target?.fields.find(({ id }) => id === template.inverseFieldId);
  return isLinkField(inverse) ? inverse : undefined;
}

/** What is in the one list and not in the other. */
export function difference(ids: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Set(others);
  return ids.filter((id) => !left.has(id));
}

type Direction = 'link' | 'unlink';

/** One change for the record and one for each of the others, so that both sides of every link say the same. */
export function linkChanges(
  direction: Direction,
  { tableId, field }: LinkSide,
  recordId: string,
  ids: readonly string[],
): readonly LinkChange[] {
  if (ids.length === 0) return [];
  const sides = (some: readonly string[]) =>
    direction === 'link' ? { before: [], after: some } : { before: some, after: [] };
  const { tableId: otherTableId, inverseFieldId } = field.template;
  const own: LinkChange = { kind: 'links', tableId, recordId, fieldId: field.id, ...sides(ids.toSorted()) };
  if (inverseFieldId === undefined) return [own];
  const other = (id: string): LinkChange => ({
    kind: 'links',
    tableId: otherTableId,
    recordId: id,
    fieldId: inverseFieldId,
    ...sides([recordId]),
  });
  return [own, ...ids.map(other)];
}

/** Whose links a plan changes: a record, in one of its fields. */
export interface Linking extends LinkSide {
  readonly record: BaseRecord;
}

/**
 * The changes that link a record to others and unlink it from some. A field that takes one record gives up the one it
 * has, on either side.
 */
export function planLinks(
  state: Pick<PlanState, 'metadata' | 'record' | 'missing'>,
  { tableId, field, record }: Linking,
  wanted: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Result<readonly LinkChange[], Refusal> {
  const target = targetOf(state.metadata, field);
  if (!target.ok) return target;
  const { allowMultiple } = field.template;
  const side = { tableId, field };
  const now = linksOf(record, field.id);
  const added = [...new Set(wanted.add)].filter((id) => !now.includes(id));
  const [first, ...more] = wanted.add;
  if (!allowMultiple && more.some((id) => id !== first))
    return refuse('invalid', `${field.name} links to one record only`, 'newIds');
  const gone = added.find((id) => state.missing?.(target.value.id, id) ?? false);
  if (gone !== undefined) return refuse('not-found', `Record with id ${gone} not found`, 'newIds');
  const replaced = !allowMultiple && wanted.add.length > 0 ? now.filter((id) => id !== first) : [];
  const remove = new Set([...wanted.remove.filter((id) => now.includes(id)), ...replaced]);
  const inverse = inverseOf(state.metadata, field);
  const takenOver = added.flatMap((id) => {
    if (inverse === undefined || inverse.template.allowMultiple) return [];
    const other = state.record(target.value.id, id);
    const links = other === undefined ? [] : linksOf(other, inverse.id);
    return linkChanges('unlink', { tableId: target.value.id, field: inverse }, id, links);
  });
  // What is taken away comes first, so that a field of one record never holds two, nor when this is undone.
  return ok([
    ...takenOver,
    ...linkChanges('unlink', side, record.id, [...remove]),
    ...linkChanges('link', side, record.id, added),
  ]);
}

function targetOf(metadata: BaseMetadata, field: LinkField): Result<Table, Refusal> {
  const target = findTable(metadata, field.template.tableId);
  return target.ok ? target : refuse('not-found', targetGone, 'fieldId');
}

export type KnownFields = Pick<PlanState, 'metadata' | 'deletedTable' | 'deletedField'>;

/** A link field of a table, deleted ones included; undefined for any other field. */
export function linkFieldOf(
  { metadata, deletedTable, deletedField }: KnownFields,
  tableId: string,
  fieldId: string,
): LinkField | undefined {
  const table = metadata.tables.find(({ id }) => id === tableId) ?? deletedTable?.(tableId);
  const field = table?.fields.find(({ id }) => id === fieldId) ?? deletedField?.(tableId, fieldId);
  return isLinkField(field) ? field : undefined;
}

/** A record without its links, which are changes of their own. */
export function withoutLinks(state: KnownFields, tableId: string, shape: RecordShape): RecordShape {
  const data = Object.entries(shape.data).filter(
    ([fieldId]) => linkFieldOf(state, tableId, fieldId) === undefined,
  );
  return { ...shape, data: Object.fromEntries(data) };
}

/** Yields each link once, where two records that are linked to each other are both gone through. */
export class OncePerLink {
  readonly #seen = new Set<string>();

  /** Those of the ids to which the link has not been met from the other side. */
  fresh(field: LinkField, recordId: string, ids: readonly string[]): readonly string[] {
    const left = ids.filter((id) => !this.#seen.has(`${field.id}/${recordId}/${id}`));
    for (const id of left) this.#seen.add(`${field.template.inverseFieldId}/${id}/${recordId}`);
    return left;
  }
}

/** The changes that end every link of records, those of deleted fields included. */
export function unlinkAll(
  state: KnownFields,
  tableId: string,
  records: readonly BaseRecord[],
): readonly LinkChange[] {
  const once = new OncePerLink();
  return records.flatMap((record) =>
    Object.keys(record.data).flatMap((fieldId) => {
      const field = linkFieldOf(state, tableId, fieldId);
      if (field === undefined) return [];
      const ids = once.fresh(field, record.id, linksOf(record, fieldId));
      return linkChanges('unlink', { tableId, field }, record.id, ids);
    }),
  );
}

/** Whether a field takes a link in a record: it takes several, or holds no other one. */
const takes = (field: LinkField, record: BaseRecord, id: string): boolean =>
  field.template.allowMultiple || linksOf(record, field.id).every((held) => held === id);

/** Why a link cannot come back; null when it can. */
export function whyNotLinked(
  state: KnownFields & Pick<PlanState, 'record'>,
  { tableId, field }: LinkSide,
  recordId: string,
  otherId: string,
): string | null {
  const { tableId: otherTableId, inverseFieldId = '' } = field.template;
  const record = state.record(tableId, recordId);
  const other = state.record(otherTableId, otherId);
  if (record === undefined || other === undefined) return 'The linked record has been deleted since';
  const inverse = linkFieldOf(state, otherTableId, inverseFieldId);
  const free = takes(field, record, otherId) && (inverse === undefined || takes(inverse, other, recordId));
  return free ? null : 'Another record has been linked since';
}

/** The links that changes of one record end, by field. */
export function linksLost(changes: readonly Change[]): { readonly [fieldId: string]: readonly string[] } {
  const lost: { [fieldId: string]: readonly string[] } = {};
  for (const change of changes)
    if (change.kind === 'links') lost[change.fieldId] = [...(lost[change.fieldId] ?? []), ...change.before];
  return lost;
}
