import type { Filter } from '@weft/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { FormPage, FormQuestion, PageKind } from './form-document.ts';
import type { QuestionTypeName } from './questions/question-types.ts';
import { endsBehind, exitsOf, walk } from './walk.ts';

const now = '2026-03-05T12:00:00.000Z';

const is = (fieldId: string, value: unknown): Filter => ({
  conjunction: 'and',
  items: [{ fieldId, operator: 'is', value }],
});

const ask = (id: string, more: Partial<FormQuestion> = {}): FormQuestion => ({
  ...{ id, type: 'short_text' as QuestionTypeName, label: id, help: '', required: false, settings: {} },
  ...{ choices: [], parts: [], shownWhen: null, requiredWhen: null },
  ...more,
});

const page = (
  id: string,
  questions: readonly FormQuestion[],
  more: Partial<Omit<FormPage, 'kind'>> & { readonly kind?: PageKind } = {},
): FormPage => ({
  id,
  kind: 'form',
  title: id,
  text: '',
  questions,
  rules: [],
  next: null,
  redirect: null,
  ...more,
});

/** The pages somebody goes through, and what comes behind them. */
const way = (pages: readonly FormPage[], sent: readonly (readonly [string, string])[]) => {
  const { steps, end } = walk(pages, sent, now);
  return [...steps.map((step) => step.page.id), end.kind === 'faults' ? 'faults' : (end.page?.id ?? 'end')];
};

describe('what stands in a question at first (L13)', () => {
  const kind = ask('kind', { type: 'short_text' });
  const rules = [
    { when: is('kind', 'club'), text: '10' },
    { when: is('kind', 'firm'), text: '50' },
  ];
  const seats = ask('seats', { settings: { usual: '1' }, usualWhen: rules });
  const defaultsFor = (sent: readonly (readonly [string, string])[]) =>
    walk([page('one', [kind, seats])], sent, now).steps[0]?.defaults.get('seats');

  it('follows from the answers before it, the first rule that holds before the usual text', () => {
    expect(defaultsFor([['kind', 'club']])).toBe('10');
    expect(defaultsFor([['kind', 'firm']])).toBe('50');
    expect(defaultsFor([['kind', 'other']])).toBe('1');
    expect(defaultsFor([])).toBe('1');
  });

  it('is a proposal: nothing is answered by it, and it hears nothing of later questions', () => {
    expect([...walk([page('one', [kind, seats])], [['kind', 'club']], now).answers]).toEqual([
      ['kind', 'club'],
    ]);
    const early = walk([page('one', [seats, kind])], [['kind', 'club']], now);
    expect(early.steps[0]?.defaults.get('seats')).toBe('1');
  });

  it('chooses what is offered and has room, by the first rule that holds, and answers nothing by it', () => {
    const ids = ['opt0', 'opt1', 'opt2', 'opt3'];
    const subset = fc.subarray(ids);
    const kinds = fc.constantFrom('club', 'firm', 'other');
    fc.assert(
      fc.property(
        subset,
        subset,
        subset,
        fc.array(fc.tuple(kinds, subset), { maxLength: 3 }),
        kinds,
        (...drawn) => {
          const [usual, hidden, full, rulesOf, said] = drawn;
          const choices = ids.map((id) => ({
            ...{ id, label: id, isFull: full.includes(id) },
            ...(hidden.includes(id) && { shownWhen: is('kind', 'nobody') }),
          }));
          const days = ask('days', {
            ...{ type: 'multiple_choice', choices, settings: { usual: usual.join(' ') } },
            usualWhen: rulesOf.map(([kindOf, chosen]) => ({
              when: is('kind', kindOf),
              text: chosen.join(' '),
            })),
          });
          const walked = walk([page('one', [kind, days])], [['kind', said]], now);
          const wanted = rulesOf.find(([kindOf]) => kindOf === said)?.[1] ?? usual;
          const free = wanted.filter((id) => !hidden.includes(id) && !full.includes(id));
          expect(walked.steps[0]?.defaults.get('days') ?? '').toBe(free.join(' '));
          expect([...walked.answers.keys()]).toEqual(['kind']);
        },
      ),
    );
  });
});

