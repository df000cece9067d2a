import {
  type BaseRecord,
  checkSort,
  compileFilter,
  compileSearch,
  compileSort,
  type FieldEnv,
  type Filter,
  isCondition,
  movesWithEdits,
  pruneFilter,
  type SortKey,
  type Table,
  type View,
  viewSort,
} from '@weft/core';
import type { CallOutput, CallRequest } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { Transport } from '../transport/transport.ts';
import type { ViewRule } from './whole-rows.ts';

/** Most records of a table that is loaded whole (specification 2, section 4), and of one answer. */
export const maxWhole = 5_000;
/** Rows of the first page: a screen and a little. */
const firstPage = 100;

type Page = CallOutput<'records.window'>;

export interface ViewQueryDeps {
  readonly basePublicId: string;
  readonly tableId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** The table and view with local changes applied; undefined when they are deleted. */
  readonly table: () => Table | undefined;
  readonly view: () => View | undefined;
}

/** A view's filters and sorts with the person's search: compiled for the browser, and sent to the server. */
export class ViewQuery {
  search = '';
  readonly #deps: ViewQueryDeps;

  constructor(deps: ViewQueryDeps) {
    this.#deps = deps;
  }

  /** For records in the browser; a condition that cannot be evaluated lets them pass. */
  get rule(): ViewRule {
    const [table, view] = [this.#deps.table(), this.#deps.view()];
    if (!table || !view) return { shows: () => false, compare: () => 0, orderFields: null, sorted: false };
    const { filters } = view.config;
    const sorts = viewSort(view.config, table);
    const passes = compileFilter(filters, table, this.#env);
    const finds = compileSearch(this.search, table, this.#env);
    const orderFields = new Set(sorts.map((sort) => sort.fieldId));
    if (filters !== null) addFields(filters, orderFields);
    const moves = table.fields.some((field) => movesWithEdits(field) && orderFields.has(field.id));
    const anyField = this.search.trim() !== '' || orderFields.has('$updatedAt') || moves;
    return {
      shows: (record) => passes(record) && finds(record),
      compare: compileSort(sorts, table, this.#env),
      sorted: sorts.length > 0,
      orderFields: anyField ? null : orderFields,
    };
  }

  /** The first rows in the table's own order, and how many there are. */
  firstPage(): Promise<Page> {
    return this.#window({ start: 0, count: firstPage, timeZone: this.#deps.env.timeZone });
  }

  /** All records; `nextCursor` is not null where they are too many to be loaded whole. */
  all(): Promise<CallOutput<'records.list'>> {
    const { basePublicId, tableId, transport } = this.#deps;
    return transport.call('records.list', { basePublicId, tableId, limit: maxWhole });
  }

  /** Rows [start, start + count) of the view. */
  window(start: number, count: number, fieldIds?: readonly string[]): Promise<Page> {
    return this.#window({
      start,
      count,
      ...this.#parameters,
      ...(fieldIds !== undefined && { fieldIds: [...fieldIds] }),
    });
  }

  /** The groups of the view's records, with what the columns of some fields add up to. */
  groups(keys: readonly SortKey[], fieldIds: readonly string[]): Promise<CallOutput<'records.groups'>> {
    const { basePublicId, tableId, transport } = this.#deps;
    const { sort: _, ...choice } = this.#parameters;
    return transport.call('records.groups', {
      basePublicId,
      tableId,
      ...choice,
      groups: [...keys],
      summarised: [...fieldIds],
    });
  }

  /** Rows [from, to) of the view with these fields at least, a page at a time; 'conflict' where rows came or went. */
  async *pages(from: number, to: number, fieldIds: readonly string[]): AsyncGenerator<readonly BaseRecord[]> {
    // A search looks into the fields that are asked for.
    const fields = this.search === '' ? fieldIds : undefined;
    let end = to;
    let known = -1;
    for (let start = from; start < end; start += maxWhole) {
      const { records, total } = await this.window(start, Math.min(maxWhole, end - start), fields);
      if (known !== -1 && total !== known)
        throw new AppError('conflict', 'The rows have moved. Please try again.');
      known = total;
      end = Math.min(to, total);
      yield records;
    }
  }

  /** The view's settings as parameters, for the server may not have them yet; without invalid ones. */
  get #parameters(): { timeZone: string; filters?: Filter; sort?: SortKey[]; search?: string } {
    const [table, view] = [this.#deps.table(), this.#deps.view()];
    const { timeZone } = this.#deps.env;
    const searched = this.search === '' ? {} : { search: this.search };
    if (!table || !view) return { timeZone, ...searched };
    const filters = pruneFilter(view.config.filters, table, this.#env);
    const sort = viewSort(view.config, table).filter((key) => checkSort([key], table).length === 0);
    return {
      timeZone,
      ...searched,
      ...(filters !== null && { filters }),
      ...(sort.length > 0 && { sort }),
    };
  }

  #window(parameters: Omit<CallRequest<'records.window'>, 'basePublicId' | 'tableId'>): Promise<Page> {
    const { basePublicId, tableId, transport } = this.#deps;
    return transport.call('records.window', { basePublicId, tableId, ...parameters });
  }

  /** With the present time, which conditions such as 'this week' refer to. */
  get #env(): FieldEnv {
    return { ...this.#deps.env, now: this.#deps.now() };
  }
}

function addFields(filter: Filter, into: Set<string>): void {
  for (const item of filter.items) {
    if (isCondition(item)) into.add(item.fieldId);
    else addFields(item, into);
  }
}
