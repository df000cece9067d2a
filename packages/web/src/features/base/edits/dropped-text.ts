import { anyFieldType, type BaseMetadata, type Field } from '@weft/core';
import { type Action, type ActionInputs, type ActionType, type CellsByField, labelOf } from '@weft/history';

/** The cells an action writes; those that are not here write none. */
const writtenBy: { readonly [T in ActionType]?: (input: ActionInputs[T]) => readonly CellsByField[] } = {
  UPDATE_RECORD_CELL: ({ cells }) => [cells],
  CREATE_RECORD: ({ records }) => records.map(({ cells }) => cells),
  BULK_PASTE_CELLS: ({ records, created }) => [...records, ...created].map(({ cells }) => cells),
};

/** One change as a line a person can keep: what it was, and the texts that were in it. */
export function droppedText(action: Action, metadata: BaseMetadata): string {
  const fields = new Map(metadata.tables.flatMap((table) => table.fields.map((field) => [field.id, field])));
  const line = (cells: CellsByField): string =>
    Object.entries(cells)
      .map(([id, cell]) => `${fields.get(id)?.name ?? 'a deleted field'}: ${cellText(cell, fields.get(id))}`)
      .join(', ');
  // Type and input come from the same action.
  const cells = writtenBy[action.type]?.(action.input as never) ?? [];
  return [labelOf(action, metadata), ...cells.map(line).filter(Boolean)].join('\n');
}

/** A cell as its field writes it; as it travels where the field is not known any more. */
function cellText({ value, raw }: CellsByField[string], field: Field | undefined): string {
  if (raw !== undefined) return raw;
  if (value === null) return 'empty';
  if (field !== undefined && anyFieldType(field.type).validate(value, field.template).ok)
    return anyFieldType(field.type).toText(value, field.template);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
