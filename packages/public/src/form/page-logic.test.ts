import type { Filter } from '@weft/core';
import type { Exit, FormPage, FormQuestion } from '@weft/forms';
import { describe, expect, it } from 'vitest';
import { pageLogic } from './page-logic.ts';

const ask = (id: string, more: Partial<FormQuestion> = {}): FormQuestion => ({
  ...{ id, type: 'short_text' as const, label: `Label of ${id}`, help: '', required: false, settings: {} },
  ...{ choices: [], parts: [], shownWhen: null, requiredWhen: null },
  ...more,
});

const page = (id: string, questions: readonly FormQuestion[]): FormPage => ({
  ...{ id, kind: 'form' as const, title: '', text: '', questions, rules: [], next: null, redirect: null },
});

const where = (conjunction: 'and' | 'or', ...items: Filter['items']): Filter => ({ conjunction, items });
const over = (fieldId: string, value: number) => ({ fieldId, operator: 'greater_than', value });

const age = ask('age', { type: 'number', label: 'Age' });
const color = ask('color', {
  type: 'dropdown',
  choices: [
    { id: 'red', label: 'SECRET-RED' },
    { id: 'blue', label: 'SECRET-BLUE' },
  ],
});
const score = ask('score', {
  type: 'calculation',
  label: 'LEAD-SCORE',
  settings: { formula: '{{Age}} * 31337', unseen: true },
});
const before = new Map<string, string | number>([
  ['age', 3],
  ['color', 'red'],
  ['other', 'private'],
  ['score', 94_011],
]);

const logicOf = (
  own: readonly FormQuestion[],
  answers: ReadonlyMap<string, string | number> | null = before,
  exits: readonly Exit[] = [],
) =>
  pageLogic(
    [page('one', [age, color, ask('other'), score]), page('two', own), page('three', [ask('later')])],
    own,
    { before: answers, written: new Set(), pipe: (text) => text, exits },
  );

it('tells a page the fields and answers that its own conditions and formulas name', () => {
  const logic = logicOf([
    ask('shown', { shownWhen: where('and', { fieldId: 'color', operator: 'is', value: 'red' }) }),
    ask('sum', { type: 'calculation', settings: { formula: '{{Age}} * 2' } }),
  ]);
  expect(logic?.fields.map(({ id, name }) => [id, name])).toEqual([
    ['age', 'Age'],
    ['color', ''],
  ]);
  expect(logic?.before).toEqual([
    ['age', 3],
    ['color', 'red'],
  ]);
  expect(JSON.stringify(logic)).not.toMatch(/SECRET|LEAD|later|private/);
});

it('decides what is computed unseen on a page before, and tells neither it nor its value', () => {
  const high = over('score', 90_000);
  const low = over('score', 100_000);
  const own = over('age', 1);
  const logic = logicOf([
    ask('always', { shownWhen: where('and', high, own) }),
    ask('never', { shownWhen: where('and', low, own) }),
    ask('either', { shownWhen: where('or', low, own), requiredWhen: where('and', high) }),
  ]);
  expect(logic?.questions.map(({ id, shownWhen, required }) => [id, shownWhen, required])).toEqual([
    ['always', where('and', own), false],
    ['either', where('or', own), true],
  ]);
  expect(JSON.stringify(logic)).not.toMatch(/score|LEAD|94011/);
  // What nothing else follows from needs no script.
  expect(logicOf([ask('decided', { shownWhen: where('and', high) })])).toBeNull();
});

it('computes unseen on the page itself where its conditions ask for it, without its name', () => {
  expect(logicOf([ask('text'), score])).toBeNull();
  const logic = pageLogic(
    [page('one', [age, score, ask('shown', { shownWhen: where('and', over('score', 1)) })])],
    [age, score, ask('shown', { shownWhen: where('and', over('score', 1)) })],
    { before: new Map(), written: new Set(), pipe: (text) => text, exits: [] },
  );
  expect(logic?.questions.map(({ id }) => id)).toEqual(['age', 'score', 'shown']);
  expect(logic?.fields.map(({ id }) => id)).toEqual(['age', 'score']);
  expect(JSON.stringify(logic)).not.toContain('LEAD-SCORE');
});

it('leaves fields and answers to a browser that knows them all', () => {
  const shown = ask('shown', { shownWhen: where('and', over('score', 1)) });
  expect(logicOf([shown], null)).toMatchObject({ questions: [shown], fields: [], before: [] });
});

describe('where a page leads', () => {
  const otherwise = { when: where('and'), ends: false };
  const to = (...items: Filter['items']): Exit => ({ when: where('and', ...items), ends: true });
  const plain = [ask('one'), ask('two')];
  const two = { fieldId: 'two', operator: 'is', value: 'x' };

  it('is told where the button changes with what is filled in, with the questions that are asked about', () => {
    const exits = [to(two, over('age', 1)), otherwise];
    const logic = logicOf(plain, before, exits);
    expect(logic?.exits).toEqual(exits);
    expect(logic?.questions.map(({ id }) => id)).toEqual(['two']);
    expect(logic?.before).toEqual([['age', 3]]);
  });

  it('is not told where it is decided, or asks for what is computed unseen on the page', () => {
    expect(logicOf(plain, before, [otherwise])).toBeNull();
    expect(logicOf(plain, before, [to(over('score', 1))])).toBeNull();
    expect(logicOf(plain, before, [to(over('score', 100_000)), otherwise])).toBeNull();
    const own = [age, score, ...plain];
    expect(
      pageLogic([page('one', own)], own, {
        ...{ before: new Map(), written: new Set<string>(), pipe: String },
        exits: [to(over('score', 1)), otherwise],
      }),
    ).toBeNull();
    expect(JSON.stringify(logicOf(plain, before, [to(over('score', 1), two), otherwise]))).not.toMatch(
      /score|94011/,
    );
  });
});
