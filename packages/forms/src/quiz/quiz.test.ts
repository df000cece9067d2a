import type { Content } from '@weft/documents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormPage, FormQuestion } from '../form-document.ts';
import { drawnPages, endingByScore, quizOf, scoreOf } from './quiz.ts';

const question = (id: string, type: FormQuestion['type'], labels: readonly string[]) =>
  ({
    id,
    type,
    label: id,
    choices: labels.map((label) => ({ id: `${id}-${label}`, label })),
  }) as unknown as FormQuestion;
const one = question('one', 'single_choice', ['a', 'b']);
const many = question('many', 'multiple_choice', ['a', 'b', 'c']);
const points: Record<string, number> = { 'one-a': 2, 'many-a': 1, 'many-b': 1, 'many-c': -2 };
const content = (props: object = {}, more: object = {}) =>
  ({
    props: { title: '', quiz: true, ...props },
    blocks: {
      ...Object.fromEntries(
        Object.entries(points).map(([id, each]) => [
          id,
          { parent: null, order: 'V', props: { points: each } },
        ]),
      ),
      ...more,
    },
  }) as unknown as Content;
const score = (answers: Record<string, string | readonly string[]>, passMark: number | null = null) =>
  scoreOf(content(), { passMark }, [one, many], new Map(Object.entries(answers)));

describe('the score of a quiz (Q1)', () => {
  it('adds what right choices give, and takes wrong ones from their own question alone', () => {
    expect(score({ one: 'one-a', many: ['many-a', 'many-b'] })).toMatchObject({
      points: 4,
      most: 4,
      percent: 100,
    });
    expect(score({ one: 'one-a', many: ['many-a'] })).toMatchObject({ points: 3, most: 4 });
    expect(score({ one: 'one-a', many: ['many-a', 'many-c'] })).toMatchObject({ points: 2 });
    expect(score({})).toMatchObject({ points: 0, most: 4, percent: 0 });
  });

  it('is passed from its pass mark on', () => {
    expect(score({ one: 'one-a' }, 50).passed).toBe(true);
    expect(score({ one: 'one-b' }, 50).passed).toBe(false);
    expect(score({ one: 'one-b' }).passed).toBeNull();
  });

  it('leads to the highest ending that it reaches (Q2)', () => {
    const endings = ['low', 'high', 'usual'].map((id) => ({ id, kind: 'ending' }) as FormPage);
    const block = (fromScore: number) => ({ parent: null, order: 'V', props: { fromScore } });
    const form = content({}, { low: block(30), high: block(80) });
    const at = (percent: number) => endingByScore(form, endings, endings[2] ?? null, { percent })?.id;
    expect([at(10), at(30), at(79), at(80)]).toEqual(['usual', 'low', 'low', 'high']);
  });
});

it('a form is a quiz where it says so', () => {
  expect(quizOf(content({ quiz: false }))).toBeNull();
  expect(quizOf(content({ passMark: 60 }))).toEqual({
    ...{ passMark: 60, shows: 'answers', feedback: 'end', minutes: null, attempts: null },
    leaderboard: null,
  });
});

it('a page draws so many questions, the same ones for the same person (Q3)', () => {
  const questions = Array.from({ length: 20 }, (_, n) => question(`q${n}`, 'short_text', []));
  const page = { id: 'page', kind: 'form', questions } as unknown as FormPage;
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 25 }), (seed, pick) => {
      const form = content({}, { page: { parent: null, order: 'V', props: { pick } } });
      const draw = () => drawnPages(form, [page], seed)[0]?.questions ?? [];
      const drawn = draw();
      expect(drawn.length).toBe(Math.min(pick, 20));
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(draw()).toEqual(drawn);
    }),
  );
});
