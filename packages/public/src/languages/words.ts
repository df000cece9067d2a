import type { AnswerWords, WordedLanguage } from '@weft/forms';
import { alert } from '../alert.ts';
import { faultFrame } from '../fault-frame.ts';
import { arabic } from './arabic.ts';
import { bookingTexts } from './bookings/booking-texts.ts';
import { english as englishBookings } from './bookings/english.ts';
import { dutch } from './dutch.ts';
import { type Dictionary, english } from './english.ts';
import { filled } from './filled.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { hebrew } from './hebrew.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { type LetterText, letters } from './letters.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { type Sentences, sentenceFrom } from './sentences.ts';
import { spanish } from './spanish.ts';

/** THE list of what published pages say by themselves. */
export const dictionaries: { readonly [L in WordedLanguage]: Dictionary } = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  ar: arabic,
  he: hebrew,
  ja: japanese,
};

/** The language whose words are used for one. */
function wordedAs(language: string): WordedLanguage {
  const [base = ''] = language.split('-');
  return Object.hasOwn(dictionaries, base) ? (base as WordedLanguage) : 'en';
}

const dictionaryOf = (language: string): Dictionary => dictionaries[wordedAs(language)];

export type ScriptText = keyof (typeof english)['script'];
type PageText = keyof (typeof english)['page'];
type Sentence = keyof (typeof english)['sentences'];

type BookingText = keyof typeof englishBookings;

export type Say = (text: PageText | ScriptText, ...values: readonly (string | number)[]) => string;

/** What published pages say in a language besides what their makers wrote. */
export interface Words {
  readonly language: string;
  readonly say: Say;
  /** The same in mails and PDFs. */
  readonly letter: (text: LetterText, ...values: readonly (string | number)[]) => string;
  /** The same of what is booked, in pages and mails. */
  readonly book: (text: BookingText, ...values: readonly (string | number)[]) => string;
  /** One of these as it is said in English. */
  readonly bookSentence: (text: string) => string;
  /** A sentence that rules and settings say in English; what is none of theirs stays as it is. */
  readonly sentence: (text: string) => string;
  /** The texts of scripts. */
  readonly script: Dictionary['script'];
  /** Numbers and days as they are written there; English ones as everywhere in the product. */
  readonly locale: string;
}

const isPageText = (text: PageText | ScriptText): text is PageText => Object.hasOwn(english.page, text);

const sentencesOf = ({ sentences }: Dictionary): Sentences =>
  (Object.keys(english.sentences) as readonly Sentence[]).map((key) => [
    english.sentences[key],
    sentences[key],
  ]);

const bookingSentencesOf = (language: string): Sentences => {
  const said = bookingTexts[wordedAs(language)];
  return (Object.keys(englishBookings) as readonly BookingText[]).map((key) => [
    englishBookings[key],
    said[key],
  ]);
};

/** Why a page that is booked is closed: the settings say so, as they do of forms. */
const closedSentencesOf = (language: string): Sentences =>
  (['noBookingsNow', 'timeToBookOver'] as const).map((key) => [
    englishBookings[key],
    bookingTexts[wordedAs(language)][key],
  ]);

const known = new Map<string, Words>();

/** The words of a language; where it has none, the English ones. */
export function wordsFor(language: string): Words {
  const dictionary = dictionaryOf(language);
  const stored = known.get(language);
  if (stored !== undefined) return stored;
  const isEnglish = dictionary === english;
  const sentence = isEnglish
    ? String
    : sentenceFrom([...sentencesOf(dictionary), ...closedSentencesOf(language)]);
  const booked = isEnglish ? String : sentenceFrom(bookingSentencesOf(language));
  const words: Words = {
    language,
    say: (text, ...values) =>
      filled(isPageText(text) ? dictionary.page[text] : dictionary.script[text], values),
    letter: (text, ...values) => filled(letters[wordedAs(language)][text], values),
    book: (text, ...values) => filled(bookingTexts[wordedAs(language)][text], values),
    bookSentence: (text) => {
      const said = booked(text);
      return said === text ? sentence(text) : said;
    },
    sentence,
    script: dictionary.script,
    locale: isEnglish ? 'en-US' : language,
  };
  if (known.size < 500) known.set(language, words);
  return words;
}

/** What a browser says by itself while it turns the pages of a form. */
export interface OfflineTexts {
  readonly sentences: Sentences;
  readonly page: string;
  readonly change: string;
  /** Above what has to be looked at again, and in the title of its page. */
  readonly wrong: readonly [one: string, many: string];
  readonly checkAnswers: string;
  /** What frames it, without texts: it is the same as on pages of the server. */
  readonly alertFrame: string;
  readonly faultFrame: string;
  readonly answers: AnswerWords;
}

export function offlineTexts({ language, say, locale }: Words): OfflineTexts {
  const dictionary = dictionaryOf(language);
  return {
    sentences: dictionary === english ? [] : sentencesOf(dictionary),
    page: dictionary.page.page,
    change: say('change'),
    wrong: [say('oneWrong'), dictionary.page.manyWrong],
    checkAnswers: say('checkAnswers'),
    alertFrame: alert('').text,
    faultFrame: faultFrame.text,
    answers: { locale, yes: say('yes'), no: say('no') },
  };
}

/** The language of a page, and the ones it can be changed to. */
export interface PageLanguage {
  readonly language: string;
  /** None where there is one alone. */
  readonly offered: readonly string[];
}

/** What a language calls itself. */
export function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}
