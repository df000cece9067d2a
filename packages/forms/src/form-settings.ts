import type { Filter } from '@weft/core';

/** ISO 8601 in UTC with milliseconds, always of one length: the order of such texts is that of the moments. */
type Moment = string;

/** What may go with a mail about an answer, as PDFs. */
export type MailFile = 'answer' | 'certificate';

/** Settings of a form that act at once, without publishing (specification 3, section 3). */
export interface FormSettings {
  /** Closed by hand. */
  readonly disabledForm: boolean;
  /** What a closed form says in the place of the usual sentence; empty: that. */
  readonly closedMessage: string;
  /** Answers that are taken; null: any number. */
  readonly maxSubmissions: number | null;
  /** Whoever finds no place, in the form or of a choice, may wait for one. */
  readonly waitingList: boolean;
  /** Answers are taken from then on; see `Moment`. */
  readonly openDate: Moment | null;
  /** Answers are taken until then. */
  readonly expirationDate: Moment | null;
  /** Whether its owner gets a mail for each answer. */
  readonly notifyOwner: boolean;
  /** Whether that mail holds the answers. */
  readonly notifyAnswers: boolean;
  /** Conditions about the answers for that mail, and for the one to whoever answered; null: always. */
  readonly notifyWhen: Filter | null;
  readonly replyWhen: Filter | null;
  /** A mail to whoever answered, by the address they gave; empty: none. Texts take answers: `{{Your name}}`. */
  readonly replySubject: string;
  readonly replyText: string;
  /** The same in other languages of the form; what is empty is sent as it is written above. */
  readonly replyTranslations: {
    readonly [language: string]: { readonly subject: string; readonly text: string };
  };
  /** What goes with the mail to the owner, and with the one to whoever answered. */
  readonly notifyFiles: readonly MailFile[];
  readonly replyFiles: readonly MailFile[];
  /** Whether answers that look like spam are kept apart. */
  readonly spamDefence: boolean;
  /** Browsers work for a moment before they send an answer, so that many cost a program much. */
  readonly proofOfWork: boolean;
  /** Whoever answers proves an address first, by a code that is mailed to it. */
  readonly mailCode: boolean;
  /** One answer of each person; what tells persons apart. */
  readonly onePerPerson: 'no' | 'browser' | 'email';
  /** Domains that email questions take, in lower case; none: any. */
  readonly allowedDomains: readonly string[];
  /** Origins that may show the form in a frame. */
  readonly embedSites: readonly string[];
  /** Days after which answers are erased; null: they are kept. */
  readonly retentionDays: number | null;
}

const usual: FormSettings = {
  disabledForm: false,
  closedMessage: '',
  maxSubmissions: null,
  waitingList: false,
  openDate: null,
  expirationDate: null,
  notifyOwner: true,
  notifyAnswers: false,
  notifyWhen: null,
  replyWhen: null,
  replySubject: '',
  replyText: '',
  replyTranslations: {},
  notifyFiles: [],
  replyFiles: [],
  spamDefence: true,
  proofOfWork: false,
  mailCode: false,
  onePerPerson: 'no',
  allowedDomains: [],
  embedSites: [],
  retentionDays: null,
};

const settingNames = Object.keys(usual) as readonly (keyof FormSettings)[];

/** The settings as they are stored: what was never set is as usual. */
export const formSettingsOf = (stored: Partial<FormSettings>): FormSettings => {
  const all = { ...usual, ...stored };
  return Object.fromEntries(settingNames.map((name) => [name, all[name]])) as unknown as FormSettings;
};

export interface WhyClosed {
  readonly reason: 'closed' | 'early' | 'expired' | 'full' | 'answered';
  /** For whoever came to answer. */
  readonly message: string;
}

const messages: { readonly [R in WhyClosed['reason']]: string } = {
  closed: 'Whoever made it takes no answers now.',
  early: 'It has not opened yet. Come back later.',
  expired: 'The time to answer it is over.',
  full: 'It has all the answers it takes.',
  answered: 'You have answered it already. It takes one answer from each person.',
};

/** The same of a page that is booked. */
const bookingMessages: typeof messages = {
  ...messages,
  closed: 'It takes no bookings now.',
  expired: 'The time to book it is over.',
};

/** A form is full, and its waiting list too. */
export const fullForm: WhyClosed = { reason: 'full', message: messages.full };

export const alreadyAnswered: WhyClosed = { reason: 'answered', message: messages.answered };

/** Whether a form has all the answers it takes. */
export const isFull = (
  { maxSubmissions }: Pick<FormSettings, 'maxSubmissions'>,
  submissions: number,
): boolean => maxSubmissions !== null && submissions >= maxSubmissions;

/** Why a published form takes no further answer; null when it does, were it only for its waiting list. */
export function whyClosed(
  settings: FormSettings,
  submissions: number,
  now: Moment,
  takes: 'answers' | 'bookings' = 'answers',
): WhyClosed | null {
  const { disabledForm, closedMessage, waitingList, openDate, expirationDate } = settings;
  const closed = (reason: WhyClosed['reason']) => ({
    reason,
    message: closedMessage.trim() || (takes === 'bookings' ? bookingMessages : messages)[reason],
  });
  if (disabledForm) return closed('closed');
  if (openDate !== null && now < openDate) return closed('early');
  if (expirationDate !== null && now >= expirationDate) return closed('expired');
  return isFull(settings, submissions) && !waitingList ? closed('full') : null;
}

/** What is wrong with settings taken together, in a sentence; null: nothing. */
export const settingsFault = ({ openDate, expirationDate }: FormSettings): string | null =>
  openDate !== null && expirationDate !== null && openDate >= expirationDate
    ? 'The form would close before it opens'
    : null;

/** A domain of mail addresses as it is listed; null: the text is none. */
export function domainOf(text: string): string | null {
  const domain = text.trim().replace(/^@/, '').toLowerCase();
  return domain.length <= 253 && /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(domain) ? domain : null;
}

/** The origin of a site as it is listed: `https://example.org`; null: the text is none. */
export function originOf(text: string): string | null {
  const [, scheme, host, port = ''] =
    /^(https?:\/\/)?([a-z0-9.-]{1,253})(:\d{1,5})?\/?$/.exec(text.trim().toLowerCase()) ?? [];
  if (host === undefined || !/^[a-z0-9]/.test(host) || !/[a-z0-9]$/.test(host)) return null;
  return `${scheme ?? 'https://'}${host}${port}`;
}

/** The end of a form's link in words; undefined: it cannot be one. It never looks like an id of ours. */
export function endingOf(text: string): string | undefined {
  const ending = text.trim().toLowerCase();
  const isEnding = /^[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$/.test(ending);
  return isEnding && !/^[a-z]{3}[0-9a-z]{21}$/.test(ending) ? ending : undefined;
}
