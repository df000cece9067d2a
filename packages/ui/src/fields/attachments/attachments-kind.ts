import { type Attachment, attachmentPath } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { type CellPainter, cellEdges, make, setText } from '../painting/cell-painter.ts';

/** Files that a cell draws at most; the others are counted. */
const maxDrawn = 6;
/** Pixels of a file without its name, of the gap behind it, and of the count. */
const fileWidth = 24;
const gap = 8;
const countWidth = 28;

/** How many of some files a cell draws: in low rows no more than stand side by side in it. */
function drawnOf(count: number, { width, tall }: { readonly width: number; readonly tall: boolean }): number {
  if (tall) return Math.min(count, maxDrawn);
  const room = width - cellEdges + gap;
  const side = fileWidth + gap;
  if (count <= maxDrawn && count * side <= room) return count;
  return Math.max(1, Math.min(maxDrawn, Math.floor((room - countWidth) / side)));
}

const isImage = ({ mimeType }: Attachment): boolean => mimeType.startsWith('image/');

/** The address of a small image of an image. */
export const thumbnailOf = (item: Attachment, size: 32 | 120): string =>
  `${attachmentPath(item)}?size=${size}`;

/** The link of a file: it opens from the active cell only (see pointer.ts). */
function newLink(): HTMLAnchorElement {
  const link = make('a', 'wg-file');
  link.tabIndex = -1;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  const thumb = make('span', 'wg-thumb');
  link.append(thumb, make('span', 'wg-file-name'));
  return link;
}

/** Which image stands in a thumb, or is to. */
const sources = new WeakMap<Element, string>();
/** Thumbs without their image yet, the first asked for first, with the time each was asked for. */
const waiting = new Map<Element, number>();
/** Milliseconds a cell shows a record before its images are fetched: a row that scrolls past needs none. */
const loadAfter = 50;

function loadWaiting(): void {
  const now = performance.now();
  for (const [thumb, since] of waiting) {
    if (now - since < loadAfter) break;
    waiting.delete(thumb);
    const source = sources.get(thumb);
    if (source !== undefined && thumb.isConnected) thumb.replaceChildren(newImage(source));
  }
  if (waiting.size > 0) setTimeout(loadWaiting, loadAfter);
}

function drawThumb(thumb: Element, item: Attachment): void {
  const source = isImage(item) ? thumbnailOf(item, 32) : null;
  if (source !== null && sources.get(thumb) === source) return;
  waiting.delete(thumb);
  if (thumb.firstElementChild !== null) thumb.replaceChildren();
  if (source === null) {
    sources.delete(thumb);
    return;
  }
  sources.set(thumb, source);
  if (waiting.size === 0) setTimeout(loadWaiting, loadAfter);
  waiting.set(thumb, performance.now());
}

/** Milliseconds until a thumbnail that is not made yet is asked for again. */
const retryAfter = [1_500, 5_000] as const;

/** An image; where there is none yet, or none can be made, the sign of a file stays. */
function newImage(source: string, attempt = 0): HTMLImageElement {
  const image = make('img', '');
  image.alt = '';
  image.decoding = 'async';
  image.src = source;
  image.onerror = () => {
    const thumb = image.parentElement;
    image.remove();
    const pause = retryAfter[attempt];
    if (thumb === null) return;
    if (pause === undefined) {
      // Asked for anew when the cell is drawn again.
      if (sources.get(thumb) === source) sources.delete(thumb);
      return;
    }
    setTimeout(() => {
      // The cell may show another record by now.
      if (!thumb.isConnected || thumb.childElementCount > 0 || sources.get(thumb) !== source) return;
      thumb.replaceChildren(newImage(source, attempt + 1));
    }, pause);
  };
  return image;
}

const attachmentsPainter: CellPainter<'attachments'> = {
  className: 'is-files',
  paint(cell, value, context) {
    const drawn = value.slice(0, drawnOf(value.length, context));
    const more = value.length - drawn.length;
    while (cell.childElementCount > drawn.length) cell.lastElementChild?.remove();
    // What stood here before may have been text.
    if (cell.firstChild !== null && !(cell.firstChild instanceof HTMLAnchorElement)) cell.replaceChildren();
    for (const [place, item] of drawn.entries()) {
      const there = cell.children[place];
      const link = there instanceof HTMLAnchorElement ? there : newLink();
      if (link !== there) cell.insertBefore(link, there ?? null);
      link.href = attachmentPath(item);
      link.title = item.originalName;
      const [thumb, name] = link.children;
      if (thumb !== undefined) drawThumb(thumb, item);
      if (name instanceof HTMLElement) setText(name, item.originalName);
    }
    if (more > 0) {
      const count = make('span', 'wg-more');
      setText(count, `+${more}`);
      cell.append(count);
    }
  },
};

export const attachmentsKind: GridKind<'attachments'> = {
  painter: attachmentsPainter,
  text: plainText,
  editor: 'files',
  opensBySpace: true,
  gathers: true,
};
