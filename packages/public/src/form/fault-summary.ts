import { alert } from '../alert.ts';
import { type Html, html } from '../html.ts';

/** A field whose answer is wrong. */
export interface Wrong {
  readonly id: string;
  readonly name: string;
  /** In the language of the page. */
  readonly reason: string;
}

/** What is wrong with the answers on a page, each with a link to its field. */
export const faultSummary = (text: string, wrong: readonly Wrong[]): Html =>
  alert(
    text,
    wrong.map(({ id, name, reason }) => html`<li><a href="#${id}">${name}</a>: ${reason}</li>`),
  );
