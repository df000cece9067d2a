import type { Choice } from '@weft/forms';
import {
  choosesAtFirst,
  imageOf,
  isOn,
  otherOf,
  rankText,
  scaleOf,
  starsOf,
  textOf,
  yesNoChoices,
} from '@weft/forms';
import { type Html, html } from '../../html.ts';
import { type Asked, attributes, type Control, fault } from './control.ts';

/** A number from a text, alike everywhere (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/** The choices as this person sees them: shuffled alike each time the page comes back. */
function choicesOf({ question, seed }: Asked): readonly Choice[] {
  if (!isOn(question, 'shuffle')) return question.choices;
  return question.choices
    .map((choice) => [hash(seed + choice.id), choice] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, choice]) => choice);
}

/** What stands behind a choice that has no room left. */
const fullness = (
  { isFull, isWaitedFor }: { isFull: boolean; isWaitedFor: boolean | undefined },
  { say }: Asked['words'],
): string | false => (isFull ? ` ${say('full')}` : isWaitedFor === true && ` ${say('waits')}`);

/** The first control has the question's id, to which what is wrong leads. */
const option = (
  asked: Asked,
  type: Html,
  { id, label, isFull = false, isWaitedFor, isHidden = false, image, alt = '' }: Choice,
  place: number,
  required: boolean,
): Html => {
  const own = asked.question.id;
  const controlId = place === 0 ? own : `${own}-${place}`;
  const isChosen = asked.valuesOf(own).includes(id);
  const shown = imageOf(image);
  const picture =
    shown !== null &&
    html`<img src="${asked.imageAddress(shown.fileId)}" alt="${alt}" width="${shown.width}" height="${shown.height}" decoding="async">`;
  const isOff = isFull || isHidden;
  return html`<label class="choice"${isHidden && html` hidden`}>${picture}<input class="box" type="${type}" value="${id}" ${attributes(asked, own, { id: controlId, required })}${
    isChosen && !isOff && html` checked`
  }${isOff && html` disabled`}${isFull && html` data-full`}><span>${label}${fullness({ isFull, isWaitedFor }, asked.words)}</span></label>`;
};

/** Sent with whatever is chosen: without it nothing would tell that everything was taken back which is chosen at first. */
const emptied = ({ question: { id, type, settings, usualWhen } }: Asked): Html | false =>
  choosesAtFirst(type) &&
  (settings.usual !== undefined || usualWhen !== undefined) &&
  html`<input type="hidden" name="${id}" value="">`;

const options = (asked: Asked, type: Html, choices: readonly Choice[], required: boolean): Html =>
  html`<div class="choices">${emptied(asked)}${choices.map((choice, place) => option(asked, type, choice, place, required))}${ownChoice(asked, type)}</div>`;

/** The choice that takes an answer of one's own, with the field it is written into. */
function ownChoice(asked: Asked, type: Html): Html | false {
  const { question, valuesOf, faultOf } = asked;
  const part = otherOf(question);
  if (part === undefined) return false;
  const { id, label } = part;
  const choice = option(asked, type, { id, label }, question.choices.length, false);
  return html`<div class="part own">${choice}<input class="control" type="text" ${attributes(asked, id, { required: false })} aria-label="${label}" value="${valuesOf(id)[0] ?? ''}">${fault(id, faultOf(id), asked.words)}</div>`;
}

const radio = html`radio`;
const box = html`checkbox`;

export const singleChoice: Control = {
  label: 'group',
  show: (asked) => options(asked, radio, choicesOf(asked), asked.question.required),
};

const pictures = (choices: Html): Html => html`<div class="pictures">${choices}</div>`;

export const pictureChoice: Control = {
  label: 'group',
  show: (asked) => pictures(singleChoice.show(asked)),
};

export const pictureChoices: Control = {
  label: 'group',
  show: (asked) => pictures(multipleChoice.show(asked)),
};

