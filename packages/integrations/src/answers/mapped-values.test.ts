import { type Attachment, defaultTemplate, type FieldKind } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import { describe, expect, it } from 'vitest';
import type { TargetField, TargetKind } from '../connectors/connector.ts';
import { testFile } from '../testing/stand-in.ts';
import type { ValueSource } from './answer-content.ts';
import { mappedValues } from './mapped-values.ts';

/** What is written of one answer into a field of this kind. */
function written(type: FieldKind, value: unknown, kind: TargetKind, settings: object = {}) {
  const template = { ...defaultTemplate(type), ...settings };
  const field = { id: 'q', name: 'Question', type, template } as AnswerField;
  const targets: TargetField[] = [{ id: 't', name: 'Target', kind }];
  const { values, notes } = mappedValues(
    { nameMappings: { t: { questionId: 'q' } } },
    { fields: [field], values: [['q', value]] },
    targets,
    ({ originalName }: Attachment) => testFile(originalName, 3),
  );
  return values.get('t') ?? notes;
}

/** Dates are kept as the midnight of their day in UTC. */
const [day, instant] = ['2026-03-29T00:00:00.000Z', '2026-03-29T01:30:00.000Z'];
const timed = { displayTime: true };

it('leaves out texts that name an answer until they are too long for the memory', () => {
  const field = { id: 'q', name: 'Said', type: 'long_text', template: {} } as AnswerField;
  const targets = ['a', 'b'].map((id): TargetField => ({ id, name: id.toUpperCase(), kind: 'text' }));
  const { values, notes, fault } = mappedValues(
    { nameMappings: { a: { template: '{{Said}}'.repeat(1_000) }, b: { template: '{{Said}}, {{Said}}' } } },
    { fields: [field], values: [['q', 'x'.repeat(100_000)]] },
    targets,
    ({ originalName }: Attachment) => testFile(originalName, 3),
  );
  expect([...values.keys(), fault]).toEqual(['b', null]);
  expect(String(values.get('b'))).toHaveLength(200_002);
  expect(notes).toEqual([expect.stringContaining('does not fit A')]);
});

it('spells labels as the choices of the service, and leaves out a text of too many labels', () => {
  const field = { id: 'q', name: 'Said', type: 'long_text', template: {} } as AnswerField;
  // Each label compared with each choice would be minutes for the longest text.
  const choices = Array.from({ length: 100_000 }, (_, at) => `Choice ${at}`);
  const mapped = (text: string) =>
    mappedValues(
      { nameMappings: { t: { template: '{{Said}}' } } },
      { fields: [field], values: [['q', text]] },
      [{ id: 't', name: 'Tags', kind: 'choices', choices }],
      ({ originalName }: Attachment) => testFile(originalName, 3),
    );
  const labels = (count: number) => Array.from({ length: count }, (_, at) => `choice ${99_999 - at}`);
  const { values } = mapped(labels(1_000).join());
  expect(values.get('t')).toEqual(choices.slice(-1_000).toReversed());
  const { values: none, notes } = mapped(labels(1_001).join());
  expect([none.size, notes[0]]).toEqual([0, expect.stringContaining('does not fit Tags and was left out')]);
});

it('writes an address without the blanks around it, and nothing where what it needs is blank', () => {
  const field = { id: 'q', name: 'Mail', type: 'single_line_text', template: {} } as AnswerField;
  const targets: TargetField[] = [
    { id: 'email', name: 'Email', kind: 'text', address: true, required: true },
    { id: 'note', name: 'Note', kind: 'text' },
  ];
  const answered = (text: string) =>
    mappedValues(
      { nameMappings: { email: { questionId: 'q' }, note: { template: 'From {{Mail}}' } } },
      { fields: [field], values: [['q', text]] },
      targets,
      ({ originalName }: Attachment) => testFile(originalName, 3),
    );
  expect(answered(' ada@example.org ').values.get('email')).toBe('ada@example.org');
  expect(answered(' ada@example.org ').fault).toBeNull();
  expect(answered('  ').fault).toBe('Email has to be filled in, and the answer has nothing for it');
});

describe('an answer', () => {
  it('stays what it is where the target takes anything', () => {
    expect(written('number', 41.5, 'any')).toBe(41.5);
    expect(written('checkbox', true, 'any')).toBe(true);
    expect(written('date', day, 'any')).toBe('2026-03-29');
    expect(written('datetime', instant, 'any', timed)).toBe(instant);
    expect(written('single_line_text', '007', 'any')).toBe('007');
  });

  it('is a date without a time of day where it has none', () => {
    expect(written('date', day, 'moment')).toBe('2026-03-29');
    expect(written('datetime', instant, 'moment', timed)).toBe(instant);
    expect(written('single_line_text', '2026-03-29', 'moment')).toBe('2026-03-29');
    expect(written('single_line_text', 'soon', 'moment')).toEqual([
      '“soon” does not fit Target and was left out.',
    ]);
  });

  it('is the day alone, or an instant, where the target takes only that', () => {
    expect(written('date', day, 'date')).toBe('2026-03-29');
    expect(written('datetime', instant, 'date', timed)).toBe('2026-03-29');
    expect(written('single_line_text', '2026-03-29', 'date')).toBe('2026-03-29');
    expect(written('datetime', instant, 'datetime', timed)).toBe(instant);
  });

  it('brings its files where the target takes anything', () => {
    const files = written('attachments', [{ originalName: 'a.png' }], 'any');
    expect(files).toMatchObject([{ name: 'a.png', size: 3 }]);
  });
});

