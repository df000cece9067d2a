import { type Html, html } from '../html.ts';
import { type PageFiles, page, wordsOf } from '../page.ts';
import { bookingParts, type EventCard, factList, hostLine, icon } from './booking-panel.ts';

/** A booking as whoever made it sees it. */
export interface BookedView {
  readonly files: PageFiles;
  readonly heading: string;
  readonly text: string;
  readonly title: string;
  readonly hosts: readonly string[];
  readonly facts: EventCard['facts'];
  readonly answers: readonly { readonly label: string; readonly text: string }[];
  /** Said by the host once it is booked. */
  readonly confirmation: string;
  /** As `notice.taken` of the times names the time; null: it is cancelled. */
  readonly mark: string | null;
  readonly isGood: boolean;
  readonly calendars: readonly { readonly name: string; readonly address: string }[];
  readonly file: string | null;
  /** Null: it is too late, or cancelled. It can be moved where its page is there. */
  readonly change: { readonly move: string | null; readonly cancel: string } | null;
  readonly again: string | null;
  /** Of what was paid for it, as a file; null: nothing was. */
  readonly receipt: string | null;
}

const button = (address: string, label: string): Html =>
  html`<a class="button" href="${address}">${label}</a>`;

export function bookedPage(view: BookedView): string {
  const { files, heading, title, hosts, facts, calendars, file, change, again } = view;
  const { book } = wordsOf(files);
  return page(
    files,
    `${heading} – ${title}`,
    html`<main class="booked"${view.mark !== null && html` data-booked="${view.mark}"`}>${view.isGood && html`<span class="done">${icon('check')}</span>`}<h1 tabindex="-1">${heading}</h1><p>${view.text}</p>${
      view.confirmation !== '' && html`<p class="description">${view.confirmation}</p>`
    }
<section class="card" aria-label="${book('booking')}"><div class="card-head">${hostLine(hosts)}<h2>${title}</h2></div>${factList(facts)}${
      view.answers.length > 0 &&
      html`<dl>${view.answers.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl>`
    }</section>
${
  file !== null &&
  html`<p class="ask">${book('addToCalendar')}</p><div class="buttons">${calendars.map(({ name, address }) => html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer">${name}</a>`)}${button(file, 'Apple')}</div><p><a href="${file}" download>${book('downloadIcs')}</a></p>`
}
${change !== null && html`<div class="buttons change">${change.move !== null && button(change.move, book('reschedule'))}${button(change.cancel, book('cancelBooking'))}</div>`}
${change?.move === null && html`<p>${book('cannotMove')}</p>`}
${view.receipt !== null && html`<p><a href="${view.receipt}" download>${book('receipt')}</a></p>`}
${again !== null && html`<p><a href="${again}">${book('bookAnother')}</a></p>`}</main>`,
  );
}

/** Asks once more before a booking is cancelled: a program that follows links must not. */
export const cancelPage = (
  files: PageFiles,
  title: string,
  when: string,
  action: string,
  back: string,
  isPaid: boolean,
): string => {
  const { book } = wordsOf(files);
  return page(
    files,
    `${book('cancelThis')} – ${title}`,
    html`<main class="booked"><h1 tabindex="-1">${book('cancelThis')}</h1><p>${title}, ${when}. ${book('becomesFree')}</p>${isPaid && html`<p>${book('notGivenBack')}</p>`}
<form method="post" action="${action}"><div class="question"><label for="reason">${book('why')}</label><p class="help">${book('whyHelp')}</p><textarea class="control" id="reason" name="${bookingParts.reason}" rows="3" maxlength="500"></textarea></div><div class="buttons"><button type="submit" class="danger">${book('cancelBooking')}</button><a class="button" href="${back}">${book('keepIt')}</a></div></form></main>`,
  );
};
