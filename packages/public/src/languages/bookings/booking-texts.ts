import type { WordedLanguage } from '@weft/forms';
import { arabic } from './arabic.ts';
import { dutch } from './dutch.ts';
import { type BookingTexts, english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { hebrew } from './hebrew.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** THE list of what pages and mails of bookings say by themselves. */
export const bookingTexts: { readonly [L in WordedLanguage]: BookingTexts } = {
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
