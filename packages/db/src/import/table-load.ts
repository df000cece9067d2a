import type { CellValue, RawTexts } from '@weft/core';
import { type ColumnPlace, partName, placesByPart, type TableLayout } from '../base/layout.ts';
import type { Engine } from '../engine/engine.ts';
import { copyText } from '../fields/copy-text.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';

/** Rows for a table that nobody sees yet: ids, values in field order, and the texts that fit no value. */
export interface RowsBatch {
  readonly ids: readonly string[];
  readonly values: readonly (readonly CellValue[])[];
  readonly raw: readonly (RawTexts | null)[];
}

const nothing = '\\N';

/** Writes the rows of a batch in COPY's text format, part by part: whole lines, in the order of `targets`. */
export class CopyWriter {
  readonly targets: readonly string[];
  readonly #columns: readonly (readonly {
    readonly index: number;
    readonly write: (value: NonNullable<CellValue>) => string;
  }[])[];
  readonly #createdAt: string;
  readonly #gap: number;
  #position: number;

  /** `fieldIds` gives the order of a row's values; positions go up by `gap` from after `position`. */
  constructor(
    table: TableLayout,
    fieldIds: readonly string[],
    start: { readonly position: number; readonly gap: number; readonly createdAt: string },
  ) {
    const indexes = new Map(fieldIds.map((id, index) => [id, index]));
    const places = [...table.columns.values()].filter(
      (place: ColumnPlace) => indexes.has(place.fieldId) && sqlFieldType(place.type).columnType !== null,
    );
    const byPart = placesByPart(places);
    const parts = Array.from({ length: table.parts }, (_, part) => byPart.get(part) ?? []);
    this.targets = parts.map((own, part) => {
      const first = part === 0 ? ['id', 'position', 'created_at', 'updated_at', 'raw'] : ['id'];
      return `${partName(table, part)} (${[...first, ...own.map((place) => place.column)].join(', ')})`;
    });
    this.#columns = parts.map((own) =>
      own.map((place) => ({
        index: indexes.get(place.fieldId) ?? -1,
        write: sqlFieldType(place.type).toCopy,
      })),
    );
    this.#position = start.position;
    this.#gap = start.gap;
    this.#createdAt = start.createdAt;
  }

  /** One text a part. */
  write({ ids, values, raw }: RowsBatch): readonly string[] {
    const texts = this.#columns.map(() => '');
    for (const [row, id] of ids.entries()) {
      this.#position += this.#gap;
      const cells = values[row] ?? [];
      const unfit = raw[row];
      for (const [part, columns] of this.#columns.entries()) {
        let line = id;
        if (part === 0) {
          const kept = unfit ? copyText(JSON.stringify(unfit)) : nothing;
          line += `\t${this.#position}\t${this.#createdAt}\t${this.#createdAt}\t${kept}`;
        }
        for (const { index, write } of columns) {
          const value = cells[index];
          line += value === null || value === undefined ? `\t${nothing}` : `\t${write(value)}`;
        }
        texts[part] += `${line}\n`;
      }
    }
    return texts;
  }
}

/** Loads texts of a batch: one short transaction, so that nobody waits long behind it. */
export async function loadTexts(
  engine: Engine,
  targets: readonly string[],
  texts: readonly string[],
): Promise<void> {
  await engine.transaction(async (tx) => {
    for (const [part, target] of targets.entries()) await tx.copyIn(target, [texts[part] ?? '']);
  });
}
