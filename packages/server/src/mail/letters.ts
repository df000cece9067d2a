import type { Words } from '@weft/public';
import type { NewMail } from './smtp.ts';

/**
 * The mails people receive. They name nobody and quote nothing a stranger could have typed: whoever enters somebody
 * else's address must not be able to have us send their words there.
 */
const host = (baseUrl: string): string => new URL(baseUrl).host;

/** What is said to whoever answered a form, in the language they read it in. */
type Told = Pick<Words, 'say' | 'letter'>;
type LetterText = Parameters<Words['letter']>[0];

const oneLine = (name: string): string => name.replace(/\s+/g, ' ').slice(0, 120);

/** The code travels behind `#`, so that no log of a proxy holds it. */
export const resetMail = (to: string, baseUrl: string, code: string): NewMail => ({
  to,
  subject: 'Choose a new password for Weft',
  text: `Somebody asked for a new password for your account at ${host(baseUrl)}.

Choose one here, within the next hour:
${new URL(`/reset-password#${code}`, baseUrl).href}

It signs you out everywhere and revokes your API tokens.
If it was not you, do nothing: your password stays as it is.
`,
});

export const invitationMail = (to: string, baseUrl: string, code: string): NewMail => ({
  to,
  subject: 'You are invited to Weft',
  text: `Somebody invites you to work together at ${host(baseUrl)}.

Join within a week:
${new URL(`/invite/${code}`, baseUrl).href}

If you do not know who, do nothing.
`,
});

/** To whoever wants to go on with an answer elsewhere; its form's name is not in it, for strangers name forms. */
export const continueMail = (to: string, baseUrl: string, path: string, words: Told): NewMail => ({
  to,
  subject: words.say('goOnTitle'),
  text: words.letter('continueText', host(baseUrl), new URL(path, baseUrl).href),
});

/** To whoever is to prove an address to a form, whose name is not in it. */
export const codeMail = (
  to: string,
  baseUrl: string,
  { code, minutes }: { readonly code: string; readonly minutes: number },
  { letter }: Told,
): NewMail => ({
  to,
  subject: letter('codeSubject'),
  text: letter('codeText', host(baseUrl), code, minutes),
});

/** To whoever wants to sign in to an app, whose name is not in it, for strangers name apps. */
export const appCodeMail = (
  to: string,
  baseUrl: string,
  { code, path, minutes }: { readonly code: string; readonly path: string; readonly minutes: number },
): NewMail => ({
  to,
  subject: 'Your code to sign in',
  text: `Somebody who wants to sign in to an app at ${host(baseUrl)} gave this address.

The code, for the browser that asked for it:
${code}

Or open this link, on any device:
${new URL(path, baseUrl).href}

Both work once, within ${minutes} minutes.
If it was not you, do nothing.
`,
});

export const appInvitationMail = (to: string, baseUrl: string, path: string): NewMail => ({
  to,
  subject: 'You are invited to an app',
  text: `Somebody invites you to use an app at ${host(baseUrl)}.

Sign in with this address:
${new URL(path, baseUrl).href}

If you do not know who, do nothing.
`,
});

export const verificationMail = (to: string, baseUrl: string, code: string): NewMail => ({
  to,
  subject: 'Verify your address for Weft',
  text: `This address was used for an account at ${host(baseUrl)}.

Verify that it is yours, within the next day:
${new URL(`/verify-email#${code}`, baseUrl).href}

If it was not you, do nothing.
`,
});

/** To the address an account has, when somebody asks for another. */
export const emailChangeNotice = (to: string, baseUrl: string): NewMail => ({
  to,
  subject: 'Your address for Weft is about to change',
  text: `Somebody who knows your password asked for another address for your account at ${host(baseUrl)}.
It changes once a mail to the new address is followed.

If it was not you, choose a new password now:
${new URL('/forgot-password', baseUrl).href}
`,
});

/** To whoever deleted their account. */
export const accountDeletedMail = (to: string, baseUrl: string): NewMail => ({
  to,
  subject: 'Your account for Weft was deleted',
  text: `Your account at ${host(baseUrl)} was deleted by somebody who knows its password.
You are signed out everywhere, and its API tokens have ended.

If it was not you, tell the people you worked with there: what you owned among them is theirs now.
`,
});

/** To whoever waited for a place in a form; it names the form, which its maker did, and none of the answer. */
export const placeMail = (to: string, baseUrl: string, formName: string, { letter }: Told): NewMail => ({
  to,
  subject: letter('placeSubject', oneLine(formName)),
  text: letter('placeText', formName, host(baseUrl)),
});

interface ToldOrder {
  readonly formName: string;
  readonly rows: readonly string[];
  readonly address: string;
}

/** To whoever pays: what the maker of the form sells, and none of the answer. */
const orderMail =
  (subject: LetterText, text: LetterText) =>
  (to: string, baseUrl: string, { formName, rows, address }: ToldOrder, { letter }: Told): NewMail => ({
    to,
    subject: letter(subject, oneLine(formName)),
    text: letter(text, formName, host(baseUrl), rows.join('\n'), new URL(address, baseUrl).href),
  });

export const receiptMail = orderMail('receiptSubject', 'receiptText');

/** Where the next payment of what repeats could not be taken. */
export const renewalFailedMail = orderMail('renewalFailedSubject', 'renewalFailedText');

/** To the owner of a form, where something became of a payment that they have to look at; it names none of the answer. */
export const paymentNewsMail = (
  to: string,
  baseUrl: string,
  form: { readonly id: string; readonly name: string },
  news: string,
): NewMail => ({
  to,
  subject: `Look at a payment of ${oneLine(form.name)}`,
  text: `Something became of a payment for your form “${form.name}” at ${host(baseUrl)}:

${news}.

It is listed among the payments of the form:
${new URL(`/editor/${form.id}/results`, baseUrl).href}
`,
});

/** To the owner of a form, whose payments go to another account from now on. */
export const paymentAccountMail = (
  to: string,
  baseUrl: string,
  form: { readonly id: string; readonly name: string },
  { by, account }: { readonly by: string; readonly account: string | null },
): NewMail => ({
  to,
  subject: `Payments of ${oneLine(form.name)} go elsewhere`,
  text: `${oneLine(by)} has changed where payments of your form “${form.name}” at ${host(baseUrl)} go.

${account === null ? 'It takes no payments now: no account is chosen.' : `They go to this Stripe account now: ${oneLine(account)}.`}

Look at it here, and choose another one if that is wrong:
${new URL(`/editor/${form.id}/settings`, baseUrl).href}
`,
});

/** To the owner of a form; it names none of the answer. */
export const paidFaultMail = (
  to: string,
  baseUrl: string,
  form: { readonly id: string; readonly name: string },
  fault: string,
): NewMail => ({
  to,
  subject: `Look at a payment of ${form.name.replace(/\s+/g, ' ').slice(0, 120)}`,
  text: `Somebody has paid for an answer to your form “${form.name}” at ${host(baseUrl)}, and the answer does not count yet:

${fault}.

The payment is kept. It is listed here:
${new URL(`/editor/${form.id}/results`, baseUrl).href}
`,
});

/** To the owner of a form that was paid for what this server does not have. */
export const unknownPaymentMail = (
  to: string,
  baseUrl: string,
  form: { readonly id: string; readonly name: string },
  paid: string,
): NewMail => ({
  to,
  subject: `A payment of ${form.name.replace(/\s+/g, ' ').slice(0, 120)} that is not known here`,
  text: `Stripe has a payment for your form “${form.name}” at ${host(baseUrl)} that is not known there, as after an older backup was restored:

${paid}

What was ordered and answered is not here. Look for it at Stripe: refund it, or ask whoever paid. “Compare with Stripe” lists such payments:
${new URL(`/editor/${form.id}/results`, baseUrl).href}
`,
});

/** To the owner of a form; it names the form, which a member of theirs did, and the answers where its settings say so. */
export const answerMail = (
  to: string,
  baseUrl: string,
  form: { readonly id: string; readonly name: string },
  answers: readonly { readonly question: string; readonly answer: string }[],
  /** How many of them are sent in an hour. */
  most: number,
): NewMail => ({
  to,
  subject: `New answer to ${form.name.replace(/\s+/g, ' ').slice(0, 120)}`,
  text: `Somebody has answered your form “${form.name}” at ${host(baseUrl)}.
${answers.map(({ question, answer }) => `\n${question}\n${answer}\n`).join('')}
Read it here:
${new URL(`/editor/${form.id}/results`, baseUrl).href}

At most ${most} of these mails are sent in an hour; the results have every answer.
`,
});

/** To whoever made a connection to a third-party service, once for each time that it breaks. */
export const connectionBrokenMail = (
  to: string,
  baseUrl: string,
  service: string,
  serviceId: string,
): NewMail => ({
  to,
  subject: `Connect ${service} again`,
  text: `${service} no longer takes the sign-in of a connection of yours at ${host(baseUrl)}.
Answers that were to be written there wait, and none is lost.

Connect it again here, and then have them sent:
${new URL(`/home/integrations/edit/${serviceId}`, baseUrl).href}
`,
});

/** To whoever connected calendars that cannot be read any more: until they can, nobody can book them. */
export const calendarFaultMail = (to: string, baseUrl: string, name: string): NewMail => ({
  to,
  subject: `Your calendar cannot be read: ${name.replace(/\s+/g, ' ').slice(0, 120)}`,
  text: `Weft at ${host(baseUrl)} cannot read “${name}” for more than 5 minutes. So that you are not booked twice, nobody can book you until it can be read again.

It is tried again every 30 seconds. If its password or address has changed, connect it again, or switch its calendars off:
${new URL('/home/scheduling/calendars', baseUrl).href}
`,
});
