import type { IdKind } from '@weft/std';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formOfForeign } from './foreign-form.ts';
import { pagesOf, questionsOf } from './form-document.ts';
import { formFaults } from './form-faults.ts';
import { whyNotPublished } from './publish-problems.ts';
import { questionTypeNames } from './questions/question-types.ts';

let made = 1;
const newId = (kind: IdKind): string => `${kind}${`${made++}`.padStart(21, '0')}`;

it('makes questions on their pages, with choices, rows and settings, and can be published', () => {
  const { content, leftOut, questions } = formOfForeign(
    {
      title: 'Guests',
      pages: [
        [
          { type: 'short_text', label: 'Name', required: true },
          { type: 'single_choice', label: 'Meal', choices: ['Fish', 'Fish ', '', 'Rice'], takesOther: true },
        ],
        [],
        [
          { type: 'matrix', label: 'How was it', choices: ['Bad', 'Good'], rows: ['Food', 'Music'] },
          { type: 'rating', label: 'Stars', settings: { stars: 40 } },
        ],
      ],
      leftOut: ['Conditions were left out'],
    },
    '',
    newId,
  );
  expect(formFaults(content)).toEqual([]);
  expect(whyNotPublished(content)).toBe(null);
  expect(content.props.title).toBe('Guests');
  expect(questions).toBe(4);
  expect(pagesOf(content).map((page) => page.questions.map(({ label }) => label))).toEqual([
    ['Name', 'Meal'],
    ['How was it', 'Stars'],
  ]);
  const [name, meal, matrix] = questionsOf(content);
  expect([name?.required, meal?.choices.map(({ label }) => label)]).toEqual([true, ['Fish', 'Rice']]);
  expect(meal?.parts.map(({ label }) => label)).toEqual(['Other']);
  expect(matrix?.parts.map(({ label }) => label)).toEqual(['Food', 'Music']);
  expect(leftOut).toEqual([
    'Conditions were left out',
    '“Meal”: choices that were empty or there twice were left out',
    '“Stars”: its setting ‘Stars’ was left out',
  ]);
});

it('asks for a text where nothing can be chosen, and says so', () => {
  const page = [{ type: 'dropdown', label: '', choices: [' '] }] as const;
  const { content, leftOut } = formOfForeign({ title: '', pages: [page], leftOut: [] }, 'Poll', newId);
  expect(questionsOf(content)).toMatchObject([{ type: 'short_text', label: 'Question 1' }]);
  expect(leftOut.join()).toContain('it asks for a text');
});

it('asks for one choice where a table has no rows of its own', () => {
  const page = [{ type: 'matrix', label: 'How was it', choices: ['Bad', 'Good'], rows: [' '] }] as const;
  const { content, leftOut } = formOfForeign({ title: '', pages: [page], leftOut: [] }, 'Poll', newId);
  expect(questionsOf(content)).toMatchObject([{ type: 'single_choice', parts: [] }]);
  expect(leftOut).toEqual(['“How was it”: it has no rows of its own, so it asks for one choice']);
});

it('whatever form it is given, makes one without faults that tells what it left out', () => {
  const text = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ minLength: 250, maxLength: 1_200 }));
  const question = fc.record({
    ...{ type: fc.constantFrom(...questionTypeNames), label: text, help: text, required: fc.boolean() },
    ...{ choices: fc.array(text, { maxLength: 6 }), rows: fc.array(text, { maxLength: 4 }) },
    takesOther: fc.boolean(),
    settings: fc.dictionary(
      fc.constantFrom('stars', 'from', 'to', 'minimum', 'maxFiles', 'text', 'usual', 'format'),
      fc.oneof(fc.integer(), fc.string(), fc.boolean()),
    ),
  });
  const pages = fc.array(fc.array(question, { maxLength: 5 }), { maxLength: 4 });
  fc.assert(
    fc.property(text, pages, (title, given) => {
      const { content } = formOfForeign({ title, pages: given, leftOut: [] }, '', newId);
      expect(formFaults(content)).toEqual([]);
      expect(questionsOf(content)).toHaveLength(given.flat().length);
    }),
    { numRuns: 100 },
  );
});

