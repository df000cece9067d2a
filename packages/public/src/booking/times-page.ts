import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';
import { wordsOf } from '../page.ts';
import { bookingPanel, bookingParts, type EventCard, hiddenInputs, icon, notice } from './booking-panel.ts';

interface Choice {
  readonly label: string;
  readonly address: string;
  readonly isChosen: boolean;
}

interface OfferedTime {
  readonly at: number;
  readonly label: string;
  /** Which of two times that the clock shows alike, or how many seats are left. */
  readonly note: string;
  readonly part: 'Morning' | 'Afternoon' | 'Evening';
}

/** The times of an event, by month and day. */
export interface TimesView extends EventCard {
  readonly action: string;
  /** What goes along with each choice. */
  readonly carried: readonly (readonly [string, string])[];
  readonly durations: readonly Choice[];
  readonly month: {
    readonly name: string;
    readonly before: string | null;
    readonly after: string | null;
    /** Whole weeks from Sunday on. */
    readonly days: readonly {
      readonly number: number;
      readonly name: string;
      /** Null: nothing can be booked. */
      readonly address: string | null;
      readonly isChosen: boolean;
      /** Of another month: it fills the week, and is chosen where that alone is shown. */
      readonly isOther: boolean;
    }[];
  };
  /** The days before and after the week of the chosen day: a phone shows that alone at first. */
  readonly week: { readonly before: string | null; readonly after: string | null };
  readonly day: string | null;
  readonly times: readonly OfferedTime[];
  /** Where there are none on the day: the next there are. */
  readonly next: { readonly label: string; readonly address: string } | null;
  /** What is taken, and can be waited for. */
  readonly waits: readonly { readonly text: string; readonly address: string }[];
  readonly clocks: readonly Choice[];
  readonly zone: string;
  readonly zoneName: string;
  readonly offset: string;
  readonly zones: readonly string[];
  /** What is being moved, in words. */
  readonly moving: string | null;
  readonly notice: {
    readonly text: string;
    readonly others: readonly { label: string; address: string }[];
    /** Names the time that another has, who may be whoever looks; null: it is nobody's. */
    readonly taken: string | null;
  } | null;
}

const segments = (label: string, choices: readonly Choice[]): Html =>
  html`<nav class="segments" aria-label="${label}">${choices.map(
    ({ label: text, address, isChosen }) =>
      html`<a href="${address}" data-swap${isChosen && html` aria-current="true"`}>${text}</a>`,
  )}</nav>`;

/** A Sunday. */
const sunday = Date.UTC(2026, 10, 29);

const weekdaysOf = (locale: string): readonly string[] => {
  const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => short.format(sunday + day * 86_400_000));
};

const steps = (of: 'month' | 'week', { before, after }: TimesView['week'], { book }: Words): Html => {
  const step = (way: 'Before' | 'After', address: string | null, sign: string): Html =>
    address === null
      ? html`<span class="step" aria-hidden="true">${sign}</span>`
      : html`<a class="step" href="${address}" data-swap data-soon aria-label="${book(`${of}${way}`)}">${sign}</a>`;
  return html`<span class="steps of-${of}">${step('Before', before, '‹')}${step('After', after, '›')}</span>`;
};

/** The month; on a phone the week of the chosen day, and the month for whoever asks for it. */
function calendar({ month, week: beside, day, files }: TimesView): Html {
  const words = wordsOf(files);
  const { name, days } = month;
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  const isStrip = day !== null;
  return html`${isStrip && html`<input type="checkbox" class="whole" id="whole" aria-label="${words.book('wholeMonth')}">`}<div class="month-head"><h2 id="month" aria-live="polite">${name}</h2>${
    isStrip && html`<label class="whole-label" for="whole">${icon('calendar')}</label>`
  }${isStrip && steps('week', beside, words)}${steps('month', month, words)}</div>
<table aria-labelledby="month"${isStrip && html` class="strip"`}><thead><tr>${weekdaysOf(words.locale).map((each) => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${weeks.map(
    (week) =>
      html`<tr${week.some(({ isChosen }) => isChosen) && html` class="chosen"`}>${week.map((each) =>
        each.isOther && each.address === null
          ? html`<td><span class="other" aria-hidden="true">${each.number}</span></td>`
          : each.address === null
            ? html`<td><span aria-disabled="true">${each.number}</span></td>`
            : html`<td><a${each.isOther && html` class="other"`} href="${each.address}" data-swap aria-label="${each.name}"${each.isChosen && html` aria-current="date"`}>${each.number}</a></td>`,
      )}</tr>`,
  )}</tbody></table>`;
}

