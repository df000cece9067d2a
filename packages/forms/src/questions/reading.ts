import { type CellValue, type FieldShape, palette, readShape, type SelectTemplate } from '@weft/core';
import { err, must, ok, type Result } from '@weft/std';
import type { AnswerField, Choice, Given, Question, Reading, TextsOf } from './question.ts';
import type { QuestionType } from './question-type.ts';

type FieldOfQuestion = (question: Question) => FieldShape;

/** A kind of field with settings that are right by their making. */
export function shape<K extends FieldShape['type']>(type: K, settings: object = {}): FieldShape {
  const read = readShape(type, settings);
  return must(read.ok ? (read.value as FieldShape) : null, `settings of a field of type ${type}`);
}

export const noAnswer: Reading = { values: new Map(), faults: new Map() };

export const fault = (id: string, reason: string): Reading => ({
  values: new Map(),
  faults: new Map([[id, reason]]),
});

export const answer = (id: string, value: CellValue): Reading => ({
  values: new Map([[id, value]]),
  faults: new Map(),
});

/** One reading of several. */
export const together = (readings: readonly Reading[]): Reading => ({
  values: new Map(readings.flatMap(({ values }) => [...values])),
  faults: new Map(readings.flatMap(({ faults }) => [...faults])),
});

/** Reads one text that was sent under an id; none is refused where an answer is required. */
export function readOne(
  id: string,
  textsOf: TextsOf,
  missing: string | null,
  read: (text: string) => Result<CellValue>,
): Reading {
  const [text, ...more] = textsOf(id);
  if (more.length > 0) return fault(id, 'This was answered twice');
  if (text === undefined) return missing === null ? noAnswer : fault(id, missing);
  const value = read(text);
  return value.ok ? answer(id, value.value) : fault(id, value.error);
}

interface OneAnswer {
  readonly field: FieldOfQuestion;
  /** What is said where a required answer is missing. */
  readonly missing: string;
  /** The value an answer stands for; `text` is trimmed and not empty. The error is a sentence. */
  readonly read: (text: string, question: Question, given: Given) => Result<CellValue>;
}

/** A question whose answer is one text, kept in one field. */
export const oneAnswer = ({ field, missing, read }: OneAnswer): Pick<QuestionType, 'fields' | 'read'> => ({
  fields: (question) => [{ id: question.id, name: question.label, ...field(question) }],
  read: (question, textsOf, given) =>
    readOne(question.id, textsOf, question.required ? missing : null, (text) => read(text, question, given)),
});

const counts = new Intl.NumberFormat('en-US');
const shownCount = (count: number): string => counts.format(count);

/** A text of at most so many characters, stored as it is. */
export const readText =
  (most: number, lines: 'one' | 'many') =>
  (text: string): Result<CellValue> => {
    if (text.length > most)
      return err(`Use at most ${shownCount(most)} characters: there are ${shownCount(text.length)}`);
    if (!text.isWellFormed() || text.includes('\0')) return err('This has characters that cannot be stored');
    // Every break that a single line of the base refuses: it would keep the answer as a text that does not fit.
    if (lines === 'one' && /[\r\n\u2028\u2029]/.test(text)) return err('Use one line');
    // Browsers send line breaks as two characters, whatever was typed.
    return ok(text.replaceAll('\r\n', '\n'));
  };

/** Choices as the options of a select field: a field takes no two of one name, and none without. */
export function selectTemplate(choices: readonly Choice[]): SelectTemplate {
  const taken = new Set<string>();
  const options = choices.map(({ id, label }, index) => {
    const name = label.trim() || `Choice ${index + 1}`;
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
    taken.add(unique);
    return { value: id, label: unique, color: palette[index % palette.length] ?? 'Purple' };
  });
  return { options, disableColors: false };
}

/** The id of a choice of the question; another question's is refused. */
export const readChoice = (text: string, { choices }: Pick<Question, 'choices'>): Result<string> =>
  choices.some(({ id }) => id === text) ? ok(text) : err('This is not one of the choices');

/** The name of a part's field beside those of others. */
export const partField = (
  { label }: Question,
  part: { readonly id: string; readonly label: string },
  of: FieldShape,
): AnswerField => ({ id: part.id, name: `${label}: ${part.label}`, ...of });
