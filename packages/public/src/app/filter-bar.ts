import { type Html, html } from '../html.ts';
import type { BlockView, FilterView } from './app-views.ts';
import { partsHtml } from './form-block.ts';
import { icon } from './icons.ts';

const findHtml = ({ name, label }: FilterView, find: string): Html =>
  html`<input class="find" type="search" data-find="${find}" data-of="${name}" placeholder="Search ${label}" aria-label="Search ${label}" maxlength="100" autocomplete="off">`;

const filterHtml = (filter: FilterView): Html => {
  const { name, label, options, find } = filter;
  const choices = html`<label class="filter"><span class="sr">${label}</span><select name="${name}" data-choices="${name}"><option value="">${label}: all</option>${options.map(
    ({ value, label: text, chosen }) =>
      html`<option value="${value}"${chosen && html` selected`}>${text}</option>`,
  )}</select></label>`;
  return find === null ? choices : html`<span class="found">${findHtml(filter, find)}${choices}</span>`;
};

/** What narrows a list; on a phone with a script its choices stand behind one button. */
export function filterBarHtml(bar: Extract<BlockView['content'], { kind: 'filterBar' }>): Html {
  const { action, target, parts, filters } = bar;
  const chosen = filters.filter(({ options }) => options.some((option) => option.chosen)).length;
  return html`<form class="filters" method="get" action="${action}" data-look="${target}">${partsHtml(parts)}<button class="button toggle" type="button" aria-expanded="false" data-chosen="${chosen}">${icon('list-filter', 20)}<span>Filters</span></button><div class="choices">${filters.map(filterHtml)}<button class="button apply" type="submit">Apply</button></div></form>`;
}
