import { expect, it } from 'vitest';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { exampleOf } from './mapping-example.ts';
import { mappingLines } from './mapping-lines.ts';
import type { Question } from './queries.ts';

const field = (id: string, more: Partial<TargetField> = {}): TargetField => ({
  ...{
    id,
    name: id.toUpperCase(),
    kind: 'text',
    holds: null,
    required: false,
    choices: null,
    template: false,
  },
  ...more,
});
const question = (id: string, more: Partial<Question> = {}): Question => ({
  ...{ id, name: id, type: 'single_line_text' },
  ...more,
});
const none: ReadonlySet<string> = new Set();
const today = new Date('2026-11-29T10:00:00Z');

it('has a line for each question in the order of the form, whether or not it is sent', () => {
  const fields = [field('b'), field('a'), field('c')];
  const questions = [question('first'), question('second')];
  const lines = mappingLines(fields, questions, { a: { questionId: 'second' } }, none);
  expect(lines).toMatchObject([
    { kind: 'question', question: { id: 'first' }, field: null },
    { kind: 'question', question: { id: 'second' }, field: { id: 'a' } },
  ]);
});

it('has a line for each field that one answer goes into, and one more where it is to go into another', () => {
  const mappings = { a: { questionId: 'q' }, b: { questionId: 'q' } };
  const lines = mappingLines([field('a'), field('b'), field('c')], [question('q')], mappings, new Set(['q']));
  expect(lines.map((line) => line.field?.id)).toEqual(['a', 'b', undefined]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
});

it('begins with what has to be filled in and with texts, and ends with questions that are gone', () => {
  const fields = [field('need', { required: true }), field('text'), field('old'), field('a')];
  const mappings = { text: { template: 'Hi' }, old: { questionId: 'removed' }, a: { questionId: 'q' } };
  const lines = mappingLines(fields, [question('q')], mappings, none);
  expect(lines.map(({ kind, field: to }) => [kind, to?.id])).toEqual([
    ['needed', 'need'],
    ['text', 'text'],
    ['question', 'a'],
    ['gone', 'old'],
  ]);
});

it('shows what becomes of the last answer, else of one that somebody may give', () => {
  const questions = [question('name'), question('food', { type: 'single_select', options: ['Soup', 'Pie'] })];
  const last = { values: [{ id: 'name', name: 'name', text: ' Ada  Löwe ' }] } as never;
  expect(exampleOf({ questionId: 'name', transform: 'trim' }, questions, last, today)).toEqual({
    answer: ' Ada  Löwe ',
    written: 'Ada Löwe',
  });
  expect(exampleOf({ questionId: 'food', transform: 'uppercase' }, questions, undefined, today)).toEqual({
    answer: 'Soup',
    written: 'SOUP',
  });
  expect(exampleOf({ template: '{{name}} has {{food}}' }, questions, last, today)?.written).toMatch(
    / has Soup$/,
  );
  expect(exampleOf({ questionId: 'removed' }, questions, last, today)).toBeNull();
});

it('keeps the line of a field that has to be filled in where a text is begun for it', () => {
  const fields = [field('need', { required: true })];
  const [before] = mappingLines(fields, [], {}, none);
  const [begun] = mappingLines(fields, [], { need: { template: '' } }, none);
  expect([before?.kind, begun?.kind]).toEqual(['needed', 'text']);
  expect(begun?.key).toBe(before?.key);
});
