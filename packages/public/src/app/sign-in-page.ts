import { type Html, html } from '../html.ts';
import { type PageFiles, page } from '../page.ts';
import type { SentView } from './app-views.ts';
import { partsHtml } from './form-block.ts';

interface Frame extends SentView {
  readonly appName: string;
  readonly fault: string | null;
}

const faultHtml = (fault: string | null): Html | false =>
  fault !== null && html`<div class="alert" role="alert" tabindex="-1"><p>${fault}</p></div>`;

/** Asks for an address. */
export const signInPage = (
  files: PageFiles,
  {
    appName,
    action,
    parts,
    fault,
    email,
    isOpen,
  }: Frame & { readonly email: string; readonly isOpen: boolean },
): string =>
  page(
    files,
    `Sign in · ${appName}`,
    html`<main class="alone"><h1 tabindex="-1">Sign in to ${appName}</h1><p>${isOpen ? 'Enter your email address: a code is sent there.' : 'Enter the email address that you were invited with: a code is sent there.'}</p>${faultHtml(fault)}<form method="post" action="${action}">${partsHtml(parts)}<div class="input"><label for="email">Email address</label><input class="control" id="email" type="email" name="email" value="${email}" autocomplete="email" required maxlength="254" autofocus></div><button class="button primary" type="submit">Send me a code</button></form></main>`,
  );

/** Takes the code; it says the same whether or not anything was sent. */
export const signInCodePage = (
  files: PageFiles,
  {
    appName,
    action,
    parts,
    fault,
    email,
    minutes,
  }: Frame & { readonly email: string; readonly minutes: number },
): string =>
  page(
    files,
    `Enter the code · ${appName}`,
    html`<main class="alone"><h1 tabindex="-1">Look at your mail</h1><p>If ${email} may use ${appName}, a mail with a code of six digits and a link is on its way. Both work once, for ${minutes} minutes.</p>${faultHtml(fault)}<form method="post" action="${action}">${partsHtml(parts)}<div class="input"><label for="code">Code</label><input class="control code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" autofocus></div><button class="button primary" type="submit">Sign in</button></form><form method="post" action="${action}">${partsHtml(parts)}<input type="hidden" name="again" value="1"><button class="plain" type="submit">Use another address, or ask for another code</button></form></main>`,
  );

/** Opened by the link of a mail: programs that look into mails open links, but press no buttons. */
export const signInLinkPage = (
  files: PageFiles,
  { appName, action, parts, fault, email }: Frame & { readonly email: string },
): string =>
  page(
    files,
    `Sign in · ${appName}`,
    html`<main class="alone"><h1 tabindex="-1">Sign in to ${appName}</h1><p>You sign in as ${email}. If that is not you, close this page.</p>${faultHtml(fault)}<form method="post" action="${action}">${partsHtml(parts)}<button class="button primary" type="submit">Sign in on this device</button></form></main>`,
  );
