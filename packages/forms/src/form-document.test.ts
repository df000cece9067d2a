import {
  applyAll,
  type Content,
  diff,
  inWords,
  migrated,
  orderBetween,
  ordersBetween,
} from '@weft/documents';
import { describe, expect, it } from 'vitest';
import {
  firstPageId,
  formKind,
  formNames,
  newForm,
  pagesOf,
  questionProps,
  questionsOf,
} from './form-document.ts';
import { formFaults } from './form-faults.ts';
import { whyNotPublished } from './publish-problems.ts';

const id = (letter: string): string => `fld${letter.repeat(21)}`;
const form: Content = {
  ...newForm('Guests'),
  blocks: {
    ...newForm('Guests').blocks,
    [id('a')]: { parent: firstPageId, order: 'V', props: { ...questionProps('short_text'), label: 'Name' } },
    [id('b')]: { parent: firstPageId, order: 'W', props: { ...questionProps('email'), label: 'Email' } },
  },
};
const withBlock = (props: object, key = id('c'), parent: string | null = firstPageId): Content => ({
  ...form,
  blocks: { ...form.blocks, [key]: { parent, order: 'X', props: props as never } },
});

const nested = (depth: number): object => ({
  conjunction: 'and',
  items: depth === 1 ? [] : [nested(depth - 1)],
});

describe('a form', () => {
  it('asks nobody for what they do not see: a hidden field is never required (D11)', () => {
    const requiredWhen = nested(1) as never;
    const hidden = withBlock({ ...questionProps('hidden'), label: 'Source', required: true, requiredWhen });
    expect(questionsOf(hidden).at(-1)).toMatchObject({ type: 'hidden', required: false, requiredWhen: null });
    const seen = withBlock({ ...questionProps('email'), label: 'Email', required: true });
    expect(questionsOf(seen).at(-1)).toMatchObject({ required: true });
  });

  it('of before there were pages has one, with everything on it (D7)', () => {
    const { [firstPageId]: _, ...blocks } = form.blocks;
    const flat = Object.entries(blocks).map(([key, block]) => [key, { ...block, parent: null }]);
    const old = { ...form, schema: 0, blocks: Object.fromEntries(flat) };
    expect(migrated(old, formKind)).toEqual({ ok: true, value: form });
    expect(pagesOf(form).map(({ questions }) => questions.length)).toEqual([2]);
  });

  it('has questions in order, and nothing wrong (D1)', () => {
    expect(formFaults(form)).toEqual([]);
    expect(questionsOf(form).map(({ label }) => label)).toEqual(['Name', 'Email']);
  });

  it.each([
    ['a type that is none', withBlock({ ...questionProps('email'), type: 'constructor' })],
    ['a setting that is none', withBlock({ ...questionProps('email'), html: '<b>' })],
    ['a label too long', withBlock({ ...questionProps('email'), label: 'x'.repeat(256) })],
    ['a label that is no text', withBlock({ ...questionProps('email'), label: ['x'] })],
    ['no label at all', withBlock({ type: 'email', required: false })],
    ['an id that names no field', withBlock(questionProps('email'), 'question')],
    ['a question inside another', withBlock(questionProps('email'), id('c'), id('a'))],
    ['a question on no page', withBlock(questionProps('email'), id('c'), null)],
    ['conditions nested too deep', withBlock({ ...questionProps('email'), shownWhen: nested(6) })],
    [
      'defaults by conditions of what has no default (L13)',
      withBlock({ ...questionProps('email'), usualWhen: [{ when: nested(1), text: 'x' }] }),
    ],
    [
      'a default by conditions that is too long (L13)',
      withBlock({ ...questionProps('number'), usualWhen: [{ when: nested(1), text: 'x'.repeat(501) }] }),
    ],
    ['conditions that are none', withBlock({ ...questionProps('email'), shownWhen: { items: [] } })],
    [
      'a thousand conditions',
      withBlock({
        ...questionProps('email'),
        shownWhen: { conjunction: 'or', items: Array(1_000).fill(nested(1)) },
      }),
    ],
    ['a title too long', { ...form, props: { title: 'x'.repeat(256) } }],
    ['a setting of its own that is none', { ...form, props: { title: 'x', script: 'y' } }],
  ])('is refused with %s (D2 to D4)', (_what, content) => {
    expect(formFaults(content)).not.toEqual([]);
  });

  it('of far too many blocks is told so alone', () => {
    const many = Array.from({ length: 2_001 }, (_, i) => [
      `fld${i}`,
      { parent: null, order: 'V', props: {} },
    ]);
    expect(formFaults({ kind: 'form', schema: 1, props: {}, blocks: Object.fromEntries(many) })).toEqual([
      { path: 'blocks', reason: 'A document has at most 2000 blocks' },
    ]);
  });

  it('has at most 200 questions (D4)', () => {
    const blocks: { [key: string]: Content['blocks'][string] } = {};
    let order: string | null = null;
    for (let n = 0; n < 201; n++) {
      order = orderBetween(order, null);
      blocks[`fld${n.toString(36).padStart(21, '0')}`] = {
        parent: firstPageId,
        order,
        props: questionProps('email'),
      };
    }
    expect(formFaults({ ...form, blocks: { ...newForm('').blocks, ...blocks } })).toEqual([
      { path: 'blocks', reason: 'A form has at most 200 questions' },
    ]);
  });

  it('has at most 2,000 conditions in all (D4)', () => {
    const conditions = (count: number) => ({
      conjunction: 'and',
      items: Array.from({ length: count }, () => ({
        fieldId: `fld${'1'.repeat(21)}`,
        operator: 'is_not_empty',
      })),
    });
    const formOf = (last: number): Content => ({
      ...newForm(''),
      blocks: Object.fromEntries([
        ...Object.entries(newForm('').blocks),
        ...ordersBetween(null, null, 20).map((order, n) => {
          const count = n === 19 ? last : 100;
          const props = {
            ...questionProps('email'),
            requiredWhen: conditions(count - 1),
            shownWhen: conditions(1),
          };
          return [`fld${n.toString(36).padStart(21, '0')}`, { parent: firstPageId, order, props }];
        }),
      ]),
    });
    expect(formFaults(formOf(100))).toEqual([]);
    expect(formFaults(formOf(101))).toEqual([
      { path: 'blocks', reason: 'A form has at most 2000 conditions in all' },
    ]);
  });

  it('is published with questions that have labels (D5)', () => {
    expect(whyNotPublished(newForm('Empty'))).toBe('Add a question first');
    expect(whyNotPublished(withBlock(questionProps('email')))).toBe('Give every question a label first');
    expect(whyNotPublished(form)).toBeNull();
  });

  it('tells its changes in words', () => {
    const after = applyAll(form, [
      { kind: 'prop', id: null, key: 'title', before: 'Guests', after: 'Visitors' },
      { kind: 'prop', id: id('b'), key: 'required', before: false, after: true },
      { kind: 'block', id: id('a'), before: form.blocks[id('a')] ?? null, after: null },
    ]);
    expect(inWords(form, after, diff(form, after), formNames).toSorted()).toEqual([
      'Changed the answer of the question ‘Email’ from optional to required',
      'Changed the title from ‘Guests’ to ‘Visitors’',
      'Deleted the question ‘Name’',
    ]);
  });
});
