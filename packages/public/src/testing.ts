import { english as bookings } from './languages/bookings/english.ts';
import { english } from './languages/english.ts';

/** What published pages say in English, by the names of its texts: for tests of whoever says it. */
export const englishTexts = { sentences: english.sentences, bookings };
