import { textOf } from '@weft/forms';
import { html } from '../../html.ts';
import { type Asked, attributes, type Control, textIn } from './control.ts';

const checked = (asked: Asked) => textIn(asked) !== '' && html` checked`;

export const checkbox: Control = {
  label: 'beside',
  show: (asked) => html`<input class="box" type="checkbox" value="on" ${attributes(asked)}${checked(asked)}>`,
};

export const switchControl: Control = {
  label: 'beside',
  show: (asked) =>
    html`<input class="switch" type="checkbox" role="switch" value="on" ${attributes(asked)}${checked(asked)}>`,
};

/** What is agreed to, above the box. */
export const termsOf = ({ question, words }: Asked) => {
  const terms = textOf(question, 'terms');
  return (
    terms !== '' &&
    html`<div class="terms" tabindex="0" role="group" aria-label="${words.say('terms')}">${terms}</div>`
  );
};
