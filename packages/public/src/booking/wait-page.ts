import { fault } from '../form/controls/control.ts';
import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';
import { type PageFiles, page, wordsOf } from '../page.ts';
import { bookingPanel, bookingParts, type EventCard, hiddenInputs, notice } from './booking-panel.ts';

/** Asks who wants to wait. */
interface WaitView extends EventCard {
  readonly action: string;
  readonly hidden: readonly (readonly [string, string])[];
  readonly back: string;
  readonly name: string;
  readonly email: string;
  /** What is wrong, by the name of what was sent. */
  readonly faults: ReadonlyMap<string, string>;
  readonly notice: string | null;
}

const trap = ({ say }: Words): Html =>
  html`<div class="trap" aria-hidden="true"><label>${say('leaveEmpty')} <input name="${bookingParts.trap}" tabindex="-1" autocomplete="off"></label></div>`;

function line(view: WaitView, name: 'name' | 'email', label: string, attributes: Html): Html {
  const words = wordsOf(view.files);
  const reason = view.faults.get(name) ?? null;
  const described = reason !== null && html` aria-invalid="true" aria-describedby="${name}-fault"`;
  return html`<div class="question"><label for="${name}">${label} <span class="mark">${words.say('required')}</span></label><input class="control" id="${name}" name="${name}" value="${view[name]}" required${described} ${attributes}>${fault(name, reason && words.bookSentence(reason), words)}</div>`;
}

export function waitPage(view: WaitView): string {
  const { title, action, hidden, back } = view;
  const words = wordsOf(view.files);
  const { say, book, bookSentence } = words;
  return bookingPanel(
    view,
    `${book('waitingList')} – ${title}`,
    html`<p class="back"><a href="${back}">${book('anotherTime')}</a></p>`,
    html`<section class="details"><h2>${book('joinList')}</h2>${view.notice !== null && notice(bookSentence(view.notice))}<p>${book('waitText')}</p><form method="post" action="${action}" novalidate>${hiddenInputs(hidden)}${trap(words)}
${line(view, 'name', book('name'), html`type="text" autocomplete="name" maxlength="200"`)}
${line(view, 'email', say('email'), html`type="email" autocomplete="email" inputmode="email" maxlength="254"`)}
<div class="actions"><button type="submit">${book('waitForIt')}</button><p class="state" role="status"></p></div></form></section>`,
  );
}

/** Where somebody stands who waits. */
interface WaitStateView {
  readonly files: PageFiles;
  readonly heading: string;
  readonly text: string;
  readonly title: string;
  /** What is held for them; null: nothing is. */
  readonly offer: string | null;
  /** Null: they wait no more. */
  readonly action: string | null;
  readonly again: string;
  /** They are asked whether they want to wait, and do not yet. */
  readonly joins?: boolean;
}

export function waitStatePage({
  files,
  heading: written,
  text,
  title,
  offer,
  action,
  again,
  joins = false,
}: WaitStateView): string {
  const { book, bookSentence } = wordsOf(files);
  const heading = bookSentence(written);
  const button = (what: string, label: string, look: Html): Html =>
    html`<button type="submit" name="${bookingParts.wait}" value="${what}"${look}>${label}</button>`;
  return page(
    files,
    `${heading} – ${title}`,
    html`<main class="booked"><h1 tabindex="-1">${heading}</h1><p>${title}</p>${offer !== null && html`<p class="description">${offer}</p>`}<p>${bookSentence(text)}</p>
${
  action !== null &&
  html`<form method="post" action="${action}"><div class="buttons">${joins ? button('join', book('joinList'), html``) : html`${offer !== null && button('take', book('takeTime'), html``)}${button('leave', book('leaveList'), html` class="danger"`)}`}</div></form>`
}<p><a href="${again}">${book('lookForAnother')}</a></p></main>`,
  );
}
