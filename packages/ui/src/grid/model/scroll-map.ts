/** Tallest scrolled element: browsers clamp heights near 17.9 million pixels (Firefox) and 33.5 million (Chromium). */
export const tallest = 16_000_000;

/**
 * Maps scroll positions of a list that may be taller than browsers can scroll. Short scrolls move pixel by pixel, whatever
 * the list's height; a jump, as with the scrollbar, goes to the same fraction of the list. list pixel = scrollTop + offset.
 */
export class ScrollMap {
  #list = 0;
  #window = 0;
  #top = 0;
  #offset = 0;

  /** List pixel at the window's top edge. */
  get top(): number {
    return this.#top;
  }

  get offset(): number {
    return this.#offset;
  }

  /** Pixels the scrolled element has to be high. */
  get height(): number {
    return Math.min(this.#list, tallest);
  }

  /** New heights; the answer is the scrollTop that keeps the place. */
  resize(list: number, window: number): number {
    this.#list = list;
    this.#window = window;
    return this.moveTo(this.#top);
  }

  /** The person scrolled to this scrollTop. */
  scrolled(scrollTop: number): void {
    if (this.#list <= tallest) {
      this.#top = scrollTop;
      this.#offset = 0;
      return;
    }
    const near = Math.abs(scrollTop + this.#offset - this.#top) <= this.#window * 2;
    if (near) this.#top = this.#within(scrollTop + this.#offset);
    else this.#top = this.#within(Math.round((scrollTop / this.#maxReal) * this.#maxList));
    this.#offset = this.#top - scrollTop;
  }

  /** Goes to a list pixel; the answer is the scrollTop to set. */
  moveTo(top: number): number {
    this.#top = this.#within(top);
    const scrollTop =
      this.#list <= tallest ? this.#top : Math.round((this.#top / this.#maxList) * this.#maxReal);
    this.#offset = this.#top - scrollTop;
    return scrollTop;
  }

  /** After short ways the scrollbar may stand wrong, or at its end before the list's: the scrollTop to set, or null. */
  settle(scrollTop: number): number | null {
    if (this.#list <= tallest) return null;
    const right = this.moveTo(this.#top);
    return right === scrollTop ? null : right;
  }

  /** True when the scrollbar is about to end although the list does not. */
  get cornered(): boolean {
    if (this.#list <= tallest) return false;
    const scrollTop = this.#top - this.#offset;
    const before = scrollTop < this.#window && this.#top > scrollTop;
    const after =
      scrollTop > this.#maxReal - this.#window && this.#maxList - this.#top > this.#maxReal - scrollTop;
    return before || after;
  }

  get #maxReal(): number {
    return Math.max(0, this.height - this.#window);
  }

  get #maxList(): number {
    return Math.max(0, this.#list - this.#window);
  }

  #within(top: number): number {
    return Math.min(Math.max(0, top), this.#maxList);
  }
}
