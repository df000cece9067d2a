import {
  type AirtableRecord,
  type AirtableTable,
  airtablePageSize,
  isTooLarge,
  readAirtablePage,
  readAirtableRecord,
  readAirtableTables,
  ServiceFault,
} from '@weft/integrations';
import { AppError } from '@weft/std';
import type { ConnectedReads } from '../from-service/connected-reads.ts';

/** A table takes so many fields. */
const maxFields = 500;

/** Times one table is read from its beginning again. */
const maxRestarts = 50;

/** What people are told of a table that is too wide, in the words of the specification. */
const tooManyColumns =
  'The import request is too large. This spreadsheet may have too many columns with complex data. Please try importing fewer columns or contact support.';

export function requireFewFields({ fields }: AirtableTable): void {
  if (fields.length > maxFields) throw new AppError('limit', tooManyColumns);
}

/** LIST_RECORDS_ITERATOR_NOT_AVAILABLE among others; what else is wrong is refused at the beginning again. */
const isUnprocessable = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof ServiceFault && error.cause.status === 422;

/** Reads one base within Airtable's rate limit, which counts by base. */
export class BaseReader {
  readonly #reads: ConnectedReads;
  readonly #baseId: string;
  readonly #signal: AbortSignal;

  constructor(reads: ConnectedReads, baseId: string, signal: AbortSignal) {
    this.#reads = reads;
    this.#baseId = baseId;
    this.#signal = signal;
  }

  tables(): Promise<readonly AirtableTable[]> {
    return this.#reads.ask(this.#baseId, this.#signal, (http) => readAirtableTables(http, this.#baseId));
  }

  record(tableId: string, recordId: string): Promise<AirtableRecord> {
    const place = { baseId: this.#baseId, tableId };
    return this.#reads.ask(this.#baseId, this.#signal, (http) => readAirtableRecord(http, place, recordId));
  }

  /**
   * All records once, a page at a time. Airtable forgets its place in a list that is read slowly, as where files are
   * downloaded: the list is then read from its beginning, without what was given out already.
   */
  async *pages(tableId: string, fieldIds?: readonly string[]): AsyncGenerator<readonly AirtableRecord[]> {
    const given = new Set<string>();
    for (let restarts = 0; ; restarts++) {
      const before = given.size;
      try {
        for await (const records of this.#list(tableId, fieldIds)) {
          const fresh = records.filter(({ id }) => !given.has(id));
          for (const { id } of fresh) given.add(id);
          if (fresh.length > 0 || records.length === 0) yield fresh;
        }
        return;
      } catch (error) {
        if (!isUnprocessable(error) || given.size === before || restarts === maxRestarts) throw error;
      }
    }
  }

  /** The next page is asked for while one is worked on. */
  async *#list(tableId: string, fieldIds?: readonly string[]): AsyncGenerator<readonly AirtableRecord[]> {
    let coming = this.page(tableId, { fieldIds });
    for (;;) {
      const { records, offset } = await coming;
      if (offset !== undefined) {
        coming = this.page(tableId, { offset, fieldIds });
        // Heard when it is waited for, unless nobody reads on.
        coming.catch(() => {});
      }
      yield records;
      if (offset === undefined) return;
    }
  }

  async page(
    tableId: string,
    asked: {
      readonly offset?: string;
      readonly fieldIds?: readonly string[] | undefined;
      readonly pageSize?: number;
    },
  ) {
    const place = { baseId: this.#baseId, tableId };
    for (
      let pageSize = asked.pageSize ?? airtablePageSize;
      ;
      pageSize = Math.max(1, Math.floor(pageSize / 10))
    ) {
      try {
        return await this.#reads.ask(this.#baseId, this.#signal, (http) =>
          readAirtablePage(http, place, { ...asked, pageSize }),
        );
      } catch (error) {
        // Long texts: fewer records make a smaller answer.
        if (pageSize === 1 || !isTooLarge(error)) throw error;
      }
    }
  }
}
