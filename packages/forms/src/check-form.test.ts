import type { Content } from '@weft/documents';
import { describe, expect, it } from 'vitest';
import { formProblems } from './check-form.ts';
import { firstPageId, newForm, pageProps, questionProps } from './form-document.ts';

const fld = (letter: string): string => `fld${letter.repeat(21)}`;
const pag = (letter: string): string => `pag${letter.repeat(21)}`;
const is = (fieldId: string, value: unknown = 'x') => ({
  conjunction: 'and',
  items: [{ fieldId, operator: 'is', value }],
});
const question = (label: string, more: object = {}, parent = firstPageId) => ({
  parent,
  props: { ...questionProps('short_text'), label, ...more },
});

const anOption = `opt${'a'.repeat(21)}`;
const anImage = `fil${'a'.repeat(21)} 1200x800`;
const image = (more: object) => ({
  parent: firstPageId,
  props: { ...questionProps('image'), image: anImage, ...more },
});

type Blocks = { readonly [id: string]: { readonly parent: string | null; readonly props: object } };

const problems = (blocks: Blocks) => {
  const placed = Object.entries(blocks).map(([id, block], place) => [id, { ...block, order: `W${place}V` }]);
  const form = newForm('Guests');
  const content = { ...form, blocks: { ...form.blocks, ...Object.fromEntries(placed) } } as Content;
  return formProblems(content).map(({ text }) => text);
};

const rule = (parent: string, when: object, to: string) => ({ parent, props: { type: 'rule', when, to } });
const page = (kind: 'form' | 'ending', more: object = {}) => ({
  parent: null,
  props: { ...pageProps(kind), ...more },
});

