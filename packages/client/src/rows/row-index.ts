/** Which record stands at which row, both ways, as far as it is known. */
export class RowIndex {
  readonly #ids = new Map<number, string>();
  readonly #rows = new Map<string, number>();
  #version = 0;

  /** Incremented on each change. */
  get version(): number {
    return this.#version;
  }

  idAt(row: number): string | undefined {
    return this.#ids.get(row);
  }

  rowOf(id: string): number | undefined {
    return this.#rows.get(id);
  }

  /** Sets the record at a row; the one known there before is at an unknown row now. */
  set(row: number, id: string): void {
    const earlier = this.#ids.get(row);
    if (earlier !== undefined && this.#rows.get(earlier) === row) this.#rows.delete(earlier);
    this.#ids.set(row, id);
    this.#rows.set(id, row);
    this.#version++;
  }

  /** Removes records; the rows behind them move up. */
  remove(ids: ReadonlySet<string>): void {
    const gaps = [...ids].flatMap((id) => this.#rows.get(id) ?? []).toSorted((a, b) => a - b);
    const kept = [...this.#ids].filter(([, id]) => !ids.has(id)).toSorted(([a], [b]) => a - b);
    this.clear();
    let passed = 0;
    for (const [row, id] of kept) {
      while (passed < gaps.length && (gaps[passed] ?? 0) < row) passed++;
      this.set(row - passed, id);
    }
  }

  clear(): void {
    this.#ids.clear();
    this.#rows.clear();
    this.#version++;
  }
}
