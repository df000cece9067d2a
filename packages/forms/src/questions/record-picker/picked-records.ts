import type { FormPage, FormQuestion } from '../../form-document.ts';
import { questionType } from '../question-types.ts';
import { longestRecordName } from './record-picker.ts';
import { type RecordSource, recordSourceOf, type ServiceList, serviceListOf } from './record-source.ts';

/** A record that was found for what was sent to a picker. */
export interface PickedRecord {
  readonly questionId: string;
  /** As it was sent. */
  readonly text: string;
  /** Null: of a list of a connected service, which has none. */
  readonly recordId: string | null;
  /** What is shown of it. */
  readonly label: string;
}

/** What is known of the records that an answer names. */
export interface PickedRecords {
  readonly records: readonly PickedRecord[];
  /** Pickers whose table, or database, is not there any more. */
  readonly gone: ReadonlySet<string>;
}

export const nothingPicked: PickedRecords = { records: [], gone: new Set() };

/** The pickers among questions, each with where its records come from. */
export const pickersOf = (
  questions: readonly FormQuestion[],
): readonly { readonly question: FormQuestion; readonly source: RecordSource }[] =>
  questions.flatMap((question) => {
    const source = questionType(question.type).picksRecords === true ? recordSourceOf(question) : null;
    return source === null ? [] : [{ question, source }];
  });

/** A question that offers a list of a connected service. */
export interface ListOfQuestion {
  readonly question: FormQuestion;
  readonly list: ServiceList;
}

/** The same of those that offer a list of a connected service. */
export const listPickersOf = (questions: readonly FormQuestion[]): readonly ListOfQuestion[] =>
  questions.flatMap((question) => {
    const list = questionType(question.type).picksRecords === true ? serviceListOf(question) : null;
    return list === null ? [] : [{ question, list }];
  });

/** Pages whose pickers offer what was found; what they take from is told to nobody. */
export const withPicked = (
  pages: readonly FormPage[],
  { records, gone }: PickedRecords,
): readonly FormPage[] =>
  pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => {
      if (questionType(question.type).picksRecords !== true) return question;
      const found = records.filter(({ questionId }) => questionId === question.id);
      return {
        ...question,
        settings: gone.has(question.id) ? { isGone: true } : {},
        choices: found.map(({ text, label }) => ({ id: text, label })),
      };
    }),
  }));

/** What a record is called by the texts of its shown fields. */
export const recordName = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim().replace(/[\s\u2028\u2029]+/g, ' '))
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, longestRecordName)
    .replace(/[\ud800-\udbff]$/, '');
