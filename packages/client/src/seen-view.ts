import {
  checkSort,
  compileFilter,
  compileSearch,
  compileSort,
  type FieldEnv,
  type Filter,
  isCondition,
  pruneFilter,
  type SortKey,
  type Table,
  type View,
} from '@weft/core';
import type { ViewRule } from './whole-rows.ts';

export interface SeenViewWorld {
  readonly env: FieldEnv;
  readonly now: () => string;
  /** The table and view as they stand, local changes included; undefined when they are gone. */
  readonly table: () => Table | undefined;
  readonly view: () => View | undefined;
}

/** What the server is asked a view's rows by. */
export interface ViewQuestion {
  readonly timeZone: string;
  readonly filters?: Filter;
  readonly sort?: SortKey[];
  readonly search?: string;
}

/** A view's filter and sorts as they stand here, and the person's search: which rows stand where. */
export class SeenView {
  search = '';
  readonly #world: SeenViewWorld;

  constructor(world: SeenViewWorld) {
    this.#world = world;
  }

  /** For records that are here; a condition that cannot be evaluated lets them pass. */
  get rule(): ViewRule {
    const [table, view] = [this.#world.table(), this.#world.view()];
    if (!table || !view) return { shows: () => false, compare: () => 0, decidingFields: null, sorted: false };
    const { filters, sorts } = view.config;
    const passes = compileFilter(filters, table, this.#env);
    const finds = compileSearch(this.search, table, this.#env);
    const deciding = new Set(sorts.map((sort) => sort.fieldId));
    if (filters !== null) addFields(filters, deciding);
    const settled = this.search.trim() === '' && !deciding.has('$updatedAt');
    return {
      shows: (record) => passes(record) && finds(record),
      compare: compileSort(sorts, table),
      sorted: sorts.length > 0,
      decidingFields: settled ? deciding : null,
    };
  }

  /** For the server, which need not have the settings yet; without what is wrong in them. */
  get question(): ViewQuestion {
    const [table, view] = [this.#world.table(), this.#world.view()];
    const { timeZone } = this.#world.env;
    const searched = this.search === '' ? {} : { search: this.search };
    if (!table || !view) return { timeZone, ...searched };
    const filters = pruneFilter(view.config.filters, table, this.#env);
    const sort = view.config.sorts.filter((key) => checkSort([key], table).length === 0);
    return {
      timeZone,
      ...searched,
      ...(filters !== null && { filters }),
      ...(sort.length > 0 && { sort }),
    };
  }

  /** With the time it is now, from which 'this week' is meant. */
  get #env(): FieldEnv {
    return { ...this.#world.env, now: this.#world.now() };
  }
}

function addFields(filter: Filter, into: Set<string>): void {
  for (const item of filter.items) {
    if (isCondition(item)) into.add(item.fieldId);
    else addFields(item, into);
  }
}
