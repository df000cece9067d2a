import {
  anyFieldType,
  type BaseRecord,
  type CellValue,
  checkCellText,
  editableKinds,
  type Field,
  type FieldKind,
  fieldTypes,
  optionIndex,
  type SelectTemplate,
} from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { must, withoutUndefined } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { copyTable } from './copy.ts';
import { readOwnTable } from './html.ts';
import { readHtmlTable } from './html-table.ts';
import { planPaste } from './paste.ts';

const env = { timeZone: 'America/New_York', locale: 'de-DE' };
const fieldOf = (type: FieldKind, template: object = {}): Field => sampleField(type, template, { id: 'f' });
const record = (value: CellValue, raw?: string): BaseRecord => ({
  id: 'r',
  data: value === null ? {} : { f: value },
  position: 0,
  createdAt: '',
  updatedAt: '',
  ...withoutUndefined({ raw: raw === undefined ? undefined : { f: raw } }),
});

/** Copies cells of a field and pastes them into another, as new records. */
function carried(from: Field, records: readonly BaseRecord[], to: Field) {
  const { html } = copyTable([from], records, env);
  // A clipboard may change the breaks of lines, as Windows does.
  const onWindows = html.replaceAll('\n', '\r\n');
  const cells = must(readOwnTable(must(readHtmlTable(`<!--StartFragment-->${onWindows}<!--EndFragment-->`))));
  let made = 0;
  const plan = planPaste(cells, {
    fields: [to],
    records: [],
    rows: 1,
    columns: 1,
    canCreate: true,
    env,
    isEditable: () => true,
    newRecordId: () => 'new',
    newOptionValue: () => `new${++made}`,
  });
  return {
    cells: plan.created.map(({ edits }) => edits[0] ?? { value: null }),
    field: fieldOf(to.type, plan.templates[0]?.template ?? to.template),
  };
}

describe.each(editableKinds)('a copied %s', (kind) => {
  const type = anyFieldType(kind);
  const cases = fieldTypes[kind].samples.templates.map((template) => ({
    field: fieldOf(kind, template),
    values: type.samples.values.filter((value) => type.validate(value, template).ok),
  }));

  it('is the same in a field of its kind, whatever that shows of it', () => {
    for (const { field, values } of cases) {
      const { cells } = carried(field, [record(null), ...values.map((value) => record(value))], field);
      expect(cells.map((cell) => cell.value)).toEqual([null, ...values]);
    }
  });

  it('that did not fit is the same text, in a field of its kind and in one of text', () => {
    for (const raw of type.samples.unfit.filter((text) => text.trim() !== '' && checkCellText(text).ok)) {
      const field = fieldOf(kind);
      expect(carried(field, [record(null, raw)], field).cells[0]).toMatchObject({ value: null, raw });
      const text = carried(field, [record(null, raw)], fieldOf('long_text')).cells[0];
      expect(text?.value).toBe(raw);
    }
  });
});

describe('a copied choice', () => {
  const options = ['Open', 'A, B', ' "q" ', 'ä\nb'].map((label, index) => ({
    value: `o${index}`,
    label,
    color: 'Blue' as const,
  }));
  const template: SelectTemplate = { options, disableColors: false };
  const labels = (field: Field, value: CellValue) =>
    [value]
      .flat()
      .map((one) => optionIndex(field.template as SelectTemplate).byValue.get(String(one))?.label);

  it('has the same labels in another table, which gains the options it does not have', () => {
    const other: SelectTemplate = {
      options: [{ value: 'x', label: 'open', color: 'Red' }],
      disableColors: false,
    };
    const chosen = ['o0', 'o1', 'o2'];
    for (const [from, to] of [
      ['single_select', 'single_select'],
      ['single_select', 'multiple_select'],
    ] as const) {
      const { cells, field } = carried(
        fieldOf(from, template),
        chosen.map((value) => record(value)),
        fieldOf(to, other),
      );
      const trimmed = options.slice(0, 3).map(({ label }) => label.trim().toLowerCase());
      expect(cells.map(({ value }) => labels(field, value).map((label) => label?.toLowerCase()))).toEqual(
        trimmed.map((label) => [label]),
      );
    }
    const several = carried(
      fieldOf('multiple_select', template),
      [record(['o0', 'o1'])],
      fieldOf('multiple_select', other),
    );
    expect(
      labels(several.field, several.cells[0]?.value ?? null).map((label) => label?.toLowerCase()),
    ).toEqual(['open', 'a, b']);
  });
});
