import { type Html, html } from './html.ts';

/** What is to be looked at before anything else on a page. */
export const alert = (text: string, links: readonly Html[] = []): Html =>
  html`<div class="alert" role="alert" tabindex="-1"><p>${text}</p>${links.length > 0 && html`<ul>${links}</ul>`}</div>`;
