import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';
import { type PageFiles, page, wordsOf } from '../page.ts';

export const message = (files: PageFiles, title: string, text: Html, link: Html | null): string =>
  page(files, title, html`<main class="message"><h1 tabindex="-1">${title}</h1>${text}${link}</main>`);

export const sentence = (text: string): Html => html`<p>${text}</p>`;

export const another = (action: string, { say }: Words): Html =>
  html`<p><a href="${action}">${say('another')}</a></p>`;

export const certificateLink = (address: string | null, { say }: Words): Html | false =>
  address !== null && html`<p><a href="${address}" download>${say('certificate')}</a></p>`;

/** The same page sent twice: the first answer counts. */
export const repeatedPage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  certificate: string | null,
): string => {
  const words = wordsOf(files);
  return message(
    files,
    words.say('received'),
    html`${sentence(words.say('receivedText', formTitle))}${certificateLink(certificate, words)}`,
    another(action, words),
  );
};

/** How `waitingPage` is told that the form itself is full. */
export const wholeForm = 'The form';

/** The answer found no place; `full` names what has none. */
export const waitingPage = (
  files: PageFiles,
  formTitle: string,
  full: readonly string[],
  sendsMail: boolean,
): string => {
  const { say } = wordsOf(files);
  const kept = full.includes(wholeForm)
    ? say('keptAllTaken', formTitle)
    : say(full.length === 1 ? 'keptOneFull' : 'keptSomeFull', formTitle, full.join(', '));
  const then = `${say('takesYouIn')}${sendsMail ? ` ${say('mailThen')}` : ''}`;
  return message(files, say('onList'), html`${sentence(kept)}${sentence(then)}`, null);
};

/** Nothing is published here, or nothing any more. */
export function closedPage(files: PageFiles): string {
  const { say } = wordsOf(files);
  return message(files, say('notOpen'), sentence(say('notOpenText')), null);
}

/** Published, but taking no answers now. */
export function closedFormPage(files: PageFiles, formTitle: string, why: string, what = 'form'): string {
  const words = wordsOf(files);
  const title = what === 'form' ? words.say('closed') : `This ${what} is closed`;
  return message(files, title, sentence(`“${formTitle}”: ${words.sentence(why)}`), null);
}

/** Something refused the answer before it could be looked at. */
export function refusedPage(files: PageFiles, text: string): string {
  const words = wordsOf(files);
  return message(files, words.say('notSent'), sentence(words.say('goBack', words.sentence(text))), null);
}

/** The link of a mail was opened: a press takes it, for programs that look at mails open links too. */
export function continuePage(files: PageFiles, formTitle: string, action: string): string {
  const { say } = wordsOf(files);
  return message(
    files,
    say('goOnTitle'),
    sentence(say('goOnText', formTitle)),
    html`<form method="post" action="${action}" data-plain><button type="submit">${say('goOn')}</button></form>`,
  );
}

export function closedLinkPage(files: PageFiles): string {
  const { say } = wordsOf(files);
  return message(files, say('linkOver'), sentence(say('linkOverText')), null);
}
