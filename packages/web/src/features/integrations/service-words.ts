import { faultOf, type ServiceCategory } from '@weft/protocol';
import type { CatalogueEntry, Connection, Way } from './integration-queries.ts';

/** What services of a category are called together, and what most of them do; in the order of the filters. */
const categories: {
  readonly [C in ServiceCategory]: { readonly label: string; readonly purpose: string };
} = {
  crm: { label: 'CRM', purpose: 'Create and update contacts' },
  database: { label: 'Database', purpose: 'Add records' },
  email: { label: 'Email', purpose: 'Add people to a list' },
  messaging: { label: 'Messaging', purpose: 'Send messages' },
  file_sharing: { label: 'File sharing', purpose: 'Save uploaded files' },
  project_management: { label: 'Project management', purpose: 'Create items and tasks' },
};

/** The filters of the catalogue, in their order; null: all. */
export const categoryFilters: readonly {
  readonly value: ServiceCategory | null;
  readonly label: string;
}[] = [
  { value: null, label: 'All' },
  ...Object.entries(categories).map(([value, { label }]) => ({ value: value as ServiceCategory, label })),
];

const purposes: { readonly [category: string]: string } = Object.fromEntries(
  Object.entries(categories).map(([category, { purpose }]) => [category, purpose]),
);
const uses: { readonly [U in CatalogueEntry['use']]: string } = {
  write: 'Send each answer there',
  choices: 'Take choices from there',
  import: 'Bring in surveys',
  'page events': 'Count visits and answers',
  scheduling: 'Use it when people book you',
  credential: 'Keep a key for payments',
};

/** What a service is for, in a few words. */
export const purposeOf = ({
  categories,
  use,
  purpose,
}: Pick<CatalogueEntry, 'categories' | 'use' | 'purpose'>): string =>
  purpose ?? (use === 'write' ? purposes[categories[0] ?? ''] : undefined) ?? uses[use];

/** Whether a connection was signed in by this way. */
export const isSignedInBy = (
  { kind, marks }: Pick<Way, 'kind' | 'marks'>,
  { provider, config }: Pick<Connection, 'provider' | 'config'>,
): boolean =>
  (kind === 'oauth') === (provider !== null) &&
  Object.entries(marks).every(([key, value]) => config[key] === value);

/** Whether somebody chooses one by one which files a connection of theirs reaches. */
export const picksFiles = (entry: CatalogueEntry, connection: Connection, personId: string): boolean =>
  connection.userId === personId && entry.ways.some((way) => way.picksFiles && isSignedInBy(way, connection));

/** How many forms are written with a connection. */
export const formCount = (count: number): string =>
  count === 0 ? 'no form' : count === 1 ? '1 form' : `${count} forms`;

/** Two letters that stand for a service: of two words, also of those that are written as one, or the first two of one. */
export function lettersOf(label: string): string {
  const [first = '', second] = label.split(/[\s.]+/).filter(Boolean);
  const inner = /^\p{Lu}\p{Ll}+(\p{Lu})/u.exec(first)?.[1];
  const letters =
    second !== undefined
      ? [first[0], second[0]]
      : inner !== undefined
        ? [first[0], inner]
        : Array.from(first).slice(0, 2);
  const [big = '', small = ''] = letters;
  return big.toUpperCase() + small.toLowerCase();
}

/** A name that no other connection has: 'Airtable (2)'. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  if (!known.has(wanted.toLowerCase())) return wanted;
  let number = 2;
  while (known.has(`${wanted} (${number})`.toLowerCase())) number += 1;
  return `${wanted} (${number})`;
}

/** What is said of what was typed once typing pauses (`judged`); it goes at once when what is there now (`value`) is right. */
export function shownFault(
  field: Parameters<typeof faultOf>[0],
  judged: string | number | boolean | undefined,
  value: string | number | boolean | undefined,
): string | null {
  // Nothing is wrong yet with what nobody has typed.
  const isEmpty = (one: typeof value) => one === undefined || one === '';
  return isEmpty(judged) || isEmpty(value) || faultOf(field, value) === null ? null : faultOf(field, judged);
}

/** How many connections let in, by the type of their service: one that nobody has signed in is none. */
export function countByType(
  connections: readonly Pick<Connection, 'type' | 'state'>[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type, state } of connections)
    if (state !== 'reconnect') counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

/** What people type who look for a service by what it is, by its type. */
const otherWords: { readonly [type: string]: readonly string[] } = {
  googlesheets: ['spreadsheet', 'table'],
  excel: ['spreadsheet', 'microsoft 365', 'table'],
  rest: ['webhook', 'http', 'api', 'url'],
  smtp: ['email', 'gmail', 'mail server'],
  outlook: ['email', 'microsoft 365'],
  teams: ['microsoft 365', 'chat'],
  onedrive: ['microsoft 365', 'files'],
  googleDrive: ['files', 'upload'],
  googlecalendar: ['calendar', 'gmail'],
  outlookcalendar: ['calendar', 'microsoft 365'],
  calendly: ['calendar', 'scheduling', 'booking'],
  twilio: ['sms', 'text message', 'phone'],
  openai: ['chatgpt', 'gpt', 'ai'],
  slack: ['chat'],
  discord: ['chat'],
  stripe: ['payment', 'card'],
  generatePDF: ['document'],
  databases: ['database'],
  typeform: ['survey', 'form'],
  jotform: ['survey', 'form'],
  surveyMonkey: ['survey', 'form'],
  weft: ['form'],
};

const sought = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '');

/** Whether a service is found by what was typed: in its name, in what it is for, or in other words for it. */
export function isSought({ type, label, purpose, categories }: SoughtService, search: string): boolean {
  const categoryNames = categoryFilters.flatMap(({ value, label: name }) =>
    value !== null && categories.includes(value) ? [name] : [],
  );
  const words = [label, purpose, ...categoryNames, ...(otherWords[type] ?? [])];
  return words.some((one) => sought(one).includes(sought(search)));
}

interface SoughtService {
  readonly type: string;
  readonly label: string;
  readonly purpose: string;
  readonly categories: readonly string[];
}

/** What is said where what was chosen is not among what the service lists any more. */
export const missingTarget = (serviceType: string, step: string): string =>
  serviceType === 'googlesheets'
    ? 'Missing or unknown google sheet'
    : `Missing or unknown ${step.toLowerCase()}`;

/** What is to be done with a connection that is not signed in: one that never was is not connected again. */
export const reconnectWord = ({
  state,
  accountLabel,
}: Pick<Connection, 'state' | 'accountLabel'>): 'Finish connecting' | 'Reconnect' =>
  state === 'reconnect' && accountLabel === null ? 'Finish connecting' : 'Reconnect';

/** What a service said, with a full stop where others follow. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
