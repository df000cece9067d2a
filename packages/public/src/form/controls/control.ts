import type { FilesOf, FormQuestion } from '@weft/forms';
import { faultSign } from '../../fault-frame.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../languages/words.ts';

/** A question as it is shown: what was sent to it, and what is wrong with that. */
export interface Asked {
  readonly question: FormQuestion;
  /** Texts by field. */
  readonly valuesOf: (fieldId: string) => readonly string[];
  readonly faultOf: (fieldId: string) => string | null;
  /** What is known of a file that was sent. */
  readonly fileOf: FilesOf;
  /** Where an image of the form is, by the id of its file. */
  readonly imageAddress: (fileId: string) => string;
  /** Where the records that pickers offer are searched; null: nowhere. */
  readonly recordsAddress: string | null;
  /** Another for each answer; choices are shuffled by it. */
  readonly seed: string;
  /** Puts answers into a text. */
  readonly pipe: (text: string) => string;
  /** What the page says by itself. */
  readonly words: Words;
}

/** How a type of question is answered. */
export interface Control {
  /**
   * Where the label stands: above one control; behind it in one frame; above several controls, as the legend of a group;
   * or nowhere: the control shows what is to be said, or is not seen at all.
   */
  readonly label: 'above' | 'beside' | 'group' | 'none' | 'unseen';
  readonly show: (asked: Asked) => Html;
}

export const helpId = (id: string): string => `${id}-help`;
const faultId = (id: string): string => `${id}-fault`;

export const textIn = ({ valuesOf, question }: Asked, fieldId = question.id): string =>
  valuesOf(fieldId)[0] ?? '';

/** What describes a control: the help of its question, and what is wrong. */
function described({ question, faultOf }: Asked, fieldId: string): Html | false {
  const ids = [question.help !== '' && helpId(question.id), faultOf(fieldId) !== null && faultId(fieldId)];
  const named = ids.filter(Boolean).join(' ');
  return named !== '' && html` aria-describedby="${named}"`;
}

/** Attributes of a control. The browser's own checks are off: what is wrong is said beside the field. */
export const attributes = (
  asked: Asked,
  fieldId = asked.question.id,
  { id = fieldId, required = asked.question.required } = {},
): Html =>
  html`id="${id}" name="${fieldId}"${required && html` required`}${
    asked.faultOf(fieldId) !== null && html` aria-invalid="true"`
  }${described(asked, fieldId)}`;

export const fault = (
  id: string,
  reason: string | null,
  { sentence }: Pick<Words, 'sentence'>,
): Html | false =>
  reason !== null && html`<p class="fault" id="${faultId(id)}">${faultSign}${sentence(reason)}</p>`;
