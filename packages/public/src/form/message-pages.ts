import { type Html, html } from '../html.ts';
import { type PageFiles, page } from '../page.ts';

export const message = (files: PageFiles, title: string, text: Html, link: Html | null): string =>
  page(files, title, html`<main class="message"><h1 tabindex="-1">${title}</h1>${text}${link}</main>`);

export const alert = (text: string, links: readonly Html[] = []): Html =>
  html`<div class="alert" role="alert" tabindex="-1"><p>${text}</p>${links.length > 0 && html`<ul>${links}</ul>`}</div>`;

export const sentence = (text: string): Html => html`<p>${text}</p>`;

export const another = (action: string): Html => html`<p><a href="${action}">Send another answer</a></p>`;

export const certificateLink = (address: string | null): Html | false =>
  address !== null && html`<p><a href="${address}" download>Download your certificate (PDF)</a></p>`;

/** The same page sent twice: the first answer counts. */
export const repeatedPage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  certificate: string | null,
): string =>
  message(
    files,
    'Already received',
    html`${sentence(`This answer to “${formTitle}” was sent before, and is kept as it was then.`)}${certificateLink(certificate)}`,
    another(action),
  );

/** How `waitingPage` is told that the form itself is full. */
export const wholeForm = 'The form';

/** The answer found no place; `full` names what has none. */
export const waitingPage = (
  files: PageFiles,
  formTitle: string,
  full: readonly string[],
  sendsMail: boolean,
): string =>
  message(
    files,
    'You are on the waiting list',
    html`${sentence(`Your answer to “${formTitle}” is kept. ${full.includes(wholeForm) ? 'All places are taken' : `${full.join(', ')} ${full.length === 1 ? 'is' : 'are'} full`}.`)}${sentence(
      `Whoever made the form takes you in when a place becomes free.${sendsMail ? ' If you gave an email address, you get a mail then.' : ''}`,
    )}`,
    null,
  );

/** Nothing is published here, or nothing any more. */
export const closedPage = (files: PageFiles): string =>
  message(
    files,
    'This form is not open',
    sentence('It may have been closed, or the link is not complete. Ask whoever gave it to you.'),
    null,
  );

/** Published, but taking no answers now. */
export const closedFormPage = (files: PageFiles, formTitle: string, why: string, what = 'form'): string =>
  message(files, `This ${what} is closed`, sentence(`“${formTitle}”: ${why}`), null);

/** Something refused the answer before it could be looked at. */
export const refusedPage = (files: PageFiles, text: string): string =>
  message(
    files,
    'Your answer was not sent',
    sentence(`${text}. Go back: what you wrote may still be there.`),
    null,
  );

/** The link of a mail was opened: a press takes it, for programs that look at mails open links too. */
export const continuePage = (files: PageFiles, formTitle: string, action: string): string =>
  message(
    files,
    'Go on with your answer',
    sentence(`What you filled in of “${formTitle}” is kept. The link works once.`),
    html`<form method="post" action="${action}" data-plain><button type="submit">Go on</button></form>`,
  );

export const closedLinkPage = (files: PageFiles): string =>
  message(
    files,
    'This link no longer works',
    sentence(
      'It opens an answer once, and only while it was not sent. Ask for another link where you began.',
    ),
    null,
  );
