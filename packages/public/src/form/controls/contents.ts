import { imageOf, isOn, isUnseen, textOf, videoOf } from '@weft/forms';
import { html } from '../../html.ts';
import { richText } from '../rich-text.ts';
import { type Control, textIn } from './control.ts';

export const heading: Control = {
  label: 'none',
  show: ({ question: { label, help } }) =>
    html`<h2>${label}</h2>${help !== '' && html`<p class="help">${help}</p>`}`,
};

export const paragraph: Control = {
  label: 'none',
  show: ({ question, pipe }) => html`<div class="prose">${richText(textOf(question, 'text'), pipe)}</div>`,
};

export const divider: Control = { label: 'none', show: () => html`<hr>` };

export const spacer: Control = {
  label: 'none',
  show: ({ question }) => html`<div class="spacer ${textOf(question, 'height') || 'medium'}"></div>`,
};

export const hidden: Control = {
  label: 'unseen',
  show: (asked) =>
    html`<input type="hidden" id="${asked.question.id}" name="${asked.question.id}" value="${textIn(asked)}">`,
};

/** Its place is kept before it is there. */
export const image: Control = {
  label: 'none',
  show: ({ question, imageAddress }) => {
    const shown = imageOf(question.settings.image);
    if (shown === null) return html``;
    const { fileId, width, height } = shown;
    const alt = isOn(question, 'decorative') ? '' : textOf(question, 'alt');
    return html`<img class="image ${textOf(question, 'width') || 'full'}" src="${imageAddress(fileId)}" alt="${alt}" width="${width}" height="${height}" decoding="async">`;
  },
};

/** A link that the script turns into a player once it is pressed; a file is played by the browser. */
export const video: Control = {
  label: 'none',
  show: ({ question, words }) => {
    const played = videoOf(question);
    const title = html`<p class="title">${question.label}</p>`;
    if (played === null) return title;
    if (played.kind === 'file')
      return html`${title}<video class="player" controls preload="none" src="${played.address}" aria-label="${question.label}"></video>`;
    const { page, frame, site } = played;
    return html`${title}<a class="player" href="${page}" target="_blank" rel="noopener noreferrer" data-frame="${frame}" data-title="${question.label}"><span>${words.say('playVideo', site)}</span></a>`;
  },
};

/** What follows from answers; the script computes it at once, and the server anew. */
export const calculation: Control = {
  label: 'none',
  show: (asked) => {
    const { question } = asked;
    if (isUnseen(question)) return html``;
    return html`<p class="title" id="${question.id}-label">${question.label}</p><output class="computed" aria-labelledby="${question.id}-label" data-computed="${question.id}">${textIn(asked)}</output>`;
  },
};
