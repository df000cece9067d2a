/** Settings of a form that act at once, without publishing (specification 3, section 3). */
export interface FormSettings {
  /** Closed by hand. */
  readonly disabledForm: boolean;
  /** Answers that are taken; null: any number. */
  readonly maxSubmissions: number | null;
  /** ISO 8601; answers are taken from then on. */
  readonly openDate: string | null;
  /** ISO 8601; answers are taken until then. */
  readonly expirationDate: string | null;
  /** Whether its owner gets a mail for each answer. */
  readonly notifyOwner: boolean;
}

const usual: FormSettings = {
  disabledForm: false,
  maxSubmissions: null,
  openDate: null,
  expirationDate: null,
  notifyOwner: true,
};

/** The settings as they are stored: what was never set is as usual. */
export const formSettingsOf = (stored: Partial<FormSettings>): FormSettings => {
  const { disabledForm, maxSubmissions, openDate, expirationDate, notifyOwner } = { ...usual, ...stored };
  return { disabledForm, maxSubmissions, openDate, expirationDate, notifyOwner };
};

export interface WhyClosed {
  readonly reason: 'closed' | 'early' | 'expired' | 'full';
  /** For whoever came to answer. */
  readonly message: string;
}

const messages: { readonly [R in WhyClosed['reason']]: string } = {
  closed: 'Whoever made it takes no answers now.',
  early: 'It has not opened yet. Come back later.',
  expired: 'The time to answer it is over.',
  full: 'It has all the answers it takes.',
};

/** Why a published form takes no further answer; null when it does. `now` is in epoch milliseconds. */
export function whyClosed(settings: FormSettings, submissions: number, now: number): WhyClosed | null {
  const { disabledForm, maxSubmissions, openDate, expirationDate } = settings;
  const closed = (reason: WhyClosed['reason']) => ({ reason, message: messages[reason] });
  if (disabledForm) return closed('closed');
  if (openDate !== null && now < Date.parse(openDate)) return closed('early');
  if (expirationDate !== null && now >= Date.parse(expirationDate)) return closed('expired');
  return maxSubmissions !== null && submissions >= maxSubmissions ? closed('full') : null;
}

/** What is wrong with settings taken together, in a sentence; null: nothing. */
export const settingsFault = ({ openDate, expirationDate }: FormSettings): string | null =>
  openDate !== null && expirationDate !== null && Date.parse(openDate) >= Date.parse(expirationDate)
    ? 'The form would close before it opens'
    : null;
