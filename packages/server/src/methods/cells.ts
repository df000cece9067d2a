import type { RawTexts, RecordData } from '@weft/core';
import type { CellsByField, NewRecord } from '@weft/history';
import { invalid } from '@weft/std';

interface SentRecord {
  readonly data: RecordData;
  readonly raw?: RawTexts | undefined;
}

/** A call's `data` and `raw` as cells: a text in `raw` makes the cell's value empty. */
export function cellsOf({ data, raw }: SentRecord): CellsByField {
  const cells: { [fieldId: string]: CellsByField[string] } = {};
  for (const [fieldId, value] of Object.entries(data)) cells[fieldId] = { value };
  for (const [fieldId, text] of Object.entries(raw ?? {})) {
    if ((data[fieldId] ?? null) !== null)
      throw invalid(`raw.${fieldId}`, 'A cell holds a value or a raw text, not both');
    // No text is the empty cell, which there is only one way to be.
    cells[fieldId] = text === '' ? { value: null } : { value: null, raw: text };
  }
  return cells;
}

export const newRecordOf = (
  sent: SentRecord & { readonly id?: string | undefined },
  newId: () => string,
): NewRecord => ({
  id: sent.id ?? newId(),
  cells: cellsOf(sent),
});