describe('showing', () => {
  const guest = ask('guest', { type: 'yes_no' });
  const name = ask('name', { shownWhen: is('guest', 'yes'), required: true });

  it('asks only where the conditions hold, and drops what is answered elsewhere (L1, L2)', () => {
    const pages = [page('one', [guest, name])];
    expect(way(pages, [['guest', 'no']])).toEqual(['one', 'end']);
    expect(way(pages, [['guest', 'yes']])).toEqual(['one', 'faults']);
    const hidden = walk(
      pages,
      [
        ['guest', 'no'],
        ['name', 'Eve'],
      ],
      now,
    );
    expect([...hidden.answers]).toEqual([['guest', 'no']]);
  });

  it('counts an answer that is not shown as none, for conditions too (L2)', () => {
    const more = ask('more', { shownWhen: is('name', 'Ada'), required: true });
    const pages = [page('one', [guest, name, more])];
    expect(
      way(pages, [
        ['guest', 'no'],
        ['name', 'Ada'],
      ]),
    ).toEqual(['one', 'end']);
    expect(
      way(pages, [
        ['guest', 'yes'],
        ['name', 'Ada'],
      ]),
    ).toEqual(['one', 'faults']);
  });

  it('hears only answers given before, and nothing of what is gone (L3)', () => {
    const early = ask('early', { shownWhen: is('late', 'x'), required: true });
    expect(way([page('one', [early, ask('late')])], [['late', 'x']])).toEqual(['one', 'end']);
    const orphan = ask('orphan', { shownWhen: is('gone', 'x'), required: true });
    expect(way([page('one', [orphan])], [])).toEqual(['one', 'faults']);
  });

  it('requires an answer where conditions say so (L4)', () => {
    const why = ask('why', { requiredWhen: is('guest', 'no') });
    const pages = [page('one', [guest, why])];
    expect(way(pages, [['guest', 'no']])).toEqual(['one', 'faults']);
    expect(way(pages, [['guest', 'yes']])).toEqual(['one', 'end']);
  });
});

