import { type CellValue, defaultTemplate, type FieldKind } from '@weft/core';
import type { AnswerField } from '@weft/forms';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OutgoingFile, TargetField, TargetKind } from '../connectors/connector.ts';
import type { ValueSource } from './answer-content.ts';
import { mappedValues } from './mapped-values.ts';

const field = (type: FieldKind, more: object = {}): AnswerField =>
  ({ id: 'q', name: 'Asked', type, template: { ...defaultTemplate(type), ...more } }) as AnswerField;
const options = [
  { value: 'opt1', label: 'Soup', color: 'blue' },
  { value: 'opt2', label: 'Ça', color: 'red' },
];
const file: OutgoingFile = {
  ...{ name: 'a.png', mimeType: 'image/png', size: 3, url: null },
  read: async () => new Uint8Array(),
};

const written = (
  answer: { readonly field: AnswerField; readonly value: CellValue },
  target: Partial<TargetField> & { readonly kind: TargetKind },
  source: ValueSource = { questionId: 'q' },
  edited: Record<string, string> = {},
) =>
  mappedValues(
    { nameMappings: { to: source } },
    { fields: [answer.field], values: [['q', answer.value]], edited },
    [{ id: 'to', name: 'To', ...target }],
    () => file,
  );

const text = (value: string) => ({ field: field('long_text'), value });

it.each<[TargetKind, AnswerField, CellValue, unknown]>([
  ['text', field('number'), 1.5, '1.5'],
  ['text', field('checkbox'), true, 'Yes'],
  ['any', field('number'), 1.5, 1.5],
  ['any', field('checkbox'), false, false],
  ['number', field('long_text'), '41.5', 41.5],
  ['boolean', field('checkbox'), true, true],
  ['date', field('date'), '2026-03-29T00:00:00.000Z', '2026-03-29'],
  ['datetime', field('datetime'), '2026-03-29T01:30:00.000Z', '2026-03-29T01:30:00.000Z'],
  ['choices', field('long_text'), 'Red', ['Red']],
])('writes as %s what %o holds', (kind, asked, value, expected) => {
  expect(written({ field: asked, value }, { kind }).values.get('to')).toEqual(expected);
});

it('writes choices by their names, as the target spells them', () => {
  const one = { field: field('single_select', { options }), value: 'opt1' };
  const several = { field: field('multiple_select', { options }), value: ['opt2', 'opt1'] };
  expect(written(one, { kind: 'choice', choices: ['SOUP'] }).values.get('to')).toBe('SOUP');
  expect(written(several, { kind: 'choices' }).values.get('to')).toEqual(['Ça', 'Soup']);
  expect(written(several, { kind: 'text' }).values.get('to')).toBe('Ça, Soup');
});

it('says what does not fit, and leaves it out', () => {
  const { values, notes, fault } = written(text('many'), { kind: 'number' });
  expect([values.size, notes, fault]).toEqual([
    0,
    ['“many” does not fit To and was left out.'],
    'Nothing of the answer is matched to a field',
  ]);
  expect(written({ field: field('long_text'), value: null }, { kind: 'text', required: true }).fault).toMatch(
    /^To has to be filled in/,
  );
});

it.each<[ValueSource['transform'], string]>([
  ['trim', 'Ada de Löwe 7'],
  ['lowercase', ' ada  de löwe 7 '],
  ['uppercase', ' ADA  DE LÖWE 7 '],
  ['first word', 'Ada'],
  ['last word', '7'],
  ['digits', '7'],
])('changes a text by %s', (transform, expected) => {
  const answer = text(' Ada  de Löwe 7 ');
  expect(written(answer, { kind: 'text' }, { questionId: 'q', transform }).values.get('to')).toBe(expected);
});

it('puts answers into a text, and an edited text into the place of both', () => {
  const template = { template: 'Hello {{asked}}{{nobody}}!' };
  expect(written(text('Ada'), { kind: 'text' }, template).values.get('to')).toBe('Hello Ada!');
  expect(written(text('Ada'), { kind: 'number' }, template, { to: '7' }).values.get('to')).toBe(7);
  expect(written(text('Ada'), { kind: 'text' }, template, { to: '' }).values.size).toBe(0);
});

it('writes every text as it is, and no text as a value of another kind', () => {
  const kinds: readonly TargetKind[] = ['text', 'number', 'boolean', 'date', 'datetime', 'choice', 'choices'];
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom(...kinds), (given, kind) => {
      const value = written(text(given), { kind }).values.get('to');
      if (kind === 'text' || kind === 'choice') expect(value).toBe(given);
      if (kind === 'number') expect(value === undefined || Number.isFinite(value)).toBe(true);
      if (kind === 'date')
        expect(value === undefined || /^\d{4}-\d{2}-\d{2}$/.test(String(value))).toBe(true);
    }),
    { numRuns: 100 },
  );
});
