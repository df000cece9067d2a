/** Pixels of a group's header; under a thumb as high as a target has to be. */
export const groupHeights = { usual: 40, coarse: 44 } as const;

/** Where rows stand in the list, with the headers of groups between them. */
export class RowTops {
  readonly rowHeight: number;
  readonly groupHeight: number;
  readonly #rowCount: number;
  readonly #headers: readonly { readonly at: number }[];

  constructor(
    rowHeight: number,
    rowCount: number,
    headers: readonly { readonly at: number }[] = [],
    groupHeight: number = groupHeights.usual,
  ) {
    this.rowHeight = rowHeight;
    this.groupHeight = groupHeight;
    this.#rowCount = rowCount;
    this.#headers = headers;
  }

  /** The header of the innermost group whose rows stand at a list pixel and whose own place is above it; -1 for none. */
  headerOver(pixel: number): number {
    return this.#headersUpTo((_, index) => this.headerTop(index) < pixel) - 1;
  }

  /** Pixels that the header of the present group covers at the top of the window. */
  get covered(): number {
    return this.#headers.length === 0 ? 0 : this.groupHeight;
  }

  /** Pixels of all rows and headers. */
  get height(): number {
    return this.top(this.#rowCount);
  }

  /** List pixel of a row's upper edge; of the row after the last: where the list ends. */
  top(row: number): number {
    return row * this.rowHeight + this.#headersUpTo((header) => header.at <= row) * this.groupHeight;
  }

  /** The row at a list pixel; over a header the one below it. */
  rowAt(pixel: number): number {
    const passed = this.#headersUpTo((_, index) => this.headerTop(index) <= pixel);
    const row = Math.floor((pixel - passed * this.groupHeight) / this.rowHeight);
    const first = this.#headers[passed - 1]?.at ?? 0;
    const next = this.#headers[passed]?.at ?? this.#rowCount;
    return Math.max(0, Math.min(Math.max(row, first), Math.max(first, next - 1), this.#rowCount - 1));
  }

  /** List pixel of a header's upper edge. */
  headerTop(index: number): number {
    return (this.#headers[index]?.at ?? this.#rowCount) * this.rowHeight + index * this.groupHeight;
  }

  /** Headers [first, end) that reach into list pixels [from, to). */
  headersBetween(from: number, to: number): readonly [first: number, end: number] {
    const first = this.#headersUpTo((_, index) => this.headerTop(index) + this.groupHeight <= from);
    return [first, this.#headersUpTo((_, index) => this.headerTop(index) < to)];
  }

  /** How many headers come before the first that does not meet a condition; they meet it in order. */
  #headersUpTo(meets: (header: { readonly at: number }, index: number) => boolean): number {
    let low = 0;
    let high = this.#headers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const header = this.#headers[middle];
      if (header !== undefined && meets(header, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