/** No box of several is required by itself. */
export const multipleChoice: Control = {
  label: 'group',
  show: (asked) => options(asked, box, choicesOf(asked), false),
};

/** The two answers in the words of the page. */
export const saidYesNo = ({ say }: Asked['words']): readonly Choice[] =>
  yesNoChoices.map((choice) => ({ ...choice, label: say(choice.id === 'yes' ? 'yes' : 'no') }));

export const yesNo: Control = {
  label: 'group',
  show: (asked) => options(asked, radio, saidYesNo(asked.words), asked.question.required),
};

export const dropdown: Control = {
  label: 'above',
  show: (asked) => {
    const chosen = asked.valuesOf(asked.question.id);
    return html`<select class="control" ${attributes(asked)}><option value="">${asked.words.say('chooseOne')}</option>${asked.question.choices.map(
      ({ id, label, isFull = false, isWaitedFor, isHidden = false }) =>
        html`<option value="${id}"${isHidden && html` hidden`}${isFull && html` data-full`}${isFull || isHidden ? html` disabled` : chosen.includes(id) && html` selected`}>${label}${fullness({ isFull, isWaitedFor }, asked.words)}</option>`,
    )}</select>`;
  },
};

export const multiDropdown: Control = {
  label: 'group',
  show: (asked) => {
    const { id, choices } = asked.question;
    const chosen = choices.filter((choice) => asked.valuesOf(id).includes(choice.id));
    const isOpen = asked.faultOf(id) !== null;
    return html`<details class="many"${isOpen && html` open`}><summary class="control">${
      chosen.map(({ label }) => label).join(', ') || asked.words.say('chooseAny')
    }</summary>${options(asked, box, choices, false)}</details>`;
  },
};

const star = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m12 2.6 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z"/></svg>`;

/** Radio buttons in a row, each with a number for a value. */
const row = (asked: Asked, look: Html, values: readonly number[], content: (value: number) => Html): Html => {
  const { id, required } = asked.question;
  const chosen = asked.valuesOf(id)[0];
  return html`<div class="row ${look}">${values.map((value, place) => {
    const own = attributes(asked, id, { id: place === 0 ? id : `${id}-${place}`, required });
    return html`<label><input type="radio" value="${value}" ${own}${chosen === String(value) && html` checked`}>${content(value)}</label>`;
  })}</div>`;
};

const countTo = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

export const rating: Control = {
  label: 'group',
  show: (asked) =>
    row(
      asked,
      html`stars`,
      countTo(1, starsOf(asked.question)),
      (value) =>
        html`${star}<span class="unseen">${asked.words.say(value === 1 ? 'oneStar' : 'stars', value)}</span>`,
    ),
};

export const scale: Control = {
  label: 'group',
  show: (asked) => {
    const { question } = asked;
    const [from, to] = scaleOf(question);
    const [start, end] = [textOf(question, 'fromLabel'), textOf(question, 'toLabel')];
    const ends =
      (start !== '' || end !== '') && html`<p class="ends"><span>${start}</span><span>${end}</span></p>`;
    return html`${row(asked, html`scale`, countTo(from, to), (value) => html`<span>${value}</span>`)}${ends}`;
  },
};

/** A list of places for each choice; the script adds buttons that move them. */
export const ranking: Control = {
  label: 'group',
  show: (asked) => {
    const { id, choices, required } = asked.question;
    const sent = asked.valuesOf(id);
    const places = countTo(1, choices.length);
    return html`<ol class="ranking">${choices.map((choice, place) => {
      const own = attributes(asked, id, { id: place === 0 ? id : `${id}-${place}`, required });
      return html`<li><select class="control" ${own} aria-label="${asked.words.say('placeOf', choice.label)}"><option value="">–</option>${places.map(
        (at) => {
          const value = rankText(choice.id, at);
          return html`<option value="${value}"${sent.includes(value) && html` selected`}>${at}</option>`;
        },
      )}</select><span>${choice.label}</span></li>`;
    })}</ol>`;
  },
};
