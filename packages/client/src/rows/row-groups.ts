import {
  aggregatesOf,
  type BaseRecord,
  type Field,
  type Group,
  groupKeys,
  groupOf,
  mergeGroups,
  summarise,
  summaryOf,
  type Table,
  type View,
} from '@weft/core';
import { isTransient } from '../transport/errors.ts';
import type { RetryRead } from '../transport/retry.ts';
import { type GroupHeader, GroupLayout } from './group-layout.ts';
import { maxWhole, type ViewQuery } from './view-query.ts';

export interface RowGroupsDeps {
  readonly table: () => Table | undefined;
  readonly view: () => View | undefined;
  readonly query: ViewQuery;
  /** All rows of the view in order, where they are loaded; null where only the server knows them. */
  readonly records: () => readonly BaseRecord[] | null;
  /** How many rows the view has. */
  readonly rowCount: () => number;
  readonly retryRead: RetryRead;
  /** Resolves after the pause between two readings of the groups. */
  readonly pause: () => Promise<void>;
  readonly notify: () => void;
  readonly onError: (error: unknown) => void;
}

interface Known {
  /** The fields that the groups are of. */
  readonly keys: string;
  readonly groups: readonly Group[];
  readonly tooMany: boolean;
}

const none: Known = { keys: '', groups: [], tooMany: false };

/** One list, so that no change is seen where there is none. */
const noHeaders: readonly GroupHeader[] = [];

const keysOf = (by: readonly Field[]): string => by.map(({ id }) => id).join(' ');

/**
 * The groups of a view and what its columns add up to: computed here where all rows are loaded, otherwise asked of the
 * server, again after each change and at most once a pause.
 */
export class RowGroups {
  readonly #deps: RowGroupsDeps;
  readonly #collapsed = new Set<string>();
  readonly #summaries = new Map<string, number | null>();
  #fetched = none;
  /** The groups of loaded rows, until they change. */
  #ofRecords: Known | null = null;
  // Asked for each row that is drawn, and read again after a change.
  #groupedBy: readonly Field[] | null = null;
  #loaded: readonly BaseRecord[] | null | undefined;
  #layout: { readonly layout: GroupLayout; readonly rows: number } | null = null;
  #reading = false;
  #stale = false;

  constructor(deps: RowGroupsDeps) {
    this.#deps = deps;
  }