describe('the way', () => {
  const pages = [
    page('start', [ask('kind')], {
      rules: [
        { id: 'r1', when: is('kind', 'short'), to: 'bye' },
        { id: 'r2', when: is('kind', 'skip'), to: 'last' },
        { id: 'r3', when: is('kind', 'gone'), to: 'nowhere' },
      ],
    }),
    page('middle', [ask('must', { required: true })]),
    page('last', [ask('sure')], { rules: [{ id: 'r4', when: is('sure', 'no'), to: 'start' }] }),
    page('thanks', [], { kind: 'ending' }),
    page('bye', [], { kind: 'ending' }),
  ];

  it('goes from page to page in order, and ends with the first ending (L5)', () => {
    expect(way(pages, [['must', 'x']])).toEqual(['start', 'middle', 'last', 'thanks']);
  });

  it('follows the first rule that holds, past pages that are then not asked (L5)', () => {
    expect(way(pages, [['kind', 'skip']])).toEqual(['start', 'last', 'thanks']);
    expect(
      way(pages, [
        ['kind', 'short'],
        ['must', 'x'],
      ]),
    ).toEqual(['start', 'bye']);
    expect([
      ...walk(
        pages,
        [
          ['kind', 'short'],
          ['must', 'x'],
        ],
        now,
      ).answers.keys(),
    ]).toEqual(['kind']);
    expect(
      way(pages, [
        ['kind', 'gone'],
        ['must', 'x'],
      ]),
    ).toEqual(['start', 'middle', 'last', 'thanks']);
  });

  it('stops where something is missing or wrong (L6)', () => {
    expect(way(pages, [])).toEqual(['start', 'middle', 'faults']);
  });

  it('comes back to an earlier page, once, with the answers it has (L7)', () => {
    expect(
      way(pages, [
        ['must', 'x'],
        ['sure', 'no'],
      ]),
    ).toEqual(['start', 'middle', 'last', 'start']);
  });

  it('says of each page whether the form ends behind it, by what is answered so far', () => {
    const part = (id: string, when: Filter | null) => ask(id, { shownWhen: when });
    const inParts = [
      ...pages.slice(0, 3),
      page('first', [part('a', null)], { partOf: 'first', next: 'second' }),
      page('second', [part('b', is('a', 'x')), ask('text', { type: 'paragraph' })], { partOf: 'first' }),
      page('third', [part('c', is('b', 'x'))], { partOf: 'first' }),
      ...pages.slice(3),
    ];
    const field = fc.constantFrom('kind', 'must', 'sure', 'a', 'b', 'c');
    const text = fc.constantFrom('short', 'skip', 'no', 'x', '', 'gone');
    fc.assert(
      fc.property(fc.array(fc.tuple(field, text), { maxLength: 8 }), (sent) => {
        const once = [...new Map(sent)];
        const { steps, end } = walk(inParts, once, now);
        if (end.kind === 'faults') return;
        const said = steps.map((step) => endsBehind(inParts, exitsOf(inParts, step.page), step.answers, now));
        expect(said).toEqual(steps.map((_, at) => at === steps.length - 1 && end.kind === 'ending'));
      }),
      { numRuns: 100 },
    );
  });

  it('ends for whatever is sent, without asking a page twice (L7)', () => {
    const text = fc.constantFrom('short', 'skip', 'no', 'x', '', 'gone');
    const field = fc.constantFrom('kind', 'must', 'sure');
    const target = fc.constantFrom('start', 'middle', 'last', 'thanks', 'bye', 'nowhere');
    const rule = fc.record({
      id: fc.string(),
      when: fc.tuple(field, text).map(([id, value]) => is(id, value)),
      to: target,
    });
    const any = fc.array(fc.array(rule, { maxLength: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(any, fc.array(fc.tuple(field, text), { maxLength: 4 }), (rules, sent) => {
        const ruled = pages.map((each, place) => ({ ...each, rules: rules[place] ?? [] }));
        const { steps } = walk(ruled, sent, now);
        const ids = steps.map((step) => step.page.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids[0]).toBe('start');
      }),
    );
  });
});

describe('a choice', () => {
  const size = ask('size', { type: 'yes_no' });
  const choice = (id: string, when?: Filter) => ({ id, label: id, ...(when && { shownWhen: when }) });
  const color = (choices: FormQuestion['choices'], required = true) =>
    ask('color', { type: 'single_choice', required, choices });

  it('that is not offered counts as not chosen, and one that is, is taken (L12)', () => {
    const pages = [page('one', [size, color([choice('red'), choice('blue', is('size', 'yes'))])])];
    const blue = ['color', 'blue'] as const;
    expect([...walk(pages, [['size', 'yes'], blue], now).answers.keys()]).toEqual(['size', 'color']);
    const refused = walk(pages, [['size', 'no'], blue], now);
    expect([...(refused.steps[0]?.faults ?? [])]).toEqual([['color', 'Choose one']]);
  });

  it('leaves no question to ask where none is offered (L12)', () => {
    const pages = [page('one', [size, color([choice('red', is('size', 'yes'))])])];
    expect(
      way(pages, [
        ['size', 'no'],
        ['color', 'red'],
      ]),
    ).toEqual(['one', 'end']);
    expect(way(pages, [['size', 'yes']])).toEqual(['one', 'faults']);
  });
});

it('folds an answer once, however many conditions ask for it', () => {
  const long = 'é'.repeat(5_000);
  const asking = Array.from({ length: 50 }, (_, n) =>
    ask(`q${n}`, {
      shownWhen: { ...is('text', `x${n}`), items: [...is('text', `x${n}`).items, ...is('text', 'y').items] },
    }),
  );
  const pages = [
    page('first', [ask('text', { type: 'long_text' })]),
    page('second', asking, { rules: [{ id: 'r', when: is('text', 'z'), to: 'first' }] }),
  ];
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const folds = () => normalize.mock.contexts.filter((text) => String(text).length === long.length).length;
  walk(pages, [['text', long]], now);
  expect(folds()).toBe(1);
  // Nothing of it is remembered behind the walk.
  walk(pages, [['text', long]], now);
  expect(folds()).toBe(2);
  normalize.mockRestore();
});