it('keeps no half of a character where it cuts, and nothing that cannot be stored', () => {
  const cut = (length: number) => `${'a'.repeat(length - 1)}😀 and more`;
  const { content, leftOut } = formOfForeign(
    {
      title: cut(255),
      pages: [
        [
          { type: 'single_choice', label: cut(255), help: cut(1_000), choices: [cut(255), 'N\0o\ud83d'] },
          { type: 'matrix', label: 'Rows\0', choices: ['\udc00A'], rows: [cut(255)] },
          { type: 'scale', label: 'Scale', settings: { fromLabel: 'b\ud83d' } },
        ],
      ],
      leftOut: [`“${'c'.repeat(59)}\ud83d” was left out`],
      cover: { title: cut(255), text: cut(1_000) },
      endings: [{ key: 'end', title: cut(255), text: '\0Bye' }],
    },
    '',
    newId,
  );
  const unstorable: string[] = [];
  JSON.stringify([content, leftOut], (_, value) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) unstorable.push(value);
    return value;
  });
  expect(unstorable).toEqual([]);
  const [asked, matrix, scale] = questionsOf(content);
  expect(asked?.label).toBe('a'.repeat(254));
  expect(asked?.choices.map(({ label }) => label)).toEqual(['a'.repeat(254), 'No']);
  expect([matrix?.label, matrix?.parts[0]?.label, scale?.settings.fromLabel]).toEqual([
    ...['Rows', 'a'.repeat(254), 'b'],
  ]);
});

it('takes 200 questions and 100 pages, and says what is more', () => {
  const pages = Array.from({ length: 130 }, (_, at) => [
    { type: 'short_text', label: `A${at}` } as const,
    { type: 'short_text', label: `B${at}` } as const,
  ]);
  const { content, leftOut, questions } = formOfForeign({ title: 'Long', pages, leftOut: [] }, '', newId);
  expect(formFaults(content)).toEqual([]);
  expect([questions, pagesOf(content).length]).toEqual([200, 100]);
  expect(leftOut).toEqual([
    'Only 100 pages fit: the last one holds those after it',
    'A form has at most 200 questions: the last 60 were left out',
  ]);
});

const told = (given: Partial<Parameters<typeof formOfForeign>[0]>) =>
  formOfForeign({ title: 'Poll', pages: [], leftOut: [], ...given }, '', newId);
const page = [
  { key: 'pet', type: 'single_choice', label: 'Pet', choices: ['Cat', 'Dog', 'None'] },
  { key: 'name', type: 'short_text', label: 'Name' },
  { key: 'age', type: 'number', label: 'How old is {{Name}}?' },
  { key: 'vet', type: 'yes_no', label: 'Vet' },
  { key: 'end', type: 'long_text', label: 'Anything else' },
] as const;

