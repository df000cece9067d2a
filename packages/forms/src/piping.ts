/** A question's name in double braces: '{{Your name}}'. No part of a text is read twice: strangers' pages are made of it. */
const mark = /\{\{([^{}]+)\}\}/g;

const longestName = 255;

const isName = (name: string): boolean => name.length <= longestName && !name.includes('\n');

/** Names that differ in case or in the spaces around them are one. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

/** The questions that a text names. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(mark)].map(([, inner = '']) => inner.trim()).filter(isName);

/** The text with other names in the place of those that `renamed` knows anew, by their keys. */
export const withNames = (text: string, renamed: (key: string) => string | null): string =>
  text.replace(mark, (whole, inner: string) => {
    const name = isName(inner.trim()) ? renamed(nameKey(inner)) : null;
    // A name with a brace in it would be read as something else.
    return name === null || /[{}]/.test(name) || !isName(name) ? whole : `{{${name}}}`;
  });

export type NamedTexts = readonly (readonly [fieldName: string, text: string])[];

/** The text with answers in the place of the questions it names; of what was not answered, nothing. */
export const piped = (text: string, answers: NamedTexts): string =>
  pipedWithin(text, answers, Number.POSITIVE_INFINITY) ?? '';

/**
 * The same, where it has at most so many characters, else null: a short text that names a long answer a thousand times is
 * larger than the memory of a server.
 */
export function pipedWithin(text: string, answers: NamedTexts, most: number): string | null {
  if (!text.includes('{{')) return text.length > most ? null : text;
  let left = most - text.replace(mark, '').length;
  const byName = new Map(answers.map(([name, answer]) => [nameKey(name), answer]));
  const made = text.replace(mark, (whole, inner: string) => {
    if (left < 0) return '';
    const answer = isName(inner.trim()) ? (byName.get(nameKey(inner)) ?? '') : whole;
    left -= answer.length;
    return left < 0 ? '' : answer;
  });
  return left < 0 ? null : made;
}

/** Characters of answers that the texts of one page, mail or certificate take in. */
export const mostPiped = 256 * 1024;

/** Puts answers into the texts of one page, mail or certificate; a text that would take in more than there is room for has none. */
export function pipeFor(answers: NamedTexts): (text: string) => string {
  let left = mostPiped;
  return (text) => {
    const bare = text.replace(mark, '').length;
    const made = pipedWithin(text, answers, bare + left);
    if (made === null) return piped(text, []);
    left -= made.length - bare;
    return made;
  };
}
