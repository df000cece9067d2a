import {
  type ColumnType,
  cellId,
  columnTypeOf,
  filledRows,
  groupRowsOf,
  mostRows,
  type Part,
  textOf,
} from '@weft/forms';
import { type Html, html } from '../../html.ts';
import { saidYesNo } from './choices.ts';
import { type Asked, attributes, type Control, fault, textIn } from './control.ts';
import { firstDay, lastDay } from './lines.ts';

const inputs: { readonly [T in Exclude<ColumnType, 'yes_no'>]: Html } = {
  short_text: html`type="text"`,
  number: html`type="text" inputmode="decimal"`,
  date: html`type="date" min="${firstDay}" max="${lastDay}"`,
  email: html`type="email" inputmode="email"`,
  phone: html`type="tel"`,
};

function cell(asked: Asked, part: Part, row: number): Html {
  const id = cellId(part, row);
  const required = part.required === true;
  const type = columnTypeOf(part);
  const own = attributes(asked, id, { required });
  const value = textIn(asked, id);
  const control =
    type === 'yes_no'
      ? html`<select class="control" ${own}><option value="">–</option>${saidYesNo(asked.words).map(
          (choice) =>
            html`<option value="${choice.id}"${value === choice.id && html` selected`}>${choice.label}</option>`,
        )}</select>`
      : html`<input class="control" ${inputs[type]} ${own} value="${value}">`;
  const mark = required && html` <span class="mark">${asked.words.say('required')}</span>`;
  return html`<div class="part"><label for="${id}">${part.label}${mark}</label>${control}${fault(id, asked.faultOf(id), asked.words)}</div>`;
}

/** The rows that are shown: those filled in, and as many empty ones as are needed to go on without a script. */
function shownRows({ question, valuesOf }: Asked): readonly number[] {
  const { least, most } = groupRowsOf(question);
  const filled = filledRows(question, (id) => valuesOf(id).filter((text) => text.trim() !== ''));
  const count = Math.min(most, Math.max(least, filled.length + 1));
  const last = filled.at(-1) ?? -1;
  // Behind what is filled in, where there is room; else in the gaps.
  const behind = Array.from({ length: mostRows - 1 - last }, (_, place) => last + 1 + place);
  const gaps = Array.from({ length: last + 1 }, (_, row) => row).filter((row) => !filled.includes(row));
  return [...filled, ...[...behind, ...gaps].slice(0, count - filled.length)].toSorted((a, b) => a - b);
}

/** Rows of the same fields; the script adds and removes them, and without it each page has an empty one more. */
export const repeatingGroup: Control = {
  label: 'group',
  show: (asked) => {
    const { question, words } = asked;
    const { least, most } = groupRowsOf(question);
    const noun = textOf(question, 'noun').trim() || words.say('row');
    return html`<div class="group" id="${question.id}" tabindex="-1" data-least="${least}" data-most="${most}" data-noun="${noun}">${shownRows(
      asked,
    ).map(
      (row, place) =>
        html`<div class="parts" role="group" aria-label="${noun} ${place + 1}">${question.parts.map((part) => cell(asked, part, row))}</div>`,
    )}<button class="plain add" name="go" value="stay">${words.say('addRow', noun)}</button></div>`;
  },
};