const zoneForm = ({ action, carried, zone, zones, offset, files }: TimesView): Html =>
  html`<form class="zone" method="get" action="${action}">${hiddenInputs(carried.filter(([name]) => name !== bookingParts.zone))}<label for="zone">${wordsOf(files).book('timeZone')} <span class="offset">${offset}</span></label><select class="control" id="zone" name="${bookingParts.zone}" data-zone>${zones.map(
    (each) =>
      html`<option value="${each}"${each === zone && html` selected`}>${each.replace(/_/g, ' ')}</option>`,
  )}</select><noscript><button type="submit">${wordsOf(files).say('change')}</button></noscript></form>`;

const parts = [
  ['Morning', 'morning'],
  ['Afternoon', 'afternoon'],
  ['Evening', 'evening'],
] as const;

const waiting = (waits: TimesView['waits'], { book, bookSentence }: Words): Html =>
  html`${waits.map(({ text, address }) => html`<p class="told">${bookSentence(text)} <a href="${address}">${book('joinList')}</a></p>`)}`;

function dayTimes({ day, times, next, waits, zoneName, offset, files }: TimesView): Html {
  const words = wordsOf(files);
  const { say, book } = words;
  if (day === null || times.length === 0)
    return html`<div class="empty"><p>${book(day === null ? 'noneInMonth' : 'noneOnDay')}</p>${
      next !== null && html`<p>${book('nextFree')} <a href="${next.address}" data-swap>${next.label}</a></p>`
    }</div>${waiting(waits, words)}`;
  return html`${parts.map(([part, name]) => {
    const own = times.filter((time) => time.part === part);
    return own.length === 0
      ? html``
      : html`<fieldset class="part"><legend>${book(name)}</legend>${own.map(
          ({ at, label, note }) =>
            html`<div class="slot"><input type="radio" name="${bookingParts.at}" value="${at}" id="t${at}" required><label for="t${at}">${label}${
              note !== '' && html` <small>${note}</small>`
            }<span class="unseen">, ${zoneName} ${offset}</span></label><button type="submit">${say('next')}</button></div>`,
        )}</fieldset>`;
  })}<div class="next"><button type="submit">${book('nextDetails')}</button></div>${waiting(waits, words)}`;
}

/** When an event can be booked; a time is chosen and gone on with, without any script. */
export function timesPage(view: TimesView): string {
  const { title, action, carried, durations, day, clocks, moving } = view;
  const { book, bookSentence } = wordsOf(view.files);
  const lengths =
    durations.length > 1 &&
    html`<p class="ask">${book('howLong')}</p>${segments(book('howLong'), durations)}`;
  const said = moving !== null && html`<p class="told">${book('youMove', moving)}</p>`;
  return bookingPanel(
    view,
    title,
    html`${said}${lengths}`,
    html`<section class="days" aria-label="${book('days')}">${view.notice !== null && notice(bookSentence(view.notice.text), view.notice.others, view.notice.taken)}${calendar(view)}</section>
<form class="times" method="get" action="${action}">${hiddenInputs(carried)}<div class="day-head"><h2>${day ?? book('times')}</h2>${segments(book('clock'), clocks)}</div>${dayTimes(view)}</form>${zoneForm(view)}`,
  );
}
