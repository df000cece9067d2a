/** A question's name in double braces: '{{Your name}}'. No part of a text is read twice: strangers' pages are made of it. */
const mark = /\{\{([^{}]+)\}\}/g;

const longestName = 255;

const isName = (name: string): boolean => name.length <= longestName && !name.includes('\n');

/** Names that differ in case or in the spaces around them are one. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

/** The questions that a text names. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(mark)].map(([, inner = '']) => inner.trim()).filter(isName);

/** The text with answers in the place of the questions it names; of what was not answered, nothing. */
export function piped(
  text: string,
  answers: readonly (readonly [fieldName: string, text: string])[],
): string {
  if (!text.includes('{{')) return text;
  const byName = new Map(answers.map(([name, answer]) => [nameKey(name), answer]));
  return text.replace(mark, (whole, inner: string) =>
    isName(inner.trim()) ? (byName.get(nameKey(inner)) ?? '') : whole,
  );
}
