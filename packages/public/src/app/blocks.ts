import { richText } from '../form/rich-text.ts';
import { type Html, html } from '../html.ts';
import type { BlockView, ButtonView, DetailView } from './app-views.ts';
import { cellHtml } from './cells.ts';
import { chartHtml } from './chart.ts';
import { filterBarHtml } from './filter-bar.ts';
import { formHtml, partsHtml } from './form-block.ts';
import { icon } from './icons.ts';
import { calendarHtml, galleryHtml, kanbanHtml, listHtml, tableHtml } from './rows.ts';

function buttonHtml(button: ButtonView): Html {
  const { label, primary } = button;
  const inner = html`${button.icon !== null && icon(button.icon)}${label}`;
  const look = primary ? 'button primary' : 'button';
  if ('href' in button)
    return button.outside
      ? html`<a class="${look}" href="${button.href}" rel="noopener noreferrer" target="_blank">${inner}<span class="sr"> (opens in a new tab)</span></a>`
      : html`<a class="${look}" href="${button.href}">${inner}</a>`;
  const { action, parts } = button.sent;
  const done = button.done !== null && html`<p class="done" role="status" tabindex="-1">${button.done}</p>`;
  const form = html`<form method="post" action="${action}" data-send>${partsHtml(parts)}<button class="${look}" type="submit">${inner}</button></form>${done}`;
  if (button.confirm === null) return form;
  // Without a script as well: what cannot be taken back asks once.
  return html`<details class="confirm"><summary class="button">${inner}</summary><div class="ask"><p>${button.confirm}</p><form method="post" action="${action}" data-send>${partsHtml(parts)}<button class="button danger" type="submit">${label}</button></form></div></details>${done}`;
}

const detailHtml = ({ name, chip, fields, back }: DetailView, actions: readonly ButtonView[]): Html =>
  html`<article class="panel detail">${back !== null && html`<a class="back" href="${back}">${icon('arrow-left')}Back</a>`}${name !== null && html`<header><h2>${cellHtml(name)}</h2>${chip !== null && cellHtml(chip)}</header>`}<dl>${fields.map(
    ({ label, cell, isWide }) =>
      html`<div${isWide && html` class="wide"`}><dt>${label}</dt><dd>${cellHtml(cell)}</dd></div>`,
  )}</dl>${actions.length > 0 && html`<div class="actions">${actions.map(buttonHtml)}</div>`}</article>`;

function contentHtml({ content }: BlockView): Html {
  switch (content.kind) {
    case 'heading': {
      const { text, level, below } = content;
      const line =
        level === 1 ? html`<h1>${text}</h1>` : level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
      return html`${line}${below !== null && html`<p class="lead">${below}</p>`}`;
    }
    case 'text':
      return html`<div class="prose">${richText(content.text)}</div>`;
    case 'image': {
      const { src, alt, leads } = content;
      const picture = html`<img class="image" src="${src}" alt="${alt}" loading="lazy">`;
      if (leads === null) return picture;
      return leads.outside
        ? html`<a href="${leads.href}" rel="noopener noreferrer" target="_blank">${picture}<span class="sr"> (opens in a new tab)</span></a>`
        : html`<a href="${leads.href}">${picture}</a>`;
    }
    case 'button':
      return buttonHtml(content.button);
    case 'metric':
      return html`<p class="metric"><span class="label">${content.label}</span><span class="line"><strong class="figure">${content.value}</strong>${content.note !== null && html`<span class="note">${content.note}</span>`}</span></p>`;
    case 'table':
      return tableHtml(content.rows);
    case 'list':
      return listHtml(content.rows);
    case 'gallery':
      return galleryHtml(content.rows);
    case 'kanban':
      return kanbanHtml(content.board);
    case 'calendar':
      return calendarHtml(content.month);
    case 'detail':
      return detailHtml(content.detail, content.actions);
    case 'form':
      return formHtml(content.form);
    case 'chart':
      return chartHtml(content.chart);
    case 'search':
      return html`<form class="search" role="search" method="get" action="${content.action}" data-look="${content.target}">${partsHtml(content.parts)}${icon('search', 18)}<input type="search" name="${content.name}" value="${content.value}" placeholder="${content.label}" aria-label="${content.label}" maxlength="100" autocomplete="off"><button class="sr" type="submit">Search</button></form>`;
    case 'filterBar':
      return filterBarHtml(content);
    case 'embed':
      return html`<iframe class="embed" src="${content.src}" title="${content.label}" height="${content.height}" loading="lazy" sandbox="allow-scripts allow-forms allow-popups" referrerpolicy="no-referrer"></iframe>`;
    case 'section':
      return html`<div class="section">${blocksHtml(content.blocks)}</div>`;
    case 'columns':
      return html`<div class="columns n${content.columns.length}${content.showsRecord ? ' shows-record' : ''}">${content.columns.map((column) => html`<div class="column">${blocksHtml(column)}</div>`)}</div>`;
    case 'tabs':
      return html`<nav class="tabs" aria-label="Tabs">${content.tabs.map(({ label, href, isOpen }) => html`<a href="${href}"${isOpen && html` aria-current="true"`} data-turn>${label}</a>`)}</nav>${blocksHtml(content.blocks)}`;
    case 'hidden':
      return html`<p class="why">${content.why}</p>`;
  }
}

/** A block in its place; the script and the editor know it by its id. */
const blockHtml = (block: BlockView): Html =>
  html`<section class="block b-${block.content.kind}" data-block-id="${block.id}"${block.title !== null && html` aria-label="${block.title}"`}>${block.title !== null && block.content.kind !== 'metric' && html`<h2 class="over">${block.title}</h2>`}${contentHtml(block)}</section>`;

const narrows = ({ content: { kind } }: BlockView): boolean => kind === 'search' || kind === 'filterBar';

/** The buttons that stand right below a heading, which they stand beside. */
function buttonsBehind(blocks: readonly BlockView[], at: number): readonly BlockView[] {
  const others = blocks.slice(at + 1);
  const end = others.findIndex(({ content }) => content.kind !== 'button');
  return end === -1 ? others : others.slice(0, end);
}

/** Blocks below one another; what narrows a list stands side by side, and so do a heading and its buttons. */
export function blocksHtml(blocks: readonly BlockView[]): readonly Html[] {
  const made: Html[] = [];
  for (let at = 0; at < blocks.length; at++) {
    let end = at;
    while (blocks[end] !== undefined && narrows(blocks[end] as BlockView)) end++;
    if (end - at > 1) {
      made.push(html`<div class="controls">${blocks.slice(at, end).map(blockHtml)}</div>`);
      at = end - 1;
      continue;
    }
    const block = blocks[at];
    if (block === undefined) continue;
    const buttons = block.content.kind === 'heading' ? buttonsBehind(blocks, at) : [];
    if (buttons.length > 0)
      made.push(
        html`<div class="titled">${blockHtml(block)}<div class="tools">${buttons.map(blockHtml)}</div></div>`,
      );
    else made.push(blockHtml(block));
    at += buttons.length;
  }
  return made;
}

/** What takes the place of a block that is read again. */
export const blockFragment = (block: BlockView): string => blockHtml(block).text;
