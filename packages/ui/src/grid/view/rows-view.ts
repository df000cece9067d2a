import type { GridSource } from '../grid-source.ts';
import { type Geometry, rowTop } from './geometry.ts';
import { type RowLook, RowSlot } from './row-slot.ts';

/** Overscan: rows drawn beyond each edge of the window, so that a scroll never shows a gap for a frame. */
const margin = 6;
/** Rows prefetched in the direction of scrolling: a second and a half of fast scrolling. */
const ahead = 1_000;
/** Rows in one frame from which a scroll is a jump: while the scrollbar is dragged only its final place is loaded. */
const jump = 200;
const rest = 60;

export interface RowsFrame {
  readonly look: RowLook;
  readonly geometry: Geometry;
  readonly source: GridSource;
  /** List pixels [from, to) the window shows. */
  readonly from: number;
  readonly to: number;
  /** Scrolled columns [from, to). */
  readonly shown: readonly [number, number];
  readonly checked: ReadonlySet<string>;
}

/** Pool of row elements: as many as the window holds, recycled while scrolling (virtualization). */
export class RowsView {
  readonly #host: HTMLElement;
  #slots: RowSlot[] = [];
  #look: RowLook | null = null;
  #shown: readonly [number, number] = [0, 0];
  #first = 0;
  #end = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** Records a colleague changed since the last frame. */
  #remote: ReadonlySet<string> = new Set();

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** The next redraw tints what differs in these records. */
  tint(recordIds: ReadonlySet<string>): void {
    this.#remote = this.#remote.size === 0 ? recordIds : new Set([...this.#remote, ...recordIds]);
  }

  /** Draws the window. `moved`: only the place in the list may differ from the last frame. */
  render(frame: RowsFrame, moved: boolean): void {
    const { geometry, source } = frame;
    const { tops } = geometry;
    const first = Math.max(0, tops.rowAt(frame.from) - margin);
    const fresh = this.#prepare(frame, Math.ceil((frame.to - frame.from) / tops.rowHeight) + 1 + 2 * margin);
    const size = this.#slots.length;
    const end = Math.min(source.rowCount, first + size);
    for (let index = first; index < end; index++) {
      const slot = this.#slots[index % size];
      if (!slot) continue;
      const kept = slot.index === index && !fresh;
      if (!kept || !moved || geometry.offset !== 0) slot.place(index, rowTop(geometry, index));
      if (kept && moved && slot.recordId !== null) continue;
      const record = source.row(index);
      const tint = record !== undefined && this.#remote.has(record.id);
      const pinned = record !== undefined && source.isPinned(record.id);
      slot.element.classList.toggle('is-pinned', pinned);
      slot.element.title = pinned ? 'Stays here until you move on' : '';
      slot.paint(record, record !== undefined && frame.checked.has(record.id), tint);
    }
    for (const slot of this.#slots) {
      const out = slot.index < first || slot.index >= end;
      slot.element.classList.toggle('is-out', out);
      if (out) slot.forget();
    }
    if (!moved) this.#remote = new Set();
    this.#ensure(frame, first, end);
  }

  #prepare({ look, shown }: RowsFrame, size: number): boolean {
    const fresh = this.#look !== look || this.#slots.length < size;
    if (this.#slots.length < size) {
      this.#slots = Array.from({ length: size }, () => new RowSlot());
      this.#host.replaceChildren(...this.#slots.map((slot) => slot.element));
    }
    const widened = this.#shown[0] !== shown[0] || this.#shown[1] !== shown[1];
    for (const slot of this.#slots) {
      if (fresh) slot.layout(look);
      if (fresh || widened) slot.show(...shown);
    }
    this.#look = look;
    this.#shown = shown;
    return fresh || widened;
  }

  #ensure({ source }: RowsFrame, first: number, end: number): void {
    const way = first - this.#first;
    this.#first = first;
    this.#end = end;
    clearTimeout(this.#resting);
    if (Math.abs(way) > jump) {
      this.#resting = setTimeout(() => source.ensure(this.#first, this.#end), rest);
      return;
    }
    source.ensure(Math.max(0, first - (way < 0 ? ahead : 0)), end + (way > 0 ? ahead : 0));
  }
}