describe('a form is published only when', () => {
  it.each<[string, Blocks, string]>([
    ['it asks something', {}, 'Add a question first'],
    ['every question has a label', { [fld('a')]: question(' ') }, 'Give every question a label first'],
    [
      'choices are told apart',
      {
        [fld('a')]: { parent: firstPageId, props: { ...questionProps('dropdown'), label: 'Color' } },
        [`opt${'a'.repeat(21)}`]: { parent: fld('a'), props: { type: 'choice', label: 'Red' } },
        [`opt${'b'.repeat(21)}`]: { parent: fld('a'), props: { type: 'choice', label: ' red' } },
      },
      'Two choices of ‘Color’ have the same label',
    ],
    [
      'no condition asks about what is gone',
      { [fld('a')]: question('A', { shownWhen: is(fld('z')) }) },
      'A condition of ‘A’ asks about a question that is gone',
    ],
    [
      'conditions ask about what comes before',
      { [fld('a')]: question('A', { shownWhen: is(fld('b')) }), [fld('b')]: question('B') },
      'A condition of ‘A’ asks about a question that comes later',
    ],
    [
      'conditions fit what they ask about',
      { [fld('a')]: question('A'), [fld('b')]: question('B', { requiredWhen: is(fld('a'), 5) }) },
      'A condition of ‘B’ does not fit the question it asks about',
    ],
    [
      'defaults follow from what comes before (L13)',
      {
        [fld('a')]: question('A', { usualWhen: [{ when: is(fld('b')), text: 'x' }] }),
        [fld('b')]: question('B'),
      },
      'A condition of ‘A’ asks about a question that comes later',
    ],
    [
      'a question that takes one choice has one at first (L13)',
      {
        [fld('a')]: question('A', { type: 'dropdown', usual: `${anOption} opt${'b'.repeat(21)}` }),
        [anOption]: { parent: fld('a'), props: { type: 'choice', label: 'One' } },
        [`opt${'b'.repeat(21)}`]: { parent: fld('a'), props: { type: 'choice', label: 'Two' } },
      },
      '‘A’ takes one choice, and has several at first',
    ],
    [
      'conditions are there',
      { [fld('a')]: question('A', { shownWhen: { conjunction: 'and', items: [] } }) },
      'A condition of ‘A’ has no condition yet',
    ],
    [
      'every page can be reached',
      {
        [fld('a')]: question('A'),
        [pag('a')]: page('ending'),
        [pag('b')]: page('ending', { label: 'Full' }),
      },
      '‘Full’ can’t be reached: lead to it, or delete it',
    ],
    [
      'no page leads to one that is gone',
      { [fld('a')]: question('A'), [`rul${'a'.repeat(21)}`]: rule(firstPageId, is(fld('a')), pag('z')) },
      'A rule of Page 1 leads to a page that is gone',
    ],
    [
      'somebody can get to the end',
      { [fld('a')]: question('A'), [pag('b')]: page('form', { next: firstPageId }) },
      'From Page 1 every way leads back: nobody gets to the end',
    ],
    [
      'texts name questions of pages before',
      { [fld('a')]: question('A'), [fld('b')]: question('Why, {{A}}?') },
      '‘{{A}}’ on Page 1 names no question of a page before it',
    ],
    [
      'texts name a part of a question that has parts',
      {
        [fld('a')]: { parent: firstPageId, props: { ...questionProps('matrix'), label: 'Your week' } },
        [fld('c')]: { parent: fld('a'), props: { type: 'part', name: 'row', label: 'Monday' } },
        [pag('b')]: page('ending', { label: 'Have a good {{Your week}}' }),
      },
      '‘{{Your week}}’ on ‘Have a good {{Your week}}’ names a question of several parts: write {{Your week: Monday}}',
    ],
    [
      'an ending asks nothing',
      { [fld('a')]: question('A'), [pag('b')]: page('ending'), [fld('b')]: question('B', {}, pag('b')) },
      'Page 2 is an ending: it can ask nothing',
    ],
    [
      'conditions of choices ask about what comes before',
      {
        [fld('a')]: { parent: firstPageId, props: { ...questionProps('dropdown'), label: 'Color' } },
        [`opt${'a'.repeat(21)}`]: {
          parent: fld('a'),
          props: { type: 'choice', label: 'Red', shownWhen: is(fld('z')) },
        },
      },
      'A condition of ‘Color’ asks about a question that is gone',
    ],
    [
      'a formula computes with numbers',
      {
        [fld('a')]: question('A'),
        [fld('b')]: {
          parent: firstPageId,
          props: { ...questionProps('calculation'), label: 'B', formula: '{{A}} + 1' },
        },
      },
      '‘B’ computes with ‘{{A}}’, whose answer is no number',
    ],
    [
      'no two formulas wait for each other',
      {
        [fld('a')]: {
          parent: firstPageId,
          props: { ...questionProps('calculation'), label: 'A', formula: '{{B}} + 1' },
        },
        [fld('b')]: {
          parent: firstPageId,
          props: { ...questionProps('calculation'), label: 'B', formula: '{{A}} + 1' },
        },
        [fld('c')]: question('C'),
      },
      '‘A’ computes with ‘{{B}}’, which names no question before it',
    ],
    [
      'an ending leads to a safe address',
      { [fld('a')]: question('A'), [pag('b')]: page('ending', { redirect: 'javascript:alert(1)' }) },
      'Page 2 leads to no address of https whose host is written out',
    ],
    [
      'every image has a description',
      { [fld('a')]: image({}), [fld('b')]: question('A') },
      'Image: say what it shows, or that it only decorates the page',
    ],
    [
      'image blocks have an image',
      { [fld('a')]: { parent: firstPageId, props: questionProps('image') }, [fld('b')]: question('A') },
      'Image: choose an image first',
    ],
    [
      'every picture of a choice has a description',
      {
        [fld('a')]: { parent: firstPageId, props: { ...questionProps('picture_choice'), label: 'Pet' } },
        [`opt${'a'.repeat(21)}`]: {
          parent: fld('a'),
          props: { type: 'choice', label: 'Cat', image: anImage },
        },
      },
      '‘Pet’: the picture of ‘Cat’ has no description: say what it shows',
    ],
    [
      'every choice with a picture has one',
      {
        [fld('a')]: { parent: firstPageId, props: { ...questionProps('picture_choices'), label: 'Pets' } },
        [`opt${'a'.repeat(21)}`]: { parent: fld('a'), props: { type: 'choice', label: 'Cat', alt: 'A cat' } },
      },
      '‘Pets’: the choice ‘Cat’ has no picture yet',
    ],
  ])('%s (D5, D8)', (_when, blocks, text) => {
    expect(problems(blocks)).toContain(text);
  });

  it('every page can be reached: what one that cannot asks about is not what is wrong with it (D8)', () => {
    expect(
      problems({
        [firstPageId]: page('form', { next: pag('c') }),
        [fld('a')]: question('A'),
        [pag('b')]: page('form', { label: 'Skipped' }),
        [`rul${'a'.repeat(21)}`]: rule(pag('b'), is(fld('a')), pag('c')),
        [pag('c')]: page('ending'),
      }),
    ).toEqual(['‘Skipped’ can’t be reached: lead to it, or delete it']);
  });

  it('and an image that only decorates the page says nothing (D5)', () => {
    const blocks = { [fld('a')]: question('A'), [fld('b')]: image({ decorative: true }) };
    expect(problems(blocks)).toEqual([]);
  });

  it('and a loop with a way out, and conditions on other pages, are fine (D8)', () => {
    const blocks = {
      [fld('a')]: question('A'),
      [pag('b')]: page('form'),
      [fld('b')]: question('B', { shownWhen: is(fld('a')) }, pag('b')),
      [`rul${'b'.repeat(21)}`]: rule(pag('b'), is(fld('b')), firstPageId),
      [pag('c')]: page('ending', { label: 'Thank you, {{a}}' }),
    };
    expect(problems(blocks)).toEqual([]);
  });
});
