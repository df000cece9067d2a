import type { ReviewPart } from '@weft/forms';
import { type Html, html } from '../html.ts';

/** Answers of one page, and the button (of the name `go`) that leads back to it. */
export const reviewPart = (
  { pageId, title, rows }: ReviewPart,
  go: string,
  isOneWay: boolean,
  change: string,
): Html =>
  html`<section class="review"><div class="head"><h2>${title}</h2>${!isOneWay && html`<button class="plain" name="${go}" value="${pageId}">${change}<span class="unseen"> ${title}</span></button>`}</div><dl>${rows.map(
    ({ label, answer }) => html`<dt>${label}</dt><dd>${answer || '–'}</dd>`,
  )}</dl></section>`;