describe('an answer that a service keeps', () => {
  const options = [
    { value: 'o1', label: 'Fish, fried', color: 'Red' },
    { value: 'o2', label: 'Say "hi"', color: 'Blue' },
  ];
  const mapped = (
    asked: { readonly type: FieldKind; readonly value: unknown; readonly settings?: object },
    target: Omit<TargetField, 'id' | 'name'>,
    transform?: 'uppercase',
  ) => {
    const template = { ...defaultTemplate(asked.type), ...asked.settings };
    const { values, notes } = mappedValues(
      { nameMappings: { t: { questionId: 'q', ...(transform && { transform }) } } },
      {
        fields: [{ id: 'q', name: 'Question', type: asked.type, template } as AnswerField],
        values: [['q', asked.value]],
      },
      [{ id: 't', name: 'Target', ...target }],
      ({ originalName }: Attachment) => testFile(originalName, 3),
    );
    return values.get('t') ?? notes;
  };
  const chosen = { type: 'multiple_select', value: ['o1', 'o2'], settings: { options } } as const;

  it('has its labels as they are, with their commas and quotes', () => {
    expect(mapped(chosen, { kind: 'choices' })).toEqual(['Fish, fried', 'Say "hi"']);
    expect(mapped(chosen, { kind: 'choices' }, 'uppercase')).toEqual(['FISH, FRIED', 'SAY "HI"']);
    expect(mapped(chosen, { kind: 'text' })).toBe('Fish, fried; Say "hi"');
  });

  it.each([
    ['number', 2026, {}, '2026'],
    ['number', 1_234_567.891, {}, '1234567.891'],
    ['number', 1.2345, { decimalPlaces: 2 }, '1.2345'],
    ['number', 1.5, { decimalPlaces: 2 }, '1.50'],
    ['currency', 1234.5, { currencySymbol: '€' }, '€1234.50'],
    ['percent', 15.25, {}, '1525%'],
    ['percent', 0.12345, { decimalPlaces: 1 }, '12.345%'],
  ] as const)('is a text with all digits of the %s %d', (type, value, settings, text) => {
    expect(mapped({ type, value, settings }, { kind: 'text' })).toBe(text);
    expect(mapped({ type, value, settings }, { kind: 'choices' })).toEqual([text]);
  });

  it('is of its day wherever it is read, and no moment where the time counts', () => {
    const date = { type: 'date', value: day } as const;
    expect(mapped(date, { kind: 'datetime' })).toBe('2026-03-29T10:00:00.000Z');
    const typed = { type: 'single_line_text', value: '2026-03-29' } as const;
    expect(mapped(typed, { kind: 'datetime' })).toBe('2026-03-29T10:00:00.000Z');
    expect(mapped(date, { kind: 'datetime', hasTime: true })).toEqual([
      expect.stringContaining('does not fit Target'),
    ]);
  });

  it('is a percentage as it is said where the service wants it so', () => {
    const percent = { type: 'percent', value: 0.07 } as const;
    expect(mapped(percent, { kind: 'number', inHundredths: true })).toBe(7);
    expect(mapped(percent, { kind: 'number' })).toBe(0.07);
    expect(mapped({ type: 'number', value: 7 }, { kind: 'number', inHundredths: true })).toBe(7);
  });

  it.each(['us', 'european', 'iso', 'long', 'local'])(
    'is the day that it was, written as %s',
    (dateFormat) => {
      const field = {
        ...{ id: 'q', name: 'Day', type: 'date' },
        template: { ...defaultTemplate('date'), dateFormat },
      } as AnswerField;
      const into = (kind: TargetKind, source: ValueSource) =>
        mappedValues(
          { nameMappings: { t: source } },
          { fields: [field], values: [['q', '1993-04-12T00:00:00.000Z']] },
          [{ id: 't', name: 'Target', kind }],
          ({ originalName }: Attachment) => testFile(originalName, 3),
        ).values.get('t');
      for (const source of [{ template: '{{Day}}' }, { questionId: 'q', transform: 'trim' }] as const) {
        expect(into('date', source)).toBe('1993-04-12');
        expect(into('moment', source)).toBe('1993-04-12');
        expect(into('datetime', source)).toBe('1993-04-12T10:00:00.000Z');
      }
    },
  );

  it('is the number that it was, whatever stands between its thousands', () => {
    const settings = { numberFormat: 'period_comma' };
    for (const value of [1234, 1.234, 1_234_567.5])
      for (const transform of [undefined, 'uppercase'] as const)
        expect(mapped({ type: 'number', value, settings }, { kind: 'number' }, transform)).toBe(value);
    const template = { ...defaultTemplate('number'), ...settings };
    const field = { id: 'q', name: 'Pay', type: 'number', template } as AnswerField;
    const { values } = mappedValues(
      { nameMappings: { t: { template: '{{Pay}}' } } },
      { fields: [field], values: [['q', 1234]] },
      [{ id: 't', name: 'Target', kind: 'number' }],
      ({ originalName }: Attachment) => testFile(originalName, 3),
    );
    expect(values.get('t')).toBe(1234);
  });
});
