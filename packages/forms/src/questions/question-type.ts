import type { Attachment, CellValue } from '@weft/core';
import type { FileRules } from './files.ts';
import type { AnswerField, Given, Question, Reading, TextsOf } from './question.ts';
import type { Setting } from './settings.ts';

/** A part that each question of a type has, or that its author adds. */
export interface PartKind {
  readonly name: string;
  /** What it is called at first. */
  readonly label: string;
}

/** Children of a question, which stand in the document as blocks of their own. */
export interface Children<Kind> {
  /** As the editor heads them: 'Choices'. */
  readonly heading: string;
  /** Those of a new question. */
  readonly initial: readonly Kind[];
  /** Whether the author adds, names and deletes them. */
  readonly isOpen: boolean;
  /** A question without any can be published. */
  readonly mayBeNone?: true;
}

/** What somebody might send to a question with these settings, and what it comes to. */
export interface Sample {
  readonly settings?: Question['settings'];
  /** Files that were sent before. */
  readonly files?: readonly Attachment[];
  /** Texts by field; '' is the question's own, and a choice or part is named by its place: '0'. */
  readonly sent: { readonly [field: string]: readonly string[] };
  /** By field, as `sent`; a sentence where it is refused. */
  readonly gives: { readonly [field: string]: CellValue } | string;
}

/** Everything that is known of one type of question or content. One folder, one line in `question-types.ts`. */
export interface QuestionType {
  /** As the editor offers it: 'Short text'. */
  readonly label: string;
  /** Nothing is asked: it only stands on the page. */
  readonly isContent?: true;
  /** It can be published without a label. */
  readonly needsNoLabel?: true;
  /** Nobody is asked: its answer comes with the address that the form was opened by, which holds these parameters. */
  readonly fromAddress?: (question: Question, parameter: (name: string) => string | null) => string;
  /** Several of its choices may be taken at once. */
  readonly takesMany?: true;
  /** The order of its choices is the answer. */
  readonly ranks?: true;
  /** Its answer is an address by which somebody or something is reached. */
  readonly answerIs?: 'email' | 'link';
  /** Its answer is what somebody is called. */
  readonly namesSomebody?: true;
  readonly settings: { readonly [name: string]: Setting };
  readonly choices?: Children<string>;
  /** Each of its choices has a picture. */
  readonly hasPictures?: true;
  readonly parts?: Children<PartKind>;
  /** What stands between its parts where a text names all of it; without it, texts name its parts alone. */
  readonly joins?: string;
  /** The part that takes an answer of one’s own beside the choices, where the author offers it. */
  readonly other?: PartKind;
  /** It takes a record of one of our tables, which the server looks up. */
  readonly picksRecords?: true;
  /** Whoever answers pays what it comes to, before the answer counts. */
  readonly takesPayment?: true;
  /** What it asks of each file that is sent to it; without it, it takes none. */
  readonly files?: (question: Pick<Question, 'settings'>) => FileRules;
  /** What is wrong with the settings taken together, in a sentence; null: nothing. */
  readonly fault?: (question: Question) => string | null;
  /** The formulas in its settings; empty ones do not count. */
  readonly formulas?: (question: Question) => readonly string[];
  /** The fields that keep its answers. */
  readonly fields: (question: Question) => readonly AnswerField[];
  /** Further names that texts are sent under, and what they are called; no field is theirs. */
  readonly inputs?: (question: Question) => readonly { readonly id: string; readonly name: string }[];
  readonly read: (question: Question, textsOf: TextsOf, given: Given) => Reading;
  readonly samples: readonly Sample[];
}
