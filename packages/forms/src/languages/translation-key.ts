/** As BCP 47 writes a language, maybe with its script and region: `pt-BR`, `zh-Hant`. */
export const languagePattern = '[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?';

export const isLanguage = (text: unknown): text is string =>
  typeof text === 'string' && new RegExp(`^${languagePattern}$`).test(text);

/** Stands between the name of a prop and the language that its text is translated into: `label@de`. */
export const translationMark = '@';

export const translationKey = (key: string, language: string): string =>
  `${key}${translationMark}${language}`;

/** The prop and the language of a translation; null: the prop is none. */
export function readTranslationKey(key: string): { readonly key: string; readonly language: string } | null {
  const at = key.lastIndexOf(translationMark);
  const language = key.slice(at + 1);
  return at > 0 && isLanguage(language) ? { key: key.slice(0, at), language } : null;
}

export const isTranslation = (key: string): boolean => key.includes(translationMark);
