import {
  anyFieldType,
  type CellValue,
  type Condition,
  type Field,
  type FieldKind,
  fieldKinds,
  fieldTypes,
} from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { newId, newTable, testNow } from '../testing.ts';

export const readers = [
  { timeZone: 'UTC', locale: 'en-US' },
  { timeZone: 'America/New_York', locale: 'de-DE' },
  { timeZone: 'Asia/Kathmandu', locale: 'en-IN' },
  { timeZone: 'Pacific/Apia', locale: 'es-ES' },
  { timeZone: 'Africa/Cairo', locale: 'ar-EG' },
  { timeZone: 'Europe/London', locale: 'nb-NO' },
].map((reader) => ({ ...reader, now: testNow }));

/** Those whose cells are written: links lie apart, and others are computed or kept by the server. */
export const kinds = fieldKinds.filter((kind) => kind !== 'linked_record' && !fieldTypes[kind].readOnly);
export const rows = 120;

/** A field for each kind and each of its sample templates. */
export const fields: readonly Field[] = kinds.flatMap((kind) =>
  fieldTypes[kind].samples.templates.map((template, i) =>
    sampleField(kind, template, { id: newId('fld'), name: `${kind} ${i}`, order: i }),
  ),
);
export const table = newTable('Everything', fields);

/** More texts than the samples: folding, what patterns mean, and lengths. */
const foldings = [
  'zebra',
  'Zoo',
  'ärger',
  'Ärger',
  'arger',
  '10\u202f000',
  'שָׁלוֹם',
  'हिन्दी',
  'パン',
  '½',
  'ΣΑΣ',
  'ΣΑ Σ',
  'ẞ',
  'ß',
  'Ǆ',
  'ŉ',
  'K',
  'İ',
  'i̇',
  'I',
  'ﬁ',
  'Ⅷ',
  '%',
  '_',
  '\\',
  'a%b',
  '',
];
const textKinds: readonly FieldKind[] = ['single_line_text', 'long_text', 'email', 'url', 'phone_number'];

const valuesOf = (field: Field): readonly unknown[] => {
  const { samples } = anyFieldType(field.type);
  return textKinds.includes(field.type) ? [...samples.values, ...foldings] : samples.values;
};

/** The cell of a field in the row of this number: empty, a text that does not fit, or a value; ties abound. */
export function cellOf(field: Field, row: number): { value: CellValue; raw?: string } {
  const type = anyFieldType(field.type);
  const values = valuesOf(field);
  const turn = (row * 7 + field.order * 3) % (values.length + 6);
  if (turn < 3) return { value: null };
  const unfit = type.samples.unfit.find((text, i) => i >= turn && !/[\0\ud800]/.test(text));
  if (turn < 6 && unfit !== undefined) return { value: null, raw: unfit };
  const checked = type.validate(values[(turn - 6 + values.length) % values.length], field.template);
  return { value: checked.ok ? checked.value : null };
}

const optionsOf = (field: Field): readonly string[] =>
  'options' in field.template ? field.template.options.map(({ value }) => value) : [];

/** Operands worth asking with, right and wrong ones: core says which an operator takes. */
function operandsOf(field: Field): readonly unknown[] {
  const values = valuesOf(field);
  switch (field.type) {
    case 'date':
    case 'datetime':
      return [
        ...values,
        '2026-03-08',
        '2026-11-01',
        '0001-01-01',
        '9999-12-31',
        ...['day', 'week', 'month', 'year'].flatMap((unit) => [-1, 0, 1].map((offset) => ({ unit, offset }))),
      ];
    case 'checkbox':
      return [true, false];
    case 'single_select':
    case 'multiple_select': {
      const options = optionsOf(field);
      return [
        ...options,
        'gone',
        '',
        [],
        ['gone'],
        options,
        options.slice(0, 2),
        [...options.slice(0, 2), 'opt2'],
      ];
    }
    case 'attachments':
      return ['image', 'IMAGE/*', 'image/png', 'text/plain', 'image/jpeg', 'appl'];
    default:
      return textKinds.includes(field.type)
        ? [...values, ...values.map((value) => String(value).slice(1, 4))]
        : [...values, 0.3, 1e300, -3];
  }
}

/** Every condition of a field whose operand core takes. */
export function conditionsOf(field: Field, reader: (typeof readers)[number]): readonly Condition[] {
  return Object.entries(anyFieldType(field.type).operators).flatMap(([operator, { needsValue, prepare }]) =>
    (needsValue ? operandsOf(field) : [undefined])
      .filter((value) => prepare(value, field.template, reader).ok)
      .map((value) => ({ fieldId: field.id, operator, ...(needsValue && { value }) })),
  );
}
