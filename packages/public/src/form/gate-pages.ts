import { alert } from '../alert.ts';
import { type Html, html } from '../html.ts';
import { type PageFiles, page, wordsOf } from '../page.ts';
import { sentence } from './message-pages.ts';

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
): string => {
  const words = wordsOf(files);
  return page(
    files,
    fault === null ? formTitle : `${words.say('checkWritten')} – ${formTitle}`,
    html`<main class="message"><h1 tabindex="-1">${formTitle}</h1>
${fault !== null && alert(words.sentence(fault))}
${before}
<form method="post" action="${action}" novalidate data-plain>
${fields}
</form></main>`,
  );
};

/** Asks for the password of a form; `fault` says what was wrong with the one given. */
export const passwordPage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  fault: string | null,
): string => {
  const { say } = wordsOf(files);
  return gatePage(files, formTitle, action, {
    fault,
    fields: html`${field(
      'password',
      say('password'),
      say('passwordHelp'),
      html`<input class="control" type="password" id="password" name="password" aria-describedby="password-help" autocomplete="off">`,
    )}
${actions(say('open'))}`,
  });
};

/** Asks for the address that a code is mailed to. */
export const addressPage = (
  files: PageFiles,
  formTitle: string,
  action: string,
  { address, fault }: { readonly address: string; readonly fault: string | null },
): string => {
  const { say } = wordsOf(files);
  return gatePage(files, formTitle, action, {
    fault,
    fields: html`${field(
      'email',
      say('email'),
      say('addressHelp'),
      html`<input class="control" type="email" id="email" name="email" value="${address}" aria-describedby="email-help"${fault !== null && html` aria-invalid="true"`} autocomplete="email" inputmode="email">`,
    )}
${actions(say('sendCode'))}`,
  });
};

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
): string => {
  const { say } = wordsOf(files);
  return gatePage(files, formTitle, action, {
    fault,
    before: sentence(say('codeOnWay', address, minutes)),
    fields: html`${field(
      'code',
      say('code'),
      say('codeHelp'),
      html`<input class="control" type="text" id="code" name="code" aria-describedby="code-help"${fault !== null && html` aria-invalid="true"`} autocomplete="one-time-code" inputmode="numeric" maxlength="20">`,
    )}
${actions(say('goOn'), html`<button class="plain" name="again" value="1">${say('anotherCode')}</button>`)}`,
  });
};