  /** Null where the view is not grouped, or its groups are not known yet. */
  get layout(): GroupLayout | null {
    const by = this.#by;
    if (by.length === 0) return null;
    const rows = this.#deps.rowCount();
    if (this.#layout?.rows === rows) return this.#layout.layout;
    const { groups, keys } = this.#known;
    // Groups by other fields than the view's present ones are still on their way out.
    if (groups.length === 0 || keys !== keysOf(by)) return null;
    const layout = new GroupLayout(groups, by.length, this.#collapsed, rows);
    this.#layout = { layout, rows };
    return layout;
  }

  /** The headers of the groups, in order; none where the view is not grouped. */
  get headers(): readonly GroupHeader[] {
    return this.layout?.headers ?? noHeaders;
  }

  /** Rows of the view, those of collapsed groups counted too. */
  get recordCount(): number {
    return this.#deps.rowCount();
  }

  /** Whether there are more groups than are shown. */
  get tooMany(): boolean {
    return this.#by.length > 0 && this.#fetched.tooMany;
  }

  toggle(id: string): void {
    if (!this.#collapsed.delete(id)) this.#collapsed.add(id);
    this.#layout = null;
    this.#deps.notify();
  }

  /** Collapses all groups, or shows all their rows. */
  toggleAll(collapsed: boolean): void {
    this.#collapsed.clear();
    if (collapsed) for (const { id } of this.layout?.headers ?? []) this.#collapsed.add(id);
    this.#layout = null;
    this.#deps.notify();
  }

  /** A summary of a field's column, in a group or of all rows; null where there is nothing to say. */
  summary(header: GroupHeader | null, fieldId: string, name: string): number | null {
    const key = `${header?.id ?? ''} ${fieldId} ${name}`;
    const known = this.#summaries.get(key);
    if (known !== undefined) return known;
    const result = this.#summarise(header, fieldId, name);
    this.#summaries.set(key, result);
    return result;
  }

  readonly maxSummarised = maxWhole;

  /** The summaries of a field's column, by name; of a large table only those that the server's tallies tell. */
  async summaries(fieldId: string): Promise<{ readonly [name: string]: number | null }> {
    const field = this.#field(fieldId);
    if (field === undefined) return {};
    const names = Object.keys(aggregatesOf(field));
    if (this.#records !== null)
      return Object.fromEntries(names.map((name) => [name, this.summary(null, fieldId, name)]));
    const { groups } = await this.#deps.query.groups([], [fieldId]);
    const [all = mergeGroups([], [])] = groups;
    return Object.fromEntries(
      names.flatMap((name) => {
        const result = ofTally(field, name, all);
        return result === undefined ? [] : [[name, result]];
      }),
    );
  }

  /** Cells, rows or the view's settings have changed. */
  changed(): void {
    this.#layout = null;
    this.#summaries.clear();
    this.#ofRecords = null;
    this.#loaded = undefined;
    this.#groupedBy = null;
    if (this.#records === null && this.#wanted) void this.#read();
  }

  get #known(): Known {
    const records = this.#records;
    if (records === null) return this.#fetched;
    const by = this.#by;
    this.#ofRecords ??= { keys: keysOf(by), groups: runs(records, by), tooMany: false };
    return this.#ofRecords;
  }

  get #wanted(): boolean {
    return this.#by.length > 0 || this.#summarised.length > 0;
  }

  /** The fields of the view's group keys. */
  get #by(): readonly Field[] {
    this.#groupedBy ??= this.#readKeys();
    return this.#groupedBy;
  }

  /** All rows in order; null where only the server knows them. */
  get #records(): readonly BaseRecord[] | null {
    if (this.#loaded === undefined) this.#loaded = this.#deps.records();
    return this.#loaded;
  }

  #readKeys(): readonly Field[] {
    const [table, view] = [this.#deps.table(), this.#deps.view()];
    if (!table || !view) return [];
    return groupKeys(view.config, table).flatMap(({ fieldId }) => this.#field(fieldId) ?? []);
  }

  get #summarised(): readonly string[] {
    const { summaries = {} } = this.#deps.view()?.config ?? {};
    return Object.keys(summaries).filter((id) => this.#field(id) !== undefined);
  }

  #field(fieldId: string): Field | undefined {
    return this.#deps.table()?.fields.find(({ id }) => id === fieldId);
  }

  #summarise(header: GroupHeader | null, fieldId: string, name: string): number | null {
    const field = this.#field(fieldId);
    if (field === undefined) return null;
    const records = this.#records;
    if (records !== null) {
      const some = header === null ? records : records.slice(header.from, header.to);
      return summarise(name, some, field);
    }
    const { groups } = this.#fetched;
    const some = header === null ? groups : groups.slice(header.groups[0], header.groups[1] + 1);
    if (some[0]?.tallies[fieldId] === undefined) return null;
    return ofTally(field, name, mergeGroups(some, [])) ?? null;
  }

  /** Asks the server; once more when something changes meanwhile. What is shown stays until the answer. */
  async #read(): Promise<void> {
    this.#stale = true;
    if (this.#reading) return;
    this.#reading = true;
    const { table, view, query, retryRead, pause, notify, onError } = this.#deps;
    while (this.#stale) {
      this.#stale = false;
      const [of, shown] = [table(), view()];
      if (!of || !shown || !this.#wanted) break;
      const keys = groupKeys(shown.config, of);
      try {
        const answer = await retryRead(() => query.groups(keys, this.#summarised));
        // Too many groups are shown as none, with the totals of the whole.
        const whole = answer.tooMany ? await retryRead(() => query.groups([], this.#summarised)) : answer;
        const asked = answer.tooMany ? '' : keys.map(({ fieldId }) => fieldId).join(' ');
        this.#fetched = { keys: asked, groups: whole.groups, tooMany: answer.tooMany };
        this.#layout = null;
        this.#summaries.clear();
        notify();
      } catch (error) {
        if (!isTransient(error)) onError(error);
      }
      await pause();
    }
    this.#reading = false;
  }
}

function ofTally(field: Field, name: string, { tallies, count }: Group): number | null | undefined {
  const tally = tallies[field.id];
  return tally === undefined ? null : summaryOf(field, name)?.ofTally?.(tally, count);
}

/**
 * The groups of loaded rows: stretches of rows of one key. A row that keeps its place while it is edited counts where it
 * stands, so a stretch between two of the same key is none of its own.
 */
function runs(records: readonly BaseRecord[], by: readonly Field[]): readonly Group[] {
  const keys = records.map((record) => groupOf(record, by, []));
  const texts = keys.map(({ key }) => JSON.stringify(key));
  const seen = new Set<string>();
  const groups: { key: Group['key']; count: number; text: string; tallies: Group['tallies'] }[] = [];
  for (const [i, { key }] of keys.entries()) {
    const text = texts[i] ?? '';
    const last = groups.at(-1);
    // The next row tells: one out of place stands between two of another group.
    const astray = last !== undefined && text !== last.text && (texts[i + 1] === last.text || seen.has(text));
    if (last !== undefined && (text === last.text || astray)) last.count++;
    else {
      groups.push({ key, count: 1, text, tallies: {} });
      seen.add(text);
    }
  }
  return groups;
}
