import { type Html, html } from '../html.ts';
import type { BoardView, CellView, ColumnView, MonthView, RowsView, RowView, SentView } from './app-views.ts';
import { cellHtml, chip, shortText, thumbOf } from './cells.ts';
import { partsHtml } from './form-block.ts';
import { icon } from './icons.ts';

const nameOf = ({ cells: [first] }: RowView): string =>
  (first === undefined ? null : shortText(first)) ||
  (first?.kind === 'chips' ? first.chips.map(({ label }) => label).join(', ') : '') ||
  'Unnamed record';

/** What is told below a name. Each text is read in its own direction, and the dots stay between them. */
const below = (told: readonly string[]): Html | null =>
  told.length === 0
    ? null
    : html`<span class="below">${told.map((text, at) => html`${at > 0 && ' · '}<bdi>${text}</bdi>`)}</span>`;

/** The name of a row, which opens it. */
const opening = (row: RowView, name: Html = html`<bdi>${nameOf(row)}</bdi>`): Html =>
  row.href === null
    ? html`<span class="name">${name}</span>`
    : html`<a class="name" href="${row.href}"${row.isOpen && html` aria-current="true"`}>${name}</a>`;

function heading({ name, atEnd, sort }: ColumnView, at: number): Html {
  const place = `${at === 0 ? ' first' : ''}${atEnd ? ' end' : ''}`;
  const sorted = sort?.is === 'asc' ? 'ascending' : 'descending';
  return html`<th role="columnheader" scope="col" class="c${place}"${sort !== null && sort.is !== null && html` aria-sort="${sorted}"`}>${
    sort === null
      ? name
      : html`<a href="${sort.href}" data-turn>${name}${sort.is !== null && html`<span class="arrow${sort.is === 'desc' ? ' down' : ''}">${icon('chevron-down', 14)}</span>`}</a>`
  }</th>`;
}

/** On a phone a row is its name, a line of two more cells, and a chip at the end. */
const isChip = ({ kind }: CellView): boolean => kind === 'chips';

/** Whether a cell has room on a phone beside another; many records do not. */
const isBrief = (cell: CellView): boolean =>
  Boolean(shortText(cell)) && (cell.kind !== 'records' || cell.records.length <= 2);

function tableRow(row: RowView, { columns, pictures }: RowsView): Html {
  // Where pictures have a column of their own, they stand beside the name on a phone alone.
  const picture = thumbOf(row.cells);
  const thumb =
    picture !== null && pictures === null ? html`<span class="on-phone">${picture}</span>` : picture;
  const chipAt = row.cells.findIndex((cell, at) => at > 0 && isChip(cell));
  const told = row.cells.flatMap((cell, at) => (at > 0 && isBrief(cell) ? [at] : [])).slice(0, 2);
  return html`<tr role="row" class="${row.isOpen ? 'open ' : ''}${row.href === null ? '' : 'opens'}">${row.cells.flatMap(
    (cell, at) => {
      if (at === pictures) return [];
      const end = columns[at]?.atEnd === true ? ' end' : '';
      if (at === 0)
        return html`<th role="rowheader" scope="row" class="first"><span class="title">${thumb}${opening(row)}</span></th>`;
      const place = at === chipAt ? ' at-chip' : told.includes(at) ? ' told' : ' more';
      return html`<td role="cell" class="c${end}${place}">${cellHtml(cell)}</td>`;
    },
  )}</tr>`;
}

const foot = ({ count, more, download }: RowsView): Html =>
  html`<div class="foot"><span class="count">${count}</span><span class="tools">${
    download !== null &&
    html`<a class="button quiet" href="${download}" download>${icon('download')}Download</a>`
  }${more !== null && html`<a class="button" href="${more}" data-more rel="next">Show more</a>`}</span></div>`;

const nothing = ({ empty: { text, clear } }: RowsView): Html =>
  html`<div class="none"><p>${text}</p>${clear !== null && html`<a class="button" href="${clear}" data-turn>Clear filters</a>`}</div>`;

export const tableHtml = (view: RowsView): Html =>
  view.rows.length === 0
    ? nothing(view)
    : html`<div class="frame"><table role="table"><thead role="rowgroup"><tr role="row">${view.columns.flatMap((column, at) => (at === view.pictures ? [] : heading(column, at)))}</tr></thead><tbody role="rowgroup" data-rows>${view.rows.map((row) => tableRow(row, view))}</tbody></table></div>${foot(view)}`;

function listRow(row: RowView): Html {
  const [, ...others] = row.cells;
  const chips = others.find(isChip);
  const told = others.flatMap((cell) => shortText(cell) || []).slice(0, 3);
  return html`<li class="${row.isOpen ? 'open' : ''}">${thumbOf(row.cells)}<span class="both">${opening(row)}${below(told)}</span>${chips !== undefined && cellHtml(chips)}</li>`;
}

