import { type Field, isLinkField, isSelectField } from '@weft/core';
import type { CellsByField } from '@weft/history';
import {
  createRowConverter,
  type ImportPlan,
  type RowBatch,
  rejectedEntry,
  reportLine,
  unfitEntries,
} from '@weft/imports';
import { type CellRow, type CellRows, lengthPerAction, rowsPerAction } from './worker-messages.ts';

/** Gathers rows for a table that is there, until they are enough for one action. */
export class CellBatcher {
  readonly #plan: ImportPlan;
  readonly #names: readonly string[];
  readonly #convert: ReturnType<typeof createRowConverter>;
  readonly #sizes = new Map<string, number>();
  #rows: CellRow[] = [];
  #length = 0;
  #report = '';
  #rejected = 0;
  #unfit = 0;
  #row = 0;

  constructor(plan: ImportPlan, names: readonly string[]) {
    this.#plan = plan;
    this.#names = names;
    this.#convert = createRowConverter(plan);
    for (const { field } of plan.columns)
      if (isSelectField(field)) this.#sizes.set(field.id, field.template.options.length);
  }

  get isFull(): boolean {
    return this.#rows.length >= rowsPerAction || this.#length >= lengthPerAction;
  }

  add(texts: readonly string[], line: number): void {
    const converted = this.#convert(texts);
    const cells: { [fieldId: string]: CellsByField[string] } = {};
    const names: { [fieldId: string]: string } = {};
    for (const [i, { field }] of this.#plan.columns.entries()) {
      const value = converted.values[i] ?? null;
      const raw = converted.raw?.[field.id];
      if (isLinkField(field)) {
        if (typeof value === 'string') names[field.id] = value;
      } else if (raw !== undefined) cells[field.id] = { value: null, raw };
      else if (value !== null) cells[field.id] = { value };
    }
    const row = ++this.#row;
    this.#rows.push({ row, line, cells, names });
    for (const text of texts) this.#length += text.length;
    for (const entry of unfitEntries(this.#plan, converted, row, line)) {
      this.#unfit++;
      this.#report += reportLine(entry);
    }
  }

  reject(faults: RowBatch['faults']): void {
    this.#rejected += faults.length;
    for (const fault of faults) this.#report += reportLine(rejectedEntry(fault, this.#names));
  }

  take(): CellRows {
    const taken = {
      rows: this.#rows,
      grown: this.#grown(),
      report: this.#report,
      rowsRejected: this.#rejected,
      valuesNotConverted: this.#unfit,
    };
    this.#rows = [];
    this.#length = 0;
    this.#report = '';
    this.#rejected = 0;
    this.#unfit = 0;
    return taken;
  }

  #grown(): readonly Field[] {
    return this.#plan.columns.flatMap(({ field, converter }): Field[] => {
      const options = converter.options();
      if (options === null || !isSelectField(field) || options.length === this.#sizes.get(field.id))
        return [];
      this.#sizes.set(field.id, options.length);
      return [{ ...field, template: { ...field.template, options } }];
    });
  }
}
