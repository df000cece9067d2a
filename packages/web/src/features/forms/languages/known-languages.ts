/** Languages that the editor offers; documents may name any other by its tag. */
const known = [
  ...['af', 'sq', 'ar', 'hy', 'az', 'eu', 'bn', 'bs', 'bg', 'ca', 'zh-Hans', 'zh-Hant', 'hr', 'cs', 'da'],
  ...['nl', 'en', 'et', 'fi', 'fr', 'gl', 'ka', 'de', 'el', 'he', 'hi', 'hu', 'is', 'id', 'ga', 'it', 'ja'],
  ...['kk', 'ko', 'lv', 'lt', 'mk', 'ms', 'mt', 'nb', 'fa', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sr', 'sk'],
  ...['sl', 'es', 'sw', 'sv', 'ta', 'th', 'tr', 'uk', 'ur', 'vi', 'cy'],
];

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language as the editor calls it. */
export const languageLabel = (language: string): string => names.of(language) ?? language;

export const knownLanguages: readonly { readonly value: string; readonly label: string }[] = known
  .map((value) => ({ value, label: languageLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
