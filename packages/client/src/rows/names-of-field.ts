import { anyFieldType, type CellValue, type Field, type FieldEnv, type Filter, fold } from '@weft/core';
import type { RecordAnswer } from '@weft/protocol';

/** Names as the values of the field that names the records of a table. */
export class NamesOfField {
  /** Chooses the records that have any of the names. */
  readonly filters: Filter;
  readonly #field: Field;
  readonly #values: ReadonlyMap<string, CellValue>;

  constructor(field: Field, names: readonly string[], env: FieldEnv) {
    const type = anyFieldType(field.type);
    const operator = 'is' in type.operators ? 'is' : 'equals';
    this.#field = field;
    this.#values = new Map(
      names.flatMap((name): [string, CellValue][] => {
        const parsed = type.parse(name, field.template, env);
        return parsed.ok && parsed.value !== null ? [[name, parsed.value]] : [];
      }),
    );
    const items = [...this.#values.values()].map((value) => ({ fieldId: field.id, operator, value }));
    this.filters = { conjunction: 'or', items };
  }

  /** The first of the records that has each name; one that has it letter by letter comes before one that does not. */
  among(records: readonly RecordAnswer[]): ReadonlyMap<string, string> {
    const { id: fieldId, type, template } = this.#field;
    const textOf = (value: CellValue) => (value === null ? '' : anyFieldType(type).toText(value, template));
    const exact = new Map<string, string>();
    const alike = new Map<string, string>();
    for (const { id, data } of records) {
      const text = textOf(data[fieldId] ?? null);
      if (!exact.has(text)) exact.set(text, id);
      if (!alike.has(fold(text))) alike.set(fold(text), id);
    }
    return new Map(
      [...this.#values].flatMap(([name, value]): [string, string][] => {
        const id = exact.get(textOf(value)) ?? alike.get(fold(textOf(value)));
        return id === undefined ? [] : [[name, id]];
      }),
    );
  }
}
