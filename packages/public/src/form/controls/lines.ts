import { currencySign, dayFormat, isOn, numberOf, sliderRange, textOf } from '@weft/forms';
import { type Html, html } from '../../html.ts';
import { type Asked, attributes, type Control, textIn } from './control.ts';

const placeholder = ({ question }: Asked): Html | false => {
  const text = textOf(question, 'placeholder');
  return text !== '' && html` placeholder="${text}"`;
};

export const input = (asked: Asked, kind: Html, fieldId?: string): Html =>
  html`<input class="control ${textOf(asked.question, 'width')}${dayFormat(asked.question) === 'long' && html` long-month`}" ${kind} ${attributes(asked, fieldId)}${placeholder(asked)} value="${textIn(asked, fieldId)}">`;

export const line = (kind: Html): Control => ({ label: 'above', show: (asked) => input(asked, kind) });

/** Not type=number: it drops what it cannot read before anybody could say so. */
const amount = ({ question }: Asked): Html =>
  isOn(question, 'whole') ? html`type="text" inputmode="numeric"` : html`type="text" inputmode="decimal"`;

export const number: Control = { label: 'above', show: (asked) => input(asked, amount(asked)) };

/** An amount with a sign before or behind it, which is not part of the answer. */
const withSign = (sign: (asked: Asked) => string, side: 'before' | 'behind'): Control => ({
  label: 'above',
  show: (asked) =>
    html`<div class="signed ${side}"><span aria-hidden="true">${sign(asked)}</span>${input(asked, amount(asked))}</div>`,
});

export const currency = withSign(({ question }) => currencySign(question), 'before');
export const percent = withSign(() => '%', 'behind');

export const longText: Control = {
  label: 'above',
  show: (asked) => {
    const most = numberOf(asked.question, 'maxLength');
    const { id } = asked.question;
    // A line break right behind the tag is not part of the text: this one keeps that of an answer.
    return html`<textarea class="control" rows="5" ${attributes(asked)}${placeholder(asked)}${
      most !== null && html` data-most="${most}"`
    }>
${textIn(asked)}</textarea>${most !== null && html`<p class="count" id="${id}-count">${asked.words.say('mostCharacters', most)}</p>`}`;
  },
};

/** A number that is typed; the script puts a slider above it. */
export const slider: Control = {
  label: 'above',
  show: (asked) => {
    const { from, to, step } = sliderRange(asked.question);
    return html`<div class="slider" data-from="${from}" data-to="${to}" data-step="${step}">${input(
      asked,
      html`type="text" inputmode="decimal"`,
    )}<span class="ends" aria-hidden="true"><span>${from}</span><span>${to}</span></span></div>`;
  },
};

/** Days that cells take; a field without a last one takes years of six digits. */
export const [firstDay, lastDay] = ['0001-01-01', '9999-12-31'];

/** The attributes of a field for a day. */
export const dayKind = ({ question }: Asked): Html =>
  html`type="date" min="${textOf(question, 'earliest') || firstDay}" max="${textOf(question, 'latest') || lastDay}"`;

export const date: Control = { label: 'above', show: (asked) => input(asked, dayKind(asked)) };
