import { html } from '../../html.ts';
import { isRecordToken } from '../../record-token.ts';
import { attributes, type Control, textIn } from './control.ts';

/** A field in which somebody writes what a record is called; the script searches, and offers what it finds. */
export const recordPicker: Control = {
  label: 'above',
  show: (asked) => {
    const { question, recordsAddress, words } = asked;
    const { id, choices, settings } = question;
    if (settings.isGone === true)
      return html`<p class="help" id="${id}" tabindex="-1">${words.say('goneRecords')}</p>`;
    const sent = textIn(asked);
    const picked = choices.find((choice) => choice.id === sent);
    const text = picked?.label ?? (isRecordToken(sent) ? '' : sent);
    return html`<div class="picker"${recordsAddress !== null && html` data-records="${recordsAddress}/${id}"`}${
      picked !== undefined && html` data-picked="${sent}"`
    }><input class="control" type="text" autocomplete="off" ${attributes(asked)} value="${text}"></div>`;
  },
};
