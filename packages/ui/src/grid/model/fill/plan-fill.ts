import {
  type BaseRecord,
  type Field,
  type FieldEnv,
  isLinkField,
  type LinkField,
  shownValue,
} from '@weft/core';
import { deepEqual } from '@weft/std';
import { gridKind } from '../../../fields/grid-kinds.ts';
import type { CellEdit } from '../../grid-source.ts';
import { copiedCell } from '../clipboard/copy.ts';
import { pastedCell } from '../clipboard/paste.ts';
import type { FillWay } from './fill-target.ts';
import { continued, type FilledCell, type FillMode } from './series.ts';

export interface FillSource {
  readonly way: FillWay;
  readonly mode: FillMode;
  /** Records and fields of the selected cells, in the view's order. */
  readonly records: readonly BaseRecord[];
  readonly fields: readonly Field[];
  readonly env: FieldEnv;
  readonly isEditable: (field: Field) => boolean;
}

const cellOf = (record: BaseRecord, field: Field): FilledCell => {
  const raw = record.raw?.[field.id];
  return raw === undefined
    ? { value: shownValue(field, record.data[field.id] ?? null) }
    : { value: null, raw };
};

const edit = (record: BaseRecord, field: Field, cell: FilledCell | null): readonly CellEdit[] =>
  cell === null || deepEqual(cellOf(record, field), cell)
    ? []
    : [{ recordId: record.id, fieldId: field.id, ...cell }];

/** The edits that go on with the selected cells in the records below or above them, given in the view's order. */
export function fillRecords(source: FillSource, targets: readonly BaseRecord[]): readonly CellEdit[] {
  const { way, records, fields, mode, env } = source;
  // Upwards the record next to the selection is the last of the targets, at place -1.
  const first = way === 'up' ? -targets.length : records.length;
  return fields.filter(source.isEditable).flatMap((field) => {
    const cells = records.map((record) => cellOf(record, field));
    const at = continued(field, cells, mode, env);
    return targets.flatMap((record, index) => edit(record, field, at(first + index)));
  });
}

/** Ids mean nothing in a field that links to another table. */
const linksAlike = (from: Field, to: LinkField): boolean =>
  isLinkField(from) && from.template.tableId === to.template.tableId;

/** The edits that go on with the selected cells of each record in the fields beside them, given in the view's order. */
export function fillFields(source: FillSource, targets: readonly Field[]): readonly CellEdit[] {
  const { way, records, fields, mode, env } = source;
  const [kind] = fields;
  if (!kind) return [];
  const alike = fields.every((field) => field.type === kind.type);
  const first = way === 'left' ? -targets.length : fields.length;
  return records.flatMap((record) => {
    const cells = fields.map((field) => cellOf(record, field));
    // Fields of several kinds begin no series together.
    const at = continued(kind, cells, alike ? mode : 'copy', env);
    return targets.flatMap((field, index) => {
      if (!source.isEditable(field)) return [];
      const place = first + index;
      const cell = at(place);
      if (cell === null) return [];
      const from = fields[((place % fields.length) + fields.length) % fields.length] ?? kind;
      if (isLinkField(field) && !linksAlike(from, field)) return [];
      const taken = pastedCell(field, copiedCell(from, cell, env), env);
      const keeps =
        taken.raw !== undefined && (gridKind(field.type).keepsOnUnfit === true || isLinkField(field));
      return keeps ? [] : edit(record, field, taken);
    });
  });
}
