import { html } from './html.ts';

/** The sign before what is wrong with an answer. */
export const faultSign = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 8v4m0 4h.01"/></svg>`;

/** What a browser puts the reason into on a page that it has turned itself. */
export const faultFrame = html`<p class="fault">${faultSign}</p>`;
