import type { Part } from '@weft/forms';
import { type Html, html } from '../../html.ts';
import { type Asked, attributes, type Control, fault } from './control.ts';
import { dayKind, input } from './lines.ts';

/** Fields side by side, each with a label of its own. */
const fields = (kindOf: (asked: Asked, part: Part) => Html): Control => ({
  label: 'group',
  show: (asked) =>
    html`<div class="parts">${asked.question.parts.map(
      (part) =>
        html`<div class="part"><label for="${part.id}">${part.label}</label>${input(asked, kindOf(asked, part), part.id)}${fault(part.id, asked.faultOf(part.id), asked.words)}</div>`,
    )}</div>`,
});

/** What browsers fill in by themselves. */
const known: { readonly [name: string]: Html } = {
  street: html`type="text" autocomplete="address-line1"`,
  line2: html`type="text" autocomplete="address-line2"`,
  city: html`type="text" autocomplete="address-level2"`,
  region: html`type="text" autocomplete="address-level1"`,
  postalCode: html`type="text" autocomplete="postal-code"`,
  country: html`type="text" autocomplete="country-name"`,
  first: html`type="text" autocomplete="given-name"`,
  last: html`type="text" autocomplete="family-name"`,
  email: html`type="email" autocomplete="email" inputmode="email"`,
  phone: html`type="tel" autocomplete="tel"`,
};

export const knownFields = fields((_asked, { name }) => known[name] ?? html`type="text"`);
export const dateRange = fields(dayKind);

/** A table of radio buttons; on a phone each row is a group of its own. */
export const matrix: Control = {
  label: 'group',
  show: (asked) => {
    const { question } = asked;
    const { choices, parts } = question;
    return html`<div class="matrix"><table><thead><tr><td></td>${choices.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead><tbody>${parts.map(
      (part) =>
        html`<tr class="part"><th scope="row">${part.label}${fault(part.id, asked.faultOf(part.id), asked.words)}</th>${choices.map(
          (choice, place) => {
            const own = attributes(asked, part.id, { id: place === 0 ? part.id : `${part.id}-${place}` });
            const isChosen = asked.valuesOf(part.id).includes(choice.id);
            return html`<td><label><input class="box" type="radio" value="${choice.id}" ${own} aria-label="${part.label}: ${choice.label}"${
              isChosen && html` checked`
            }><span aria-hidden="true">${choice.label}</span></label></td>`;
          },
        )}</tr>`,
    )}</tbody></table></div>`;
  },
};
