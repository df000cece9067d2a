import type { BaseRecord } from '@weft/core';
import type { CallOutput } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { SeenView } from './seen-view.ts';
import type { Transport } from './transport.ts';

/** Records a table may have and still be kept here whole (specification 2, section 4); also those of one answer. */
export const mostWhole = 5_000;
/** Rows of the first answer: a screen and a little. */
const firstPage = 100;

type Page = CallOutput<'records.window'>;

/** Reads one table from the server. */
export class ViewReader {
  readonly #ids: { readonly basePublicId: string; readonly tableId: string };
  readonly #transport: Transport;
  readonly #view: SeenView;

  constructor(
    ids: { readonly basePublicId: string; readonly tableId: string },
    transport: Transport,
    view: SeenView,
  ) {
    this.#ids = ids;
    this.#transport = transport;
    this.#view = view;
  }

  /** The first rows in the table's own order, and how many there are. */
  first(): Promise<Page> {
    const { timeZone } = this.#view.question;
    return this.#transport.call('records.window', { ...this.#ids, start: 0, count: firstPage, timeZone });
  }

  /** All records, if there are no more than are kept whole: else `nextCursor` is not null. */
  all(): Promise<CallOutput<'records.list'>> {
    return this.#transport.call('records.list', { ...this.#ids, limit: mostWhole });
  }

  /** Rows [start, start + count) of the view. */
  window(start: number, count: number, fieldIds?: readonly string[]): Promise<Page> {
    return this.#transport.call('records.window', {
      ...this.#ids,
      start,
      count,
      ...this.#view.question,
      ...(fieldIds !== undefined && { fieldIds: [...fieldIds] }),
    });
  }

  /** Rows [from, to) of the view with these fields at least, a page at a time. */
  async *pages(from: number, to: number, fieldIds: readonly string[]): AsyncGenerator<readonly BaseRecord[]> {
    // A search looks into the fields that are asked for.
    const fields = this.#view.search === '' ? fieldIds : undefined;
    let end = to;
    let known = -1;
    for (let start = from; start < end; start += mostWhole) {
      const { records, total } = await this.window(start, Math.min(mostWhole, end - start), fields);
      if (known !== -1 && total !== known)
        throw new AppError('conflict', 'The rows have moved. Please try again.');
      known = total;
      end = Math.min(to, total);
      yield records;
    }
  }
}
