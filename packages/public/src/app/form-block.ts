import { type Html, html } from '../html.ts';
import type { ControlView, FormBlockView, InputView, SentView } from './app-views.ts';

export const partsHtml = (parts: SentView['parts']): Html =>
  html`${parts.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** The attributes that every control has. */
const named = ({ name, required, isAsked, fault, help, control }: InputView): Html => {
  // Kept files are enough, and what cannot be seen is not to be filled in.
  const isNeeded = required && isAsked && !(control.kind === 'files' && control.kept.length > 0);
  const told = [...(help === null ? [] : [`h-${name}`]), ...(fault === null ? [] : [`f-${name}`])].join(' ');
  return html`id="i-${name}" name="${name}"${isNeeded && html` required`}${fault !== null && html` aria-invalid="true"`}${told !== '' && html` aria-describedby="${told}"`}`;
};

const inputTypes = {
  text: 'text',
  // What a cell holds already may be sent back, which browsers would refuse of `email` and `url`: the server says what it takes.
  email: 'text',
  url: 'text',
  tel: 'tel',
  date: 'date',
  datetime: 'datetime-local',
} as const;
const keyboards: { readonly [kind: string]: string } = { email: 'email', url: 'url' };

/** Where there are more choices than are shown, they are searched; this is no part of what is sent. */
const findHtml = ({ name, label }: InputView, find: string | null): Html | null =>
  find === null
    ? null
    : html`<input class="control find" type="search" data-find="${find}" data-of="${name}" placeholder="Search ${label}" aria-label="Search ${label}" maxlength="100" autocomplete="off">`;

function controlHtml(input: InputView, control: ControlView): Html {
  switch (control.kind) {
    case 'long':
      // The first line break behind the tag is no part of the text.
      return html`<textarea class="control" rows="4" ${named(input)}>\n${control.value}</textarea>`;
    case 'number':
      return html`<input class="control" type="number" step="${control.step}" inputmode="decimal" value="${control.value}" ${named(input)}>`;
    case 'check':
      return html`<input class="box" type="checkbox" value="on"${control.checked && html` checked`} ${named(input)}>`;
    case 'select':
      if (control.several)
        return html`${findHtml(input, control.find)}<span class="options${control.find === null ? '' : ' many'}" data-choices="${input.name}">${control.options.map(
          ({ value, label, chosen }) =>
            html`<label class="option"><input class="box" type="checkbox" name="${input.name}" value="${value}"${chosen && html` checked`}><span>${label}</span></label>`,
        )}</span>`;
      return html`${findHtml(input, control.find)}<select class="control" data-choices="${input.name}" ${named(input)}><option value=""></option>${control.options.map(
        ({ value, label, chosen }) =>
          html`<option value="${value}"${chosen && html` selected`}>${label}</option>`,
      )}</select>`;
    case 'files':
      return html`<span class="kept">${control.kept.map(
        ({ id, name }) =>
          html`<label class="option"><input class="box" type="checkbox" name="${input.name}" value="${id}" checked><span>${name}</span></label>`,
      )}</span><input class="control" type="file" multiple ${named(input)}>`;
    default: {
      const keyboard = keyboards[control.kind];
      return html`<input class="control" type="${inputTypes[control.kind]}"${keyboard !== undefined && html` inputmode="${keyboard}"`} value="${control.value}" ${named(input)}>`;
    }
  }
}

function inputHtml(input: InputView): Html {
  const { name, label, help, required, fault, control } = input;
  const faultHtml = fault !== null && html`<p class="fault" id="f-${name}">${fault}</p>`;
  const helpHtml = help !== null && html`<p class="help" id="h-${name}">${help}</p>`;
  const star = required ? html`<span class="needed" aria-hidden="true"> *</span>` : null;
  const place = html`data-input="${name}"`;
  const unmet = input.isAsked ? '' : ' unmet';
  if (control.kind === 'select' && control.several)
    return html`<fieldset class="input${unmet}" ${place}><legend>${label}${star}</legend>${helpHtml}${controlHtml(input, control)}${faultHtml}</fieldset>`;
  if (control.kind === 'check')
    return html`<div class="input inline${unmet}" ${place}>${controlHtml(input, control)}<label for="i-${name}">${label}${star}</label>${helpHtml}${faultHtml}</div>`;
  return html`<div class="input${unmet}" ${place}><label for="i-${name}">${label}${star}</label>${helpHtml}${controlHtml(input, control)}${faultHtml}</div>`;
}

export const formHtml = ({
  action,
  parts,
  inputs,
  asks,
  submit,
  takesFiles,
  fault,
  done,
}: FormBlockView): Html =>
  done !== null
    ? html`<div class="done" role="status" tabindex="-1"><p>${done}</p></div>`
    : html`<form class="panel" method="post" action="${action}"${takesFiles && html` enctype="multipart/form-data"`}${asks && html` data-asks`} data-send>${
        fault !== null && html`<div class="alert" role="alert" tabindex="-1"><p>${fault}</p></div>`
      }${partsHtml(parts)}${inputs.map(inputHtml)}<div class="end"><button class="button primary" type="submit">${submit}</button></div></form>`;
