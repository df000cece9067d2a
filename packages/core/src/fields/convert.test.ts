import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConvertedCell, convertValue } from './convert.ts';
import { type CellValue, type FieldKind, fieldKinds } from './field-kinds.ts';
import { type FieldShape, fieldShape } from './field-shape.ts';
import { lawEnvs } from './field-type-laws.ts';
import { anyFieldType, fieldTypes, whyNotPrimary } from './field-types.ts';
import { lawRuns } from './law-runs.ts';
import { sampleField } from './sample-field.ts';

const env = { timeZone: 'America/New_York', locale: 'en-US' };

const shape = (type: FieldKind, settings: object = {}): FieldShape => fieldShape(sampleField(type, settings));

const convert = (from: FieldShape, value: CellValue, to: FieldShape): ConvertedCell =>
  convertValue(from, { value }, to, env);

const select = (...labels: string[]): object => ({
  options: labels.map((label) => ({ value: `${label.toLowerCase()}-${labels.length}`, label, color: 'Red' })),
  disableColors: false,
});

describe('converting a cell', () => {
  const everyShape = fieldKinds.flatMap((kind) =>
    fieldTypes[kind].samples.templates.map((template) => shape(kind, template)),
  );
  const sources = everyShape.flatMap((from) => {
    const type = anyFieldType(from.type);
    return type.samples.values.flatMap((sample) => {
      const checked = type.validate(sample, from.template);
      return checked.ok && checked.value !== null ? [{ from, value: checked.value }] : [];
    });
  });
  const moments: readonly FieldKind[] = ['date', 'datetime', 'created_time', 'last_modified_time'];
  const readable: readonly FieldKind[] = ['single_line_text', 'long_text', 'email', 'url', 'phone_number'];

  it('V2: loses nothing: it fits, or its canonical text stays', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.constantFrom(...everyShape),
        fc.constantFrom(...lawEnvs),
        ({ from, value }, to, reader) => {
          const there = convertValue(from, { value }, to, reader);
          if (there.value === null) {
            // Blank texts are the empty cell of any other kind.
            if (there.raw === undefined) expect(String(value).trim()).toBe('');
            else
              expect(there).toEqual({
                value: null,
                raw: anyFieldType(from.type).toText(value, from.template),
              });
          } else {
            expect(there.raw).toBeUndefined();
            expect(anyFieldType(to.type).validate(there.value, to.template)).toEqual({
              ok: true,
              value: there.value,
            });
          }
        },
      ),
      { numRuns: lawRuns * 20 },
    );
  });

  it('V2, V5: there and back is the same value, except where V3 says otherwise', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.constantFrom(...everyShape),
        fc.constantFrom(...lawEnvs),
        ({ from, value }, to, reader) => {
          const there = convertValue(from, { value }, to, reader);
          if (there.value === null && there.raw === undefined) return;
          if (there.value !== null && readable.includes(from.type)) return;
          // Nothing is converted to what the server fills in: it comes back by undo alone.
          if (there.value !== null && anyFieldType(from.type).kept !== undefined) return;
          if (there.value !== null && moments.includes(from.type) && moments.includes(to.type)) return;
          const back = convertValue(to, there, from, reader);
          // Back from a text, two readings may disagree; the text is then kept (V4).
          if (back.value === null) {
            expect(back.raw).toBe(anyFieldType(from.type).toText(value, from.template));
          } else expect(back.value).toEqual(value);
        },
      ),
      { numRuns: lawRuns * 20 },
    );
  });
  it('V1: keeps amounts, moments, labels and ticks', () => {
    expect(convert(shape('number'), 0.25, shape('percent'))).toEqual({ value: 0.25 });
    expect(convert(shape('percent'), 0.25, shape('currency'))).toEqual({ value: 0.25 });
    expect(convert(shape('number'), 90, shape('duration'))).toEqual({ value: 90 });
    expect(convert(shape('rating'), 3, shape('number'))).toEqual({ value: 3 });
    expect(convert(shape('checkbox'), true, shape('number'))).toEqual({ value: 1 });
    expect(convert(shape('number'), 0, shape('checkbox'))).toEqual({ value: false });
    expect(
      convert(
        shape('single_select', select('A', 'B')),
        'b-2',
        shape('multiple_select', select('B', 'C', 'D')),
      ),
    ).toEqual({ value: ['b-3'] });
  });

  it('V2: keeps what does not fit as its text', () => {
    expect(convert(shape('number'), 12.5, shape('rating'))).toEqual({ value: null, raw: '12.5' });
    expect(convert(shape('number'), 7, shape('checkbox'))).toEqual({ value: null, raw: '7' });
    const both = ['a-2', 'b-2'];
    expect(
      convert(shape('multiple_select', select('A', 'B')), both, shape('single_select', select('A', 'B'))),
    ).toEqual({
      value: null,
      raw: 'A, B',
    });
    expect(convert(shape('long_text'), 'a\nb', shape('single_line_text'))).toEqual({
      value: null,
      raw: 'a\nb',
    });
  });

  it('V2: keeps a text whose digits a number would lose', () => {
    const text = shape('single_line_text');
    for (const raw of ['12345678901234567890', '9007199254740993', '-9,007,199,254,740,993'])
      for (const kind of ['number', 'currency'] as const)
        expect(convert(text, raw, shape(kind))).toEqual({ value: null, raw });
    expect(convert(text, '90071992547409.93%', shape('percent'))).toEqual({
      value: null,
      raw: '90071992547409.93%',
    });
    expect(convert(text, '9007199254740992', shape('number'))).toEqual({ value: 9007199254740992 });
    expect(convert(text, '00100000000000000000000.00', shape('number'))).toEqual({ value: 1e20 });
    expect(convert(text, '0.30000000000000004', shape('number'))).toEqual({ value: 0.1 + 0.2 });
  });

  it('V3: reads texts, and moves between days and instants in the zone of the reader', () => {
    expect(convert(shape('single_line_text'), ' yes ', shape('checkbox'))).toEqual({ value: true });
    const day = shape('date');
    const instant = shape('datetime');
    expect(convert(instant, '2026-03-01T02:00:00.000Z', day)).toEqual({ value: '2026-02-28T00:00:00.000Z' });
    expect(convert(day, '2026-02-28T00:00:00.000Z', instant)).toEqual({ value: '2026-02-28T05:00:00.000Z' });
  });

  it('V4: leaves a text with two meanings as it is', () => {
    const german = shape('number', { decimalPlaces: 3, numberFormat: 'period_comma' });
    expect(convert(shape('single_line_text'), '1.234', german)).toEqual({ value: null, raw: '1.234' });
    expect(convert(shape('single_line_text'), '1.234,5', german)).toEqual({ value: 1234.5 });
  });

  it('V5: reads the text of a cell that did not fit', () => {
    const raw = 'Green';
    const to = shape('single_select', select('Green'));
    expect(convertValue(shape('number'), { value: null, raw }, to, env)).toEqual({ value: 'green-1' });
    expect(convertValue(shape('number'), { value: null, raw }, shape('date'), env)).toEqual({
      value: null,
      raw,
    });
  });
});

describe('the list of field types', () => {
  it('has every kind under its own name', () => {
    expect(Object.keys(fieldTypes)).toEqual([...fieldKinds]);
    for (const kind of fieldKinds) expect(fieldTypes[kind].kind).toBe(kind);
  });

  it('P1, P2: names records by what a person can type freely', () => {
    expect(fieldKinds.filter((kind) => whyNotPrimary(kind) === null)).toEqual([
      'single_line_text',
      'long_text',
      'number',
      'currency',
      'percent',
      'duration',
      'date',
      'datetime',
      'email',
      'url',
      'phone_number',
    ]);
    expect(whyNotPrimary('checkbox')).toBe("A field of type Checkbox can't be the primary field");
  });
});
