import {
  type Answers,
  addressFault,
  askPage,
  conditionEnv,
  type FormQuestion,
  questionType,
  questionTypeNames,
} from '@weft/forms';
import { expect, it } from 'vitest';
import { bookingTexts } from './bookings/booking-texts.ts';
import { english } from './english.ts';
import { letters } from './letters.ts';
import { dictionaries, wordsFor } from './words.ts';

const groups = Object.keys(english) as (keyof typeof english)[];
const holes = (text: string): string =>
  [...text.matchAll(/\{\d\}/g)]
    .map(([hole]) => hole)
    .toSorted()
    .join();
const languages = Object.keys(dictionaries);

it.each(languages)(
  'what is put into a text is in it in the language %s too, and no text is empty',
  (language) => {
    const own = dictionaries[language as keyof typeof dictionaries];
    for (const group of groups)
      for (const [key, text] of Object.entries<string>(own[group])) {
        const written = (english[group] as { readonly [key: string]: string })[key] ?? '';
        expect([key, holes(text)]).toEqual([key, holes(written)]);
        expect(text.trim()).not.toBe('');
      }
  },
);

it.each(languages)('booking pages say in the language %s what they say in English', (language) => {
  const own = bookingTexts[language as keyof typeof bookingTexts];
  for (const [key, text] of Object.entries<string>(bookingTexts.en)) {
    const said = (own as { readonly [key: string]: string })[key] ?? '';
    expect([key, holes(said)]).toEqual([key, holes(text)]);
    expect(said.trim()).not.toBe('');
  }
});

it.each(languages)('mails and PDFs say in the language %s what they say in English', (language) => {
  const own = letters[language as keyof typeof letters];
  for (const [key, text] of Object.entries<string>(letters.en)) {
    const said = (own as { readonly [key: string]: string })[key] ?? '';
    expect([key, holes(said), said.endsWith('\n')]).toEqual([key, holes(text), text.endsWith('\n')]);
    expect(said.trim()).not.toBe('');
  }
});

it('texts of pages and of scripts have names of their own', () => {
  const shared = Object.keys(english.page).filter((key) => Object.hasOwn(english.script, key));
  expect(shared).toEqual([]);
});

/** What is said of everything that a type of question refuses. */
function refusals(type: (typeof questionTypeNames)[number]): readonly string[] {
  const { samples, choices, parts, isContent } = questionType(type);
  if (isContent === true) return [];
  const base: FormQuestion = {
    ...{ id: 'q', type, label: 'Question', help: '', required: true, settings: {}, shownWhen: null },
    choices: (choices?.initial ?? []).map((label, at) => ({ id: String(at), label })),
    parts: (parts?.initial ?? []).map((part, at) => ({ ...part, id: `q ${at}` })),
    requiredWhen: null,
  };
  const env = conditionEnv([], '2026-03-05T12:00:00.000Z');
  const before: Answers = new Map();
  const missing = [...askPage([base], before, () => [], env).faults.values()];
  return [...missing, ...samples.flatMap(({ gives }) => (typeof gives === 'string' ? [gives] : []))];
}

const said = [
  ...questionTypeNames.flatMap(refusals),
  addressFault({ allowedDomains: ['one.example', 'two.example'] }, 'a@b.example') ?? '',
  '‘photo.png’: Choose a file of at most 5 MB',
];

it.each([...new Set(said)])('“%s” is said in other languages', (text) => {
  const { sentence } = wordsFor('ja');
  expect(sentence(text)).not.toBe(text);
  expect(wordsFor('en').sentence(text)).toBe(text);
});

it('what is put into a sentence stands in its place', () => {
  const { sentence, say } = wordsFor('de');
  expect(sentence('Choose at least 3 choices')).toBe('Wählen Sie mindestens 3 Möglichkeiten');
  expect(sentence('Choose at least 1 choice')).toBe('Wählen Sie mindestens 1 Möglichkeit');
  expect(sentence('‘{0}’ is full: choose something else')).toBe('„{0}“ ist voll: Wählen Sie etwas anderes');
  expect(sentence('‘a.png’: This takes PDF files, whatever a file is called')).toBe(
    '„a.png“: Erlaubt sind PDF-Dateien, gleich wie eine Datei heißt',
  );
  expect(sentence('We are closed for the holidays.')).toBe('We are closed for the holidays.');
  expect(say('pageOf', 2, 5)).toBe('Seite 2 von 5');
});

it('another region has the words of its language, and a language without any the English ones', () => {
  expect(wordsFor('pt-BR').say('next')).toBe('Avançar');
  expect(wordsFor('sv').say('next')).toBe('Next');
});
