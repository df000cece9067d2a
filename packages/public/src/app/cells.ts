import { type Html, html } from '../html.ts';
import type { CellView } from './app-views.ts';
import { icon } from './icons.ts';

export const chip = ({ label, color }: { readonly label: string; readonly color: string | null }): Html =>
  html`<span class="chip${color === null ? '' : ` o-${color.toLowerCase()}`}">${label}</span>`;

const outside = 'noopener noreferrer nofollow';

/** A cell as it is read; `—` where it is empty, so that nobody takes it for what did not load. */
export function cellHtml(cell: CellView): Html {
  switch (cell.kind) {
    case 'empty':
      return html`<span class="nothing" aria-label="Empty">–</span>`;
    case 'text':
      return cell.isLong === true
        ? html`<span class="long">${cell.text}</span>`
        : html`<span${cell.atEnd === true && html` class="figure"`}>${cell.text}</span>`;
    case 'chips':
      return html`<span class="chips">${cell.chips.map(chip)}</span>`;
    case 'bar':
      return html`<span class="gauge"><svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="4"/><rect class="filled" width="${Math.round(Math.max(0, Math.min(1, cell.share)) * 100)}" height="4"/></svg><span class="figure">${cell.text}</span></span>`;
    case 'stars':
      return html`<span class="rating" role="img" aria-label="${cell.count} of ${cell.most} stars">${Array.from(
        { length: cell.most },
        (_, at) => html`<span class="${at < cell.count ? 'star' : 'star off'}">${icon('star', 16)}</span>`,
      )}</span>`;
    case 'check':
      return html`<span class="tick${cell.checked ? '' : ' off'}">${cell.checked && icon('check', 14)}<span class="sr">${cell.checked ? 'Yes' : 'No'}</span></span>`;
    case 'link':
      return html`<a href="${cell.href}" rel="${outside}">${cell.text}</a>`;
    case 'records':
      return html`<span class="chips">${cell.records.map(({ name, href }) =>
        href === null
          ? html`<span class="record">${name || 'Unnamed record'}</span>`
          : html`<a class="record" href="${href}">${name || 'Unnamed record'}</a>`,
      )}</span>`;
    case 'files':
      return html`<span class="files">${cell.files.map(({ name, href, thumb }) =>
        thumb === null
          ? html`<a class="file" href="${href}" download>${icon('file-text', 16)}<span>${name}</span></a>`
          : html`<a class="picture" href="${href}"><img src="${thumb}" alt="${name}" loading="lazy" decoding="async"></a>`,
      )}</span>`;
  }
}

/** The first picture of a row; null: it has none. */
export function thumbOf(cells: readonly CellView[]): Html | null {
  for (const cell of cells)
    if (cell.kind === 'files') {
      const picture = cell.files.find(({ thumb }) => thumb !== null);
      if (picture?.thumb)
        return html`<img class="thumb" src="${picture.thumb}" alt="" loading="lazy" decoding="async">`;
    }
  return null;
}

/** A cell in a few words, for the second line of a row; null: it says nothing there. */
export function shortText(cell: CellView): string | null {
  if (cell.kind === 'text') return cell.text.slice(0, 120);
  if (cell.kind === 'link') return cell.text;
  if (cell.kind === 'records') return cell.records.map(({ name }) => name).join(', ');
  return null;
}
