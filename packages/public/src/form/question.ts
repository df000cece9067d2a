import type { QuestionTypeName } from '@weft/forms';
import { type Html, html } from '../html.ts';
import { checkbox, switchControl, termsOf } from './controls/boxes.ts';
import {
  dropdown,
  multiDropdown,
  multipleChoice,
  pictureChoice,
  pictureChoices,
  ranking,
  rating,
  scale,
  singleChoice,
  yesNo,
} from './controls/choices.ts';
import {
  calculation,
  divider,
  heading,
  hidden,
  image,
  paragraph,
  spacer,
  video,
} from './controls/contents.ts';
import { type Asked, type Control, fault, helpId } from './controls/control.ts';
import { file, signature } from './controls/files.ts';
import { repeatingGroup } from './controls/group.ts';
import { currency, date, line, longText, number, percent, slider } from './controls/lines.ts';
import { dateRange, knownFields, matrix } from './controls/parts.ts';
import { payment } from './controls/payment.ts';
import { recordPicker } from './controls/records.ts';

/** THE list: how each type of question is answered. */
const controls: { readonly [T in QuestionTypeName]: Control } = {
  short_text: line(html`type="text"`),
  long_text: longText,
  email: line(html`type="email" autocomplete="email" inputmode="email"`),
  phone: line(html`type="tel" autocomplete="tel"`),
  url: line(html`type="url" inputmode="url"`),
  full_name: knownFields,
  address: knownFields,
  contact: knownFields,
  number,
  currency,
  percent,
  slider,
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  picture_choice: pictureChoice,
  picture_choices: pictureChoices,
  dropdown,
  multi_dropdown: multiDropdown,
  yes_no: yesNo,
  checkbox,
  switch: switchControl,
  consent: checkbox,
  ranking,
  matrix,
  repeating_group: repeatingGroup,
  record_picker: recordPicker,
  rating,
  scale,
  date,
  time: line(html`type="time"`),
  date_range: dateRange,
  file,
  signature,
  calculation,
  payment,
  hidden,
  heading,
  paragraph,
  image,
  video,
  divider,
  spacer,
};

/** A question with its control, and what is wrong with its answer. */
export function question(given: Asked): Html {
  const { pipe } = given;
  const { label: ownLabel, help: ownHelp } = given.question;
  const asked = { ...given, question: { ...given.question, label: pipe(ownLabel), help: pipe(ownHelp) } };
  const { id, type, label, help, required, requiredWhen } = asked.question;
  const control = controls[type];
  const shown = control.show(asked);
  if (shown.text === '' || control.label === 'unseen') return shown;
  if (control.label === 'none') return html`<div class="content">${shown}</div>`;
  // Where conditions require an answer, the script shows it.
  const mark =
    (required || requiredWhen !== null) &&
    html` <span class="mark"${!required && html` hidden`}>${asked.words.say('required')}</span>`;
  const text = html`<span>${label}${mark}</span>`;
  const helpText = help !== '' && html`<p class="help" id="${helpId(id)}">${help}</p>`;
  const wrong = fault(id, asked.faultOf(id), asked.words);
  if (control.label === 'group')
    return html`<fieldset class="question"><legend>${text}</legend>${helpText}${shown}${wrong}</fieldset>`;
  if (control.label === 'beside')
    return html`<div class="question">${termsOf(asked)}<label for="${id}" class="choice">${shown}${text}</label>${helpText}${wrong}</div>`;
  return html`<div class="question"><label for="${id}">${text}</label>${helpText}${shown}${wrong}</div>`;
}
