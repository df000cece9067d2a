import type { Content } from '@weft/documents';
import { expect, it } from 'vitest';
import { firstPageId, newForm, pagesOf, questionProps } from './form-document.ts';
import { laidOut } from './one-by-one.ts';
import type { QuestionTypeName } from './questions/question-types.ts';
import { walk } from './walk.ts';

const id = (name: string) => `fld${name.padStart(21, '0')}`;
const form = newForm('Guests');
const asked: readonly (readonly [string, QuestionTypeName, object?])[] = [
  ['intro', 'heading'],
  ['name', 'short_text'],
  ['mail', 'email', { beside: true }],
  ['comes', 'yes_no', { required: true }],
  [
    'why',
    'short_text',
    {
      required: true,
      shownWhen: { conjunction: 'and', items: [{ fieldId: id('comes'), operator: 'is', value: 'no' }] },
    },
  ],
  ['secret', 'hidden'],
  ['diet', 'short_text'],
  ['bye', 'paragraph'],
];
const content = {
  ...form,
  props: { ...form.props, layout: 'one' },
  blocks: {
    ...form.blocks,
    ...Object.fromEntries(
      asked.map(([name, type, more], place) => [
        id(name),
        {
          parent: firstPageId,
          order: `V${place + 1}`,
          props: { ...questionProps(type), label: name, ...more },
        },
      ]),
    ),
  },
} as Content;
const pages = laidOut(content, pagesOf(content));
const names = (questions: readonly { readonly label: string }[]) =>
  questions.map(({ label }) => label).join(' ');

it('asks one row at a time, contents and hidden values with the question behind them', () => {
  expect(pages.map(({ questions }) => names(questions))).toEqual([
    'intro name mail',
    'comes',
    'why',
    'secret diet bye',
  ]);
  expect(pages[0]?.id).toBe(firstPageId);
  expect(new Set(pages.map((page) => page.id)).size).toBe(4);
});

it('goes by a question that conditions hide, and asks it where they show it', () => {
  const way = (answer: string) => {
    const { steps, end } = walk(pages, [[id('comes'), answer]], '2026-01-01T00:00:00.000Z');
    return [...steps.map(({ page }) => names(page.questions)), end.kind];
  };
  expect(way('yes')).toEqual(['intro name mail', 'comes', 'secret diet bye', 'ending']);
  expect(way('no')).toEqual(['intro name mail', 'comes', 'why', 'faults']);
});

it('leaves pages whole where the form shows pages', () => {
  const whole = { ...content, props: form.props } as Content;
  expect(laidOut(whole, pagesOf(whole))).toEqual(pagesOf(whole));
});