export const listHtml = (view: RowsView): Html =>
  view.rows.length === 0
    ? nothing(view)
    : html`<ul class="frame rows" data-rows>${view.rows.map(listRow)}</ul>${foot(view)}`;

/** A card without a picture leaves room for one where others have theirs. */
function card(row: RowView, hasPictures: boolean): Html {
  const [, ...others] = row.cells;
  const chips = others.find(isChip);
  const told = others.flatMap((cell) => shortText(cell) || []).slice(0, 2);
  return html`<li class="card${row.isOpen ? ' open' : ''}">${thumbOf(row.cells) ?? (hasPictures && html`<span class="thumb blank" aria-hidden="true">${icon('image', 24)}</span>`)}<span class="both">${opening(row)}${below(told)}${chips !== undefined && cellHtml(chips)}</span></li>`;
}

export function galleryHtml(view: RowsView): Html {
  if (view.rows.length === 0) return nothing(view);
  const hasPictures = view.rows.some(({ cells }) => thumbOf(cells) !== null);
  return html`<ul class="gallery" data-rows>${view.rows.map((row) => card(row, hasPictures))}</ul>${foot(view)}`;
}

type Card = BoardView['lanes'][number]['cards'][number];

/** Where a card can go besides where it is, by key as by pointer; with a script it is drawn there as well. */
const moveHtml = ({ lanes }: BoardView, { action, parts }: SentView, from: string, card: Card): Html =>
  html`<details class="move"><summary class="button quiet only" aria-label="Move ${nameOf(card)}">${icon('ellipsis')}</summary><form method="post" action="${action}" data-send data-keep="${card.id}">${partsHtml(parts)}<input type="hidden" name="card" value="${card.id}">${lanes
    .filter(({ value }) => value !== from)
    .map(
      (lane) =>
        html`<button type="submit" name="lane" value="${lane.value}"><span class="sr">Move to </span>${chip(lane.chip)}</button>`,
    )}</form></details>`;

const boardCard = (board: BoardView, lane: string, card: Card): Html => {
  const told = card.cells
    .slice(1)
    .flatMap((cell) => shortText(cell) || [])
    .slice(0, 2);
  const { moves } = board;
  return html`<li class="card" data-card="${card.id}"${moves !== null && html` draggable="true"`}><span class="both">${opening(card)}${below(told)}</span>${moves !== null && moveHtml(board, moves, lane, card)}</li>`;
};

const moreOfLane = ({ count, cards, more }: BoardView['lanes'][number]): Html | false => {
  const left = `${(count - cards.length).toLocaleString('en-US')} more`;
  return (
    count > cards.length &&
    html`<p class="count">${more === null ? left : html`<a href="${more}" data-turn>${left}</a>`}</p>`
  );
};

export const kanbanHtml = (board: BoardView): Html =>
  html`<div class="lanes" tabindex="0" role="group" aria-label="Board">${board.lanes.map(
    (lane) =>
      html`<section class="lane" data-lane="${lane.value}" aria-label="${lane.chip.label}, ${lane.count}"><h2>${chip(lane.chip)}<span class="count">${lane.count}</span></h2><ul>${lane.cards.map((card) => boardCard(board, lane.value, card))}</ul>${moreOfLane(lane)}</section>`,
  )}</div>${board.note !== null && html`<p class="count">${board.note}</p>`}`;

export const calendarHtml = ({ title, previous, next, weekdays, days, note }: MonthView): Html =>
  html`<div class="month${days.some((day) => !day.isOutside && day.rows.length > 0) ? '' : ' empty'}"><div class="head"><h2>${title}</h2><span class="tools"><a class="button quiet only" href="${previous}" data-turn aria-label="Previous month">${icon('chevron-left')}</a><a class="button quiet only" href="${next}" data-turn aria-label="Next month">${icon('chevron-right')}</a></span></div><ol class="weekdays" aria-hidden="true">${weekdays.map((day) => html`<li>${day}</li>`)}</ol><ol class="days">${days.map(
    ({ day, label, isOutside, isToday, rows }) =>
      html`<li class="${isOutside ? 'outside' : ''}${isToday ? ' today' : ''}${rows.length === 0 ? ' free' : ''}"><span class="date" aria-hidden="true">${day}</span><span class="sr">${label}</span>${rows.length > 0 && html`<ul>${rows.map((row) => html`<li>${opening(row)}</li>`)}</ul>`}</li>`,
  )}</ol>${note !== null && html`<p class="count">${note}</p>`}<p class="none">Nothing in this month.</p></div>`;
