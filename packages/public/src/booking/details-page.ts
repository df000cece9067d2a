import { fault } from '../form/controls/control.ts';
import { type FormView, logicAttribute, type QuestionsView, questionRows } from '../form/form-page.ts';
import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';
import { wordsOf } from '../page.ts';
import { bookingPanel, bookingParts, type EventCard, hiddenInputs, notice } from './booking-panel.ts';

/** What whoever books is asked for. */
export interface DetailsView extends EventCard {
  readonly action: string;
  readonly hidden: readonly (readonly [string, string])[];
  /** Back to the times. */
  readonly back: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** What is wrong, by the name of what was sent. */
  readonly faults: ReadonlyMap<string, string>;
  /** What is asked besides; null: nothing. */
  readonly intake: (QuestionsView & Pick<FormView, 'logic'>) | null;
  /** Null: one person books for themselves. */
  readonly seatsLeft: number | null;
  readonly takesGuests: boolean;
  /** Several places to choose from, by their number; with one or none nothing is asked. */
  readonly locations: readonly string[];
  readonly asksPhone: boolean;
  /** A booking is moved: who comes is known. */
  readonly isMoving: boolean;
  readonly submitLabel: string;
  readonly notice: {
    readonly text: string;
    readonly others: readonly { label: string; address: string }[];
  } | null;
}

interface Line {
  readonly name: string;
  readonly label: string;
  readonly attributes: Html;
  readonly isRequired?: boolean;
  readonly help?: string;
}

const textOf = ({ values }: DetailsView, name: string): string => values.get(name)?.[0] ?? '';

function line(view: DetailsView, { name, label, attributes, isRequired = true, help = '' }: Line): Html {
  const { say, bookSentence } = wordsOf(view.files);
  const reason = view.faults.get(name) ?? null;
  const described = reason !== null && html` aria-invalid="true" aria-describedby="${name}-fault"`;
  return html`<div class="question"><label for="${name}">${label}${
    isRequired && html` <span class="mark">${say('required')}</span>`
  }</label>${help !== '' && html`<p class="help">${help}</p>`}<input class="control" id="${name}" name="${name}" value="${textOf(view, name)}"${isRequired && html` required`}${described} ${attributes}>${fault(name, reason && bookSentence(reason), wordsOf(view.files))}</div>`;
}

function places(view: DetailsView): Html | false {
  if (view.locations.length < 2) return false;
  const chosen = textOf(view, bookingParts.location) || '0';
  return html`<fieldset class="question"><legend>${wordsOf(view.files).book('where')}</legend><div class="choices">${view.locations.map(
    (text, index) =>
      html`<label class="choice"><input type="radio" name="${bookingParts.location}" value="${index}"${
        String(index) === chosen && html` checked`
      }><span>${text}</span></label>`,
  )}</div></fieldset>`;
}

const trap = ({ say }: Words): Html =>
  html`<div class="trap" aria-hidden="true"><label>${say('leaveEmpty')} <input name="${bookingParts.trap}" tabindex="-1" autocomplete="off"></label></div>`;

/** Asks for what a booking needs, and books it. */
export function detailsPage(view: DetailsView): string {
  const { title, action, hidden, back, intake, seatsLeft, faults } = view;
  const words = wordsOf(view.files);
  const { say, book, bookSentence } = words;
  // Of several places one is a call: the others need no number.
  const phoneOfSome = { isRequired: false, help: book('phoneHelp') };
  const count = book(faults.size === 1 ? 'oneWrong' : 'manyWrong', faults.size);
  const wrong =
    view.notice !== null
      ? notice(bookSentence(view.notice.text), view.notice.others)
      : faults.size > 0 && notice(count);
  return bookingPanel(
    view,
    faults.size > 0 ? `${say('checkAnswers')} – ${title}` : title,
    html`<p class="back"><a href="${back}">${book('anotherTime')}</a></p>`,
    html`<section class="details"><h2>${book(view.isMoving ? 'moveTo' : 'yourDetails')}</h2>${wrong}<form method="post" action="${action}" novalidate${intake !== null && logicAttribute(intake.logic)}>${hiddenInputs(hidden)}${trap(words)}
${!view.isMoving && line(view, { name: bookingParts.name, label: book('name'), attributes: html`type="text" autocomplete="name" maxlength="200"` })}
${!view.isMoving && line(view, { name: bookingParts.email, label: say('email'), attributes: html`type="email" autocomplete="email" inputmode="email" maxlength="254"` })}
${seatsLeft !== null && seatsLeft > 1 && line(view, { name: bookingParts.seats, label: book('howManyPeople'), help: book('placesLeft', seatsLeft), attributes: html`type="number" min="1" max="${seatsLeft}" inputmode="numeric" data-people` })}
${places(view)}
${view.asksPhone && line(view, { name: bookingParts.phone, label: book('phone'), ...(view.locations.length > 1 && phoneOfSome), attributes: html`type="tel" autocomplete="tel" maxlength="50"` })}
${intake !== null && questionRows(intake)}
${view.takesGuests && line(view, { name: bookingParts.guests, label: book('guests'), isRequired: false, help: book('guestsHelp'), attributes: html`type="text" maxlength="2000" autocomplete="off"` })}
<div class="actions"><button type="submit">${bookSentence(view.submitLabel)}</button><p class="state" role="status"></p></div></form></section>`,
  );
}
