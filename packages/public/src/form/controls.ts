import type { Question, QuestionTypeName } from '@weft/forms';
import { type Html, html } from '../html.ts';

/** What every control carries: its names, its state, and what describes it. */
interface ControlProps {
  readonly question: Question;
  readonly value: string;
  /** Ids of what describes it: the help, and what is wrong. */
  readonly described: string;
  readonly isFaulty: boolean;
}

/** Attributes alike for all controls. The browser's own checks are off: what is wrong is said beside the field. */
const shared = ({ question: { id, required }, described, isFaulty }: ControlProps): Html =>
  html`id="${id}" name="${id}"${required && html` required`}${isFaulty && html` aria-invalid="true"`}${
    described !== '' && html` aria-describedby="${described}"`
  }`;

const line =
  (attributes: Html) =>
  (props: ControlProps): Html =>
    html`<input class="control" ${attributes} ${shared(props)} value="${props.value}">`;

/** THE list: how each type of question is answered. */
const controls: { readonly [T in QuestionTypeName]: (props: ControlProps) => Html } = {
  short_text: line(html`type="text"`),
  // A line break right behind the tag is not part of the text: this one keeps that of an answer.
  long_text: (props) => html`<textarea class="control" rows="5" ${shared(props)}>
${props.value}</textarea>`,
  email: line(html`type="email" autocomplete="email" inputmode="email"`),
  // Not type=number: it drops what it cannot read before anybody could say so.
  number: line(html`type="text" inputmode="decimal"`),
  checkbox: (props) =>
    html`<input class="box" type="checkbox" value="on" ${shared(props)}${props.value !== '' && html` checked`}>`,
};

const fault = (id: string, reason: string): Html =>
  html`<p class="fault" id="${id}"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 8v4m0 4h.01"/></svg>${reason}</p>`;

/** Types whose control stands before its label, on one line with it. */
const besideLabel: ReadonlySet<QuestionTypeName> = new Set(['checkbox']);

/** A question with its control, and what is wrong with its answer. */
export function question(one: Question, value: string, reason: string | null): Html {
  const [helpId, faultId] = [`${one.id}-help`, `${one.id}-fault`];
  const isFaulty = reason !== null;
  const described = [one.help !== '' && helpId, isFaulty && faultId].filter(Boolean).join(' ');
  const control = controls[one.type]({ question: one, value, described, isFaulty });
  const isBeside = besideLabel.has(one.type);
  const mark = one.required && html` <span class="mark">Required</span>`;
  const text = html`<span>${one.label}${mark}</span>`;
  const label = html`<label for="${one.id}"${isBeside && html` class="choice"`}>${isBeside && control}${text}</label>`;
  const help = one.help !== '' && html`<p class="help" id="${helpId}">${one.help}</p>`;
  return html`<div class="question">${label}${help}${!isBeside && control}${
    reason !== null && fault(faultId, reason)
  }</div>`;
}
