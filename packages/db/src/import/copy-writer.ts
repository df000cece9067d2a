import type { CellValue, FieldKind, RawTexts } from '@weft/core';
import { CopyBuffer } from '../fields/copy-buffer.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { type PlacedRow, stride } from '../query/milestones.ts';
import { type ColumnPlace, partName, placesByPart, type TableLayout } from '../schema/layout.ts';

/** How rows of a table are written for its load. Plain data: it travels to the thread that writes them. */
export interface CopyPlan {
  readonly parts: readonly {
    /** A physical table with its columns, as COPY names it. */
    readonly target: string;
    /** Which value of a row goes into each column. */
    readonly columns: readonly { readonly index: number; readonly kind: FieldKind }[];
  }[];
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Who makes the records; null where nobody knows. */
  readonly createdBy: string | null;
  /** Positions go up by this from 0. */
  readonly gap: number;
}

/** Rows in COPY's binary format, for each part of the plan. Whoever takes the bytes may give them away. */
export interface CopyRows {
  readonly count: number;
  /** Every thousandth row of the load, and the last one so far. */
  readonly marks: readonly PlacedRow[];
  readonly end: PlacedRow | null;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** Where a record comes from, when that is known. */
export interface RecordOrigin {
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** People by their ids; null where nobody knows. */
  readonly createdBy: string | null;
  readonly updatedBy: string | null;
}

/** What the first part holds of a record besides its cells. */
const ownColumns = ['id', 'position', 'created_at', 'updated_at', 'raw', 'created_by', 'updated_by'];

/** `fieldIds` gives the order of a row's values. */
export function copyPlan(
  table: TableLayout,
  fieldIds: readonly string[],
  { createdAt, createdBy, gap }: Pick<CopyPlan, 'createdAt' | 'createdBy' | 'gap'>,
): CopyPlan {
  const indexes = new Map(fieldIds.map((id, index) => [id, index]));
  const places = [...table.columns.values()].filter(
    (place: ColumnPlace) => indexes.has(place.fieldId) && sqlFieldType(place.type).columnType !== null,
  );
  const byPart = placesByPart(places);
  const parts = Array.from({ length: table.parts }, (_, part) => {
    const own = byPart.get(part) ?? [];
    const first = part === 0 ? ownColumns : ['id'];
    return {
      target: `${partName(table, part)} (${[...first, ...own.map((place) => place.column)].join(', ')})`,
      columns: own.map((place) => ({ index: indexes.get(place.fieldId) ?? -1, kind: place.type })),
    };
  });
  return { parts, createdAt, createdBy, gap };
}

type Cells = readonly {
  readonly index: number;
  readonly write: (to: CopyBuffer, value: NonNullable<CellValue>) => void;
}[];

/** Writes rows for a load, wherever they are converted: the bytes are made off the main thread. */
export class CopyWriter {
  readonly #cells: readonly Cells[];
  readonly #buffers: readonly CopyBuffer[];
  readonly #createdAt: string;
  readonly #createdBy: string | null;
  readonly #gap: number;
  #position = 0;
  #count = 0;
  #total = 0;
  #marks: PlacedRow[] = [];
  #lastId = '';

  constructor({ parts, createdAt, createdBy, gap }: CopyPlan) {
    this.#cells = parts.map(({ columns }) =>
      columns.map(({ index, kind }) => ({ index, write: sqlFieldType(kind).toCopy })),
    );
    this.#buffers = parts.map(() => new CopyBuffer());
    this.#createdAt = createdAt;
    this.#createdBy = createdBy;
    this.#gap = gap;
  }

  /** Rows since the last taking. */
  get count(): number {
    return this.#count;
  }

  /** Bytes since the last taking. */
  get length(): number {
    let length = 0;
    for (const buffer of this.#buffers) length += buffer.length;
    return length;
  }

  /** `values` in field order; `raw` holds the texts that fit no value. `origin`: when and by whom it was made and changed. */
  add(
    id: string,
    values: readonly CellValue[],
    raw: RawTexts | null,
    origin: RecordOrigin | null = null,
  ): void {
    this.#count++;
    this.#total++;
    this.#position += this.#gap;
    this.#lastId = id;
    if (this.#total % stride === 0) this.#marks.push({ position: this.#position, id });
    // Plain loops: this runs for every cell of an import.
    for (let part = 0; part < this.#cells.length; part++) {
      const cells = this.#cells[part] as Cells;
      const buffer = this.#buffers[part] as CopyBuffer;
      buffer.row(cells.length + (part === 0 ? ownColumns.length : 1));
      buffer.text(id);
      if (part === 0) {
        buffer.bigint(this.#position);
        buffer.instant(origin?.createdAt ?? this.#createdAt);
        buffer.instant(origin?.updatedAt ?? this.#createdAt);
        if (raw === null) buffer.nothing();
        else buffer.json(raw);
        this.#person(buffer, origin === null ? this.#createdBy : origin.createdBy);
        this.#person(buffer, origin === null ? this.#createdBy : origin.updatedBy);
      }
      for (let i = 0; i < cells.length; i++) {
        const { index, write } = cells[i] as Cells[number];
        const value = values[index];
        if (value === null || value === undefined) buffer.nothing();
        else write(buffer, value);
      }
    }
  }

  #person(buffer: CopyBuffer, id: string | null): void {
    if (id === null) buffer.nothing();
    else buffer.text(id);
  }

  take(): CopyRows {
    const rows = {
      count: this.#count,
      marks: this.#marks,
      end: this.#total === 0 ? null : { position: this.#position, id: this.#lastId },
      parts: this.#buffers.map((buffer) => buffer.take()),
    };
    this.#count = 0;
    this.#marks = [];
    return rows;
  }
}
