/** Which record stands at which row, as far as that is known. */
export class Places {
  readonly #ids = new Map<number, string>();
  /** The way back. */
  readonly #rows = new Map<string, number>();
  #version = 0;

  /** Another number whenever something is known otherwise. */
  get version(): number {
    return this.#version;
  }

  idAt(row: number): string | undefined {
    return this.#ids.get(row);
  }

  of(id: string): number | undefined {
    return this.#rows.get(id);
  }

  /** The record at a row now; whichever was known there before has moved elsewhere. */
  put(row: number, id: string): void {
    const earlier = this.#ids.get(row);
    if (earlier !== undefined && this.#rows.get(earlier) === row) this.#rows.delete(earlier);
    this.#ids.set(row, id);
    this.#rows.set(id, row);
    this.#version++;
  }

  /** Takes records out; those behind them close up. */
  remove(ids: ReadonlySet<string>): void {
    const gaps = [...ids].flatMap((id) => this.#rows.get(id) ?? []).toSorted((a, b) => a - b);
    const kept = [...this.#ids].filter(([, id]) => !ids.has(id)).toSorted(([a], [b]) => a - b);
    this.clear();
    let passed = 0;
    for (const [row, id] of kept) {
      while (passed < gaps.length && (gaps[passed] ?? 0) < row) passed++;
      this.put(row - passed, id);
    }
  }

  clear(): void {
    this.#ids.clear();
    this.#rows.clear();
    this.#version++;
  }
}
