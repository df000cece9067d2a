import { message } from '../form/message-pages.ts';
import { type Html, html } from '../html.ts';
import { type PageFiles, page, wordsOf } from '../page.ts';

/** Names of what a booking page sends besides its questions. */
export const bookingParts = {
  at: 'at',
  zone: 'zone',
  duration: 'duration',
  clock: 'clock',
  month: 'month',
  day: 'day',
  /** The code of a booking that is being moved. */
  move: 'move',
  request: 'request',
  name: 'name',
  email: 'email',
  seats: 'seats',
  guests: 'guests',
  location: 'location',
  phone: 'phone',
  reason: 'reason',
  /** What is waited for: a time, or 'day'. */
  wait: 'wait',
  /** The code of somebody who waits, and takes what is held for them. */
  offer: 'offer',
  /** Nobody sees it, so nobody fills it in. */
  trap: 'website',
} as const;

/** What is said of an event beside its times. */
export interface EventCard {
  readonly files: PageFiles;
  readonly title: string;
  readonly description: string;
  /** Whose page it is. */
  readonly organizationName: string;
  /** Above the title; none: nothing stands there. */
  readonly hosts: readonly string[];
  /** The address of a picture, in place of initials. */
  readonly picture: string | null;
  /** Where one meets, how many may come. */
  readonly facts: readonly { readonly icon: FactIcon; readonly text: string }[];
}

type FactIcon = 'clock' | 'place' | 'people' | 'calendar' | 'check';

const iconPaths: { readonly [I in FactIcon]: Html } = {
  clock: html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`,
  place: html`<path d="M12 21s7-6.4 7-11a7 7 0 1 0-14 0c0 4.6 7 11 7 11Z"/><circle cx="12" cy="10" r="2.5"/>`,
  people: html`<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.5 3.5 0 0 1 0 6.5M17.5 14a6.5 6.5 0 0 1 4 6"/>`,
  calendar: html`<rect x="4" y="5" width="16" height="16" rx="2"/><path d="M8 3v4m8-4v4M4 10h16"/>`,
  check: html`<path d="m5 12 5 5 9-10"/>`,
};

export const icon = (name: FactIcon): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${iconPaths[name]}</svg>`;

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((part) => [...part].slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase();

const faces = (hosts: readonly string[], picture: string | null): readonly Html[] =>
  picture === null
    ? hosts.slice(0, 3).map((name) => html`<span class="face" aria-hidden="true">${initials(name)}</span>`)
    : [html`<img class="face" src="${picture}" alt="" width="32" height="32">`];

export const hostLine = (hosts: readonly string[], picture: string | null = null): Html =>
  html`<p class="hosts"><span class="faces">${faces(hosts, picture)}</span><span class="names">${hosts.join(', ')}</span></p>`;

export const factList = (facts: EventCard['facts']): Html =>
  html`<ul class="facts">${facts.map(({ icon: name, text }) => html`<li>${icon(name)}<span>${text}</span></li>`)}</ul>`;

/** The panel of a booking page: what it is about, and what stands beside that. */
export function bookingPanel(
  { files, title, description, organizationName, hosts, picture, facts }: EventCard,
  pageTitle: string,
  extra: Html | false,
  rest: Html,
): string {
  return page(
    files,
    pageTitle,
    html`<main class="booking"><div class="panel"><header class="about">${(hosts.length > 0 || picture !== null) && hostLine(hosts, picture)}<h1 tabindex="-1">${title}</h1>${
      description !== '' && html`<p class="description">${description}</p>`
    }${extra}${factList(facts)}</header>${rest}</div><footer>${organizationName} · ${wordsOf(files).book('runsOn')}</footer></main>`,
  );
}

export const hiddenInputs = (values: readonly (readonly [string, string])[]): Html =>
  html`${values.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

export const notice = (
  text: string,
  others: readonly { readonly label: string; readonly address: string }[] = [],
  taken: string | null = null,
) =>
  html`<div class="alert" role="alert" tabindex="-1"${taken !== null && html` data-taken="${taken}"`}><p>${text}</p>${
    others.length > 0 &&
    html`<ul class="others">${others.map(({ label, address }) => html`<li><a href="${address}">${label}</a></li>`)}</ul>`
  }</div>`;

/** Nothing is known of what a link names. */
export const noBookingPage = (files: PageFiles): string => {
  const { book } = wordsOf(files);
  return message(files, book('noBooking'), html`<p>${book('noBookingText')}</p>`, null);
};
