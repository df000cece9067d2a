import { type Html, html } from '../html.ts';
import { type PageFiles, page } from '../page.ts';
import { alert, sentence } from './message-pages.ts';

const field = (name: string, label: string, help: string, control: Html): Html =>
  html`<div class="question"><label for="${name}">${label}</label><p class="help" id="${name}-help">${help}</p>${control}</div>`;

const actions = (label: string, more: Html | null = null): Html =>
  html`<div class="actions"><button type="submit">${label}</button>${more}<p class="state" role="status"></p></div>`;

/** Asks for something before a form is shown. It is sent as any page is: no script keeps what is written here. */
const gatePage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  {
    before = null,
    fault,
    fields,
  }: { readonly before?: Html | null; readonly fault: string | null; readonly fields: Html },
): string =>
  page(
    files,
    fault === null ? formTitle : `Check what you wrote – ${formTitle}`,
    html`<main class="message"><h1 tabindex="-1">${formTitle}</h1>
${fault !== null && alert(fault)}
${before}
<form method="post" action="${action}" novalidate data-plain>
${fields}
</form></main>`,
  );

/** Asks for the password of a form; `fault` says what was wrong with the one given. */
export const passwordPage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  fault: string | null,
): string =>
  gatePage(files, formTitle, action, {
    fault,
    fields: html`${field(
      'password',
      'Password',
      'This form opens with a password. Whoever gave you the link knows it.',
      html`<input class="control" type="password" id="password" name="password" aria-describedby="password-help" autocomplete="off">`,
    )}
${actions('Open')}`,
  });

/** Asks for the address that a code is mailed to. */
export const addressPage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  { address, fault }: { readonly address: string; readonly fault: string | null },
): string =>
  gatePage(files, formTitle, action, {
    fault,
    fields: html`${field(
      'email',
      'Email',
      'This form takes answers only from people who prove their email address. A code is mailed to it, and the address is kept with your answer.',
      html`<input class="control" type="email" id="email" name="email" value="${address}" aria-describedby="email-help"${fault !== null && html` aria-invalid="true"`} autocomplete="email" inputmode="email">`,
    )}
${actions('Send me a code')}`,
  });

/** Asks for the code that was mailed. */
export const codePage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  {
    address,
    minutes,
    fault,
  }: { readonly address: string; readonly minutes: number; readonly fault: string | null },
): string =>
  gatePage(files, formTitle, action, {
    fault,
    before: sentence(`A code is on its way to ${address}. It works once, within ${minutes} minutes.`),
    fields: html`${field(
      'code',
      'Code',
      'Six digits, from the mail. Look among spam too.',
      html`<input class="control" type="text" id="code" name="code" aria-describedby="code-help"${fault !== null && html` aria-invalid="true"`} autocomplete="one-time-code" inputmode="numeric" maxlength="20">`,
    )}
${actions('Go on', html`<button class="plain" name="again" value="1">Another address, or another code</button>`)}`,
  });
