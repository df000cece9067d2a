import { AppError } from '@weft/std';
import type { DumpItem } from './dump.ts';
import { RowCounter, sameSums } from './row-sums.ts';
import { type TableShape, tableKey } from './structure.ts';

export const damaged = (what: string): AppError => new AppError('invalid', `The copy is damaged: ${what}.`);

/** Follows the items of a dump and throws at the first that cannot be right: a row too few, too many or changed. */
export class Received {
  readonly #shapes = new Map<string, TableShape>();
  readonly #ended = new Set<string>();
  #open: { readonly table: string; readonly counter: RowCounter } | null = null;

  take(item: DumpItem): void {
    if (item.kind === 'structure') {
      for (const shape of item.structure.tables) this.#shapes.set(tableKey(shape), shape);
      return;
    }
    const { table } = item;
    if (
      !this.#shapes.has(table) ||
      this.#ended.has(table) ||
      (this.#open !== null && this.#open.table !== table)
    )
      throw damaged(`${table} was not expected here`);
    if (item.kind === 'rows') {
      this.#open ??= { table, counter: new RowCounter() };
      this.#open.counter.add(item.lines);
      return;
    }
    const counter = this.#open?.counter ?? new RowCounter();
    if (item.kind === 'table' && !sameSums(counter.sums(), item.sums))
      throw damaged(`the rows of ${table} are not those that were written`);
    this.#ended.add(table);
    this.#open = null;
  }

  /** The shape of a table that was announced. */
  shape(table: string): TableShape {
    const shape = this.#shapes.get(table);
    if (shape === undefined) throw damaged(`${table} was not expected here`);
    return shape;
  }

  /** To be called when nothing more comes. */
  end(): void {
    for (const table of this.#shapes.keys())
      if (!this.#ended.has(table)) throw damaged(`${table} is missing`);
  }
}
