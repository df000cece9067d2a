import { type Html, html } from '../html.ts';
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
  } | null;
}

const segments = (label: string, choices: readonly Choice[]): Html =>
  html`<nav class="segments" aria-label="${label}">${choices.map(
    ({ label: text, address, isChosen }) =>
      html`<a href="${address}" data-swap${isChosen && html` aria-current="true"`}>${text}</a>`,
  )}</nav>`;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const steps = (of: 'Month' | 'Week', { before, after }: TimesView['week']): Html => {
  const step = (label: string, address: string | null, sign: string): Html =>
    address === null
      ? html`<span class="step" aria-hidden="true">${sign}</span>`
      : html`<a class="step" href="${address}" data-swap data-soon aria-label="${of} ${label}">${sign}</a>`;
  return html`<span class="steps of-${of.toLowerCase()}">${step('before', before, '‹')}${step('after', after, '›')}</span>`;
};

/** The month; on a phone the week of the chosen day, and the month for whoever asks for it. */
function calendar({ month, week: beside, day }: TimesView): Html {
  const { name, days } = month;
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  const isStrip = day !== null;
  return html`${isStrip && html`<input type="checkbox" class="whole" id="whole" aria-label="Whole month">`}<div class="month-head"><h2 id="month" aria-live="polite">${name}</h2>${
    isStrip && html`<label class="whole-label" for="whole">${icon('calendar')}</label>`
  }${isStrip && steps('Week', beside)}${steps('Month', month)}</div>
<table aria-labelledby="month"${isStrip && html` class="strip"`}><thead><tr>${weekdays.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>${weeks.map(
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

const zoneForm = ({ action, carried, zone, zones, offset }: TimesView): Html =>
  html`<form class="zone" method="get" action="${action}">${hiddenInputs(carried.filter(([name]) => name !== bookingParts.zone))}<label for="zone">Time zone <span class="offset">${offset}</span></label><select class="control" id="zone" name="${bookingParts.zone}" data-zone>${zones.map(
    (each) =>
      html`<option value="${each}"${each === zone && html` selected`}>${each.replace(/_/g, ' ')}</option>`,
  )}</select><noscript><button type="submit">Change</button></noscript></form>`;

const parts = ['Morning', 'Afternoon', 'Evening'] as const;

const waiting = (waits: TimesView['waits']): Html =>
  html`${waits.map(({ text, address }) => html`<p class="told">${text} <a href="${address}">Join the waiting list</a></p>`)}`;

function dayTimes({ day, times, next, waits, zoneName, offset }: TimesView): Html {
  if (day === null || times.length === 0)
    return html`<div class="empty"><p>${day === null ? 'No times in this month' : 'No times on this day'}</p>${
      next !== null && html`<p>Next free: <a href="${next.address}" data-swap>${next.label}</a></p>`
    }</div>${waiting(waits)}`;
  return html`${parts.map((part) => {
    const own = times.filter((time) => time.part === part);
    return own.length === 0
      ? html``
      : html`<fieldset class="part"><legend>${part}</legend>${own.map(
          ({ at, label, note }) =>
            html`<div class="slot"><input type="radio" name="${bookingParts.at}" value="${at}" id="t${at}" required><label for="t${at}">${label}${
              note !== '' && html` <small>${note}</small>`
            }<span class="unseen">, ${zoneName} ${offset}</span></label><button type="submit">Next</button></div>`,
        )}</fieldset>`;
  })}<div class="next"><button type="submit">Next: your details</button></div>${waiting(waits)}`;
}

/** When an event can be booked; a time is chosen and gone on with, without any script. */
export function timesPage(view: TimesView): string {
  const { title, action, carried, durations, day, clocks, moving } = view;
  const lengths =
    durations.length > 1 && html`<p class="ask">How long?</p>${segments('How long?', durations)}`;
  const said = moving !== null && html`<p class="told">You are moving your booking of ${moving}.</p>`;
  return bookingPanel(
    view,
    title,
    html`${said}${lengths}`,
    html`<section class="days" aria-label="Days">${view.notice !== null && notice(view.notice.text, view.notice.others)}${calendar(view)}</section>
<form class="times" method="get" action="${action}">${hiddenInputs(carried)}<div class="day-head"><h2>${day ?? 'Times'}</h2>${segments('Clock', clocks)}</div>${dayTimes(view)}</form>${zoneForm(view)}`,
  );
}
