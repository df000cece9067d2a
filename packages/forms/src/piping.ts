/** A question's name in double braces: '{{Your name}}'. */
const mark = /\{\{\s*([^{}\n]{1,255}?)\s*\}\}/g;

const folded = (name: string): string => name.trim().toLowerCase();

/** The questions that a text names. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(mark)].map(([, name]) => name ?? '');

/** Whether a field has the name that a text uses. */
export const isNamed = (fieldName: string, name: string): boolean => folded(fieldName) === folded(name);

/** The text with answers in the place of the questions it names; of what was not answered, nothing. */
export function piped(
  text: string,
  answers: readonly (readonly [fieldName: string, text: string])[],
): string {
  return text.replace(
    mark,
    (_whole, name: string) => answers.findLast(([each]) => isNamed(each, name))?.[1] ?? '',
  );
}
