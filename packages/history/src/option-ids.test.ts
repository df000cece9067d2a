import { emptyViewConfig, type Field, isSelectField, type SelectTemplate, type Table } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { idOf } from './random-actions.ts';

const tableId = idOf('tbl', 1);
const fieldId = idOf('fld', 2);
const texts = ['california', 'texas', 'ohio', 'iowa'];

const table: Omit<Table, 'order'> = {
  id: tableId,
  name: 'Places',
  primaryFieldId: idOf('fld', 1),
  fields: [
    { id: idOf('fld', 1), name: 'Name', type: 'single_line_text', order: 0, template: {} },
    { id: fieldId, name: 'State', type: 'single_line_text', order: 1, template: {} },
  ],
  views: [{ id: idOf('viw', 1), name: 'Grid', type: 'grid', order: 0, config: emptyViewConfig }],
};

interface Turn {
  readonly what: number;
  readonly person: string;
  readonly record: number;
  readonly one: number;
  readonly two: number;
}

/** One field that is now a text, now a select, whose options have these ids; labels are texts too. */
class Places {
  readonly base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  readonly #ids: readonly string[];
  #count = 0;

  constructor(ids: readonly string[]) {
    this.#ids = ids;
    this.#act('ann', {
      type: 'CREATE_TABLE',
      input: { table, records: [1, 2].map((place) => ({ id: idOf('rec', place), cells: {} })) },
    });
  }

  get #field(): Field | undefined {
    return this.base.metadata.tables[0]?.fields.find(({ id }) => id === fieldId);
  }

  #act(person: string, action: Omit<Action, 'id'>): void {
    this.base.submit(person, { ...action, id: idOf('act', ++this.#count) } as Action);
  }

  #template(...places: readonly number[]): SelectTemplate {
    const options = [...new Set(places)].map((place) => ({
      value: must(this.#ids[place % 4]),
      label: must(texts[(place + 1) % 4]),
      color: 'Blue' as const,
    }));
    return { options, disableColors: false };
  }

  take({ what, person, record, one, two }: Turn): void {
    const recordId = idOf('rec', 1 + (record % 2));
    const field = this.#field;
    const convert = (type: string, template: object) =>
      this.#act(person, {
        type: 'CONVERT_FIELD_TYPE',
        input: {
          tableId,
          fieldId,
          type,
          template,
          shadowId: idOf('fld', 100 + this.#count),
          timeZone: 'UTC',
          locale: 'en',
        },
      } as Omit<Action, 'id'>);
    if (what < 2) this.base.undo(person);
    else if (what === 2) this.base.redo(person);
    else if (what === 3) this.#act(person, { type: 'DELETE_RECORD', input: { tableId, recordId } });
    else if (what === 4)
      this.#act(person, { type: 'RESTORE_RECORDS', input: { tableId, recordIds: [recordId] } });
    else if (what === 5) convert('single_line_text', {});
    else if (what === 6) convert('single_select', this.#template(one, two));
    else if (what === 7) convert('multiple_select', this.#template(one, two));
    else if (what === 8) this.#act(person, { type: 'DELETE_FIELD', input: { tableId, fieldId } });
    else if (what === 9) this.#act(person, { type: 'RESTORE_FIELD', input: { tableId, fieldId } });
    else if (field === undefined) return;
    else if (what === 10 && isSelectField(field))
      this.#act(person, { type: 'UPDATE_FIELD', input: { tableId, fieldId, template: this.#template(one) } });
    else this.#write(person, recordId, field, one);
  }

  #write(person: string, recordId: string, field: Field, one: number): void {
    const option = isSelectField(field)
      ? field.template.options[one % field.template.options.length]
      : undefined;
    const value =
      field.type === 'single_line_text'
        ? must(texts[one % 4])
        : field.type === 'multiple_select'
          ? [option?.value ?? null]
          : (option?.value ?? null);
    const cells = { [fieldId]: { value: value as string } };
    this.#act(person, { type: 'UPDATE_RECORD_CELL', input: { tableId, recordId, cells } });
  }

  /** What the cells hold, an option by its place among the ids; null while the field is deleted. */
  get cells(): unknown {
    if (this.#field === undefined) return null;
    const select = isSelectField(this.#field);
    const held = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(held) : select ? this.#ids.indexOf(String(value)) : value;
    return this.base.recordsOf(tableId).map(({ id, data, raw }) => {
      const value = data[fieldId] ?? null;
      return { id, value: value === null ? null : held(value), raw: raw?.[fieldId] };
    });
  }
}

it('reads a deleted text again after its field became a select by way of another select', () => {
  for (const ids of [texts, ['#0', '#1', '#2', '#3']]) {
    const places = new Places(ids);
    const turns: readonly (readonly [number, string])[] = [
      ...([
        [10, 'ann'],
        [3, 'ann'],
      ] as const),
      // To a select, to a text; then the first change is done once more, with cells of a text behind it.
      ...([
        [6, 'ben'],
        [5, 'ann'],
        [0, 'ben'],
        [2, 'ben'],
      ] as const),
      ...([
        [0, 'ann'],
        [0, 'ann'],
      ] as const),
    ];
    for (const [what, person] of turns)
      places.take({ what, person, record: what === 10 || what === 3 ? 1 : 0, one: 0, two: 0 });
    expect(places.cells).toContainEqual({ id: idOf('rec', 2), value: null, raw: 'california' });
  }
});

it('takes no text for the id of an option: ids may be anything, and nothing comes out differently', () => {
  const turn = fc.record({
    what: fc.nat(14),
    person: fc.constantFrom('ann', 'ben'),
    record: fc.nat(1),
    one: fc.nat(3),
    two: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 40, size: 'max' }), (turns) => {
      // The ids of the one are words that cells hold as texts; those of the other no text ever is.
      const [words, plain] = [new Places(texts), new Places(['#0', '#1', '#2', '#3'])];
      for (const each of turns) {
        words.take(each);
        plain.take(each);
        expect(words.cells).toEqual(plain.cells);
      }
    }),
    { numRuns: lawRuns * 20 },
  );
});
