import type { ForeignConditions } from './foreign-logic.ts';
import { cut, storable } from './foreign-text.ts';
import { longestHelp, longestLabel } from './form-document.ts';
import { maxChoices } from './questions/choosing.ts';
import type { Question } from './questions/question.ts';
import { type QuestionTypeName, questionType } from './questions/question-types.ts';
import { takesValue } from './questions/settings.ts';

/** A question of a form made elsewhere, as the one of ours that is nearest. */
export interface ForeignQuestion {
  /** What conditions, jumps and answers there call it. */
  readonly key?: string;
  readonly type: QuestionTypeName;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  /** The rows of a matrix. */
  readonly rows?: readonly string[];
  /** Takes an answer of one's own beside the choices. */
  readonly takesOther?: boolean;
  readonly settings?: Question['settings'];
  readonly shownWhen?: ForeignConditions;
}

/** Characters of a question's name in a sentence. */
const toldLabel = 60;

export const named = (label: string): string =>
  `“${label.length > toldLabel ? `${cut(label, toldLabel)}…` : label}”`;

/** Each once, in one line, none empty, no longer than a label. */
export const distinct = (labels: readonly string[]): readonly string[] => [
  ...new Set(
    labels
      .map((label) => cut(storable(label).replaceAll(/\s+/gu, ' ').trim(), longestLabel).trim())
      .filter((label) => label !== ''),
  ),
];

/** A question with what it may hold, and what of it does not fit. */
export function fitted(question: ForeignQuestion, place: number) {
  const lost: string[] = [];
  const kind = questionType(question.type);
  const wanted = question.label.replaceAll(/\s+/gu, ' ').trim();
  const needsLabel = kind.needsNoLabel !== true;
  const label = cut(wanted === '' && needsLabel ? `Question ${place}` : wanted, longestLabel).trim();
  const say = (sentence: string) => void lost.push(`${named(label)}: ${sentence}`);
  if (wanted === '' && needsLabel) say('it had no text, so it was given this one');
  if (wanted.length > longestLabel) say(`its text was cut to ${longestLabel} characters`);
  const wantedHelp = (question.help ?? '').trim();
  if (wantedHelp.length > longestHelp) say(`its description was cut to ${longestHelp} characters`);
  const all = distinct(question.choices ?? []);
  if (kind.choices !== undefined && all.length < (question.choices ?? []).length)
    say('choices that were empty or there twice were left out');
  if (all.length > maxChoices) say(`only its first ${maxChoices} choices were taken`);
  const choices = kind.choices === undefined || kind.hasPictures === true ? [] : all.slice(0, maxChoices);
  // Nobody could choose anything.
  const isEmpty = kind.choices !== undefined && choices.length === 0;
  if (isEmpty) say('it has no choices of its own, so it asks for a text');
  const wantedRows = distinct(question.rows ?? []);
  // Rows that nobody wrote are not asked for.
  const isOneRow = question.type === 'matrix' && wantedRows.length === 0;
  if (isOneRow && !isEmpty) say('it has no rows of its own, so it asks for one choice');
  const type = isEmpty ? 'short_text' : isOneRow ? 'single_choice' : question.type;
  const known = questionType(type).settings;
  const settings = Object.fromEntries(
    Object.entries(isEmpty ? {} : (question.settings ?? {})).filter(([name, value]) => {
      const setting = known[name];
      const fits = setting !== undefined && takesValue(setting, value);
      if (!fits) say(`its setting ‘${setting?.label ?? name}’ was left out`);
      return fits;
    }),
  );
  const rows = type === 'matrix' ? wantedRows : [];
  const takesOther = question.takesOther === true && questionType(type).other !== undefined;
  if (question.takesOther === true && !takesOther) say('it no longer takes an answer of one’s own');
  return {
    ...{
      type,
      label,
      help: cut(wantedHelp, longestHelp).trim(),
      settings,
      choices,
      rows,
      takesOther,
      lost,
    },
    required: question.required === true && questionType(type).isContent !== true,
  };
}