it('leads past questions and to endings as the form did, and can be published', () => {
  const { content, leftOut } = told({
    pages: [page],
    cover: { title: 'Hello', text: 'It takes a minute' },
    oneByOne: true,
    jumps: [
      {
        after: 'pet',
        when: { conjunction: 'and', items: [{ about: 'pet', operator: 'is', value: 'None' }] },
        to: 'end',
      },
      {
        after: 'vet',
        when: {
          conjunction: 'or',
          items: [
            { about: 'vet', operator: 'is', value: true },
            { about: 'age', operator: 'at_least', value: 10 },
          ],
        },
        to: 'old',
      },
      { after: 'vet', when: null, to: 'end' },
      // Behind one that always leads on, nothing is heard.
      { after: 'vet', when: null, to: 'thanks' },
      { after: 'end', when: null, to: 'pet' },
      {
        after: 'end',
        when: { conjunction: 'and', items: [{ about: 'name', operator: 'more', value: 3 }] },
        to: 'old',
      },
    ],
    endings: [
      { key: 'thanks', title: 'Thanks', text: '' },
      { key: 'old', title: 'An old one', text: '', redirect: 'https://example.org/old' },
      { key: 'other', title: 'Nobody comes here', text: '' },
    ],
  });
  expect(formFaults(content)).toEqual([]);
  expect(whyNotPublished(content)).toBe(null);
  const pages = pagesOf(content);
  expect(pages.map(({ kind, title, questions }) => [kind, title, questions.length])).toEqual([
    ['cover', 'Hello', 0],
    ['form', '', 1],
    ['form', '', 1],
    ['form', '', 2],
    ['form', '', 1],
    ['ending', 'Thanks', 0],
    ['ending', 'An old one', 0],
  ]);
  const [, pets, , vets, last, , old] = pages;
  expect(pets?.rules.map(({ to }) => to)).toEqual([last?.id]);
  expect(vets?.rules.map(({ to }) => to)).toEqual([old?.id]);
  expect(vets?.next).toBe(last?.id);
  expect(old?.redirect).toBe('https://example.org/old');
  expect(content.props.layout).toBe('one');
  expect(leftOut).toEqual([
    'The ending “Nobody comes here” was left out: nothing leads to it',
    'A jump behind “Anything else” was left out: it leads back',
    'A jump behind “Anything else” was left out: its condition cannot be told here',
  ]);
});

it('shows a question where the form did, and always where it cannot tell when', () => {
  const { content, leftOut } = told({
    pages: [
      [
        page[0],
        {
          ...page[1],
          shownWhen: { conjunction: 'and', items: [{ about: 'pet', operator: 'is_not', value: 'None' }] },
        },
        {
          ...page[4],
          shownWhen: { conjunction: 'and', items: [{ about: 'later', operator: 'is', value: 'x' }] },
        },
      ],
    ],
  });
  expect(whyNotPublished(content)).toBe(null);
  const [pet, name, end] = questionsOf(content);
  expect(name?.shownWhen?.items).toEqual([
    { fieldId: pet?.id, operator: 'is_not', value: pet?.choices[2]?.id },
  ]);
  expect(end?.shownWhen).toBe(null);
  expect(leftOut).toEqual(['“Anything else”: its condition was left out, so it is always shown']);
});

it('whatever conditions and jumps it is given, tells those of them that it left out', () => {
  const key = fc.constantFrom('pet', 'name', 'age', 'vet', 'end', 'thanks', 'gone');
  const condition = fc.record({
    about: key,
    operator: fc.constantFrom('is', 'contains', 'more', 'is_empty', 'at_most'),
    value: fc.oneof(fc.constantFrom('Cat', 'Nobody', true), fc.integer(), fc.string({ maxLength: 5 })),
  });
  const when = fc.record({
    conjunction: fc.constantFrom('and', 'or'),
    items: fc.array(condition, { maxLength: 3 }),
  });
  const jumps = fc.array(fc.record({ after: key, when: fc.option(when), to: key }), { maxLength: 6 });
  fc.assert(
    fc.property(jumps, (given) => {
      const { content } = told({
        ...{ pages: [page], jumps: given as never },
        endings: [{ key: 'thanks', title: 'Thanks', text: '' }],
      });
      expect(formFaults(content)).toEqual([]);
      // A way that skips a question can leave its page unreachable; a condition is never one that cannot be judged.
      expect(whyNotPublished(content) ?? '').not.toMatch(/condition|rule/i);
    }),
    {
      numRuns: 100,
      // A page that is skipped, and asks about one before it.
      examples: [
        [
          [
            {
              after: 'vet',
              when: { conjunction: 'and', items: [{ about: 'pet', operator: 'is_empty', value: '' }] },
              to: 'end',
            },
            { after: 'pet', when: null, to: 'end' },
          ],
        ],
      ],
    },
  );
});
