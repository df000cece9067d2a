import {
  anyFieldType,
  type BaseMetadata,
  type Field,
  type FieldEnv,
  type LinkedLook,
  type OptionColor,
  palette,
  type RecordData,
} from '@weft/core';
import type { Change } from '@weft/history';
import type { RecordAnswer } from '@weft/protocol';

interface LinkedNamesDeps {
  readonly metadata: () => BaseMetadata;
  readonly env: FieldEnv;
  /** Reads records of a table by their ids. */
  readonly read: (tableId: string, ids: readonly string[]) => Promise<readonly RecordAnswer[]>;
  readonly onError: (error: unknown) => void;
}

/** A record whose primary cell is empty. */
const unnamed = 'Unnamed record';

/** Most ids of one read. */
const maxRead = 1_000;

/** The primary cells of linked records, by record id, and the colour that each has while the base is open. */
export class LinkedNames {
  readonly #deps: LinkedNamesDeps;
  readonly #cells = new Map<string, RecordData>();
  readonly #colors = new Map<string, OptionColor>();
  readonly #uses = new Map<OptionColor, number>(palette.map((color) => [color, 0]));
  readonly #listeners = new Set<() => void>();
  #fields: { readonly of: BaseMetadata | null; readonly byId: ReadonlyMap<string, Field> } = {
    of: null,
    byId: new Map(),
  };
  #look: (recordId: string) => LinkedLook | undefined;

  constructor(deps: LinkedNamesDeps) {
    this.#deps = deps;
    this.#look = (recordId) => this.#lookOf(recordId);
  }

  /** How a linked record is shown: another function whenever a name has changed. */
  get look(): (recordId: string) => LinkedLook | undefined {
    return this.#look;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes the names that come with records. */
  learn(records: readonly Partial<Pick<RecordAnswer, 'linkedData'>>[]): void {
    let changed = false;
    for (const { linkedData = {} } of records)
      for (const linked of Object.values(linkedData))
        for (const { id, data } of linked) changed = this.#set(id, data) || changed;
    if (changed) this.#notify();
  }

  /** Takes the names of records that were read to be linked. */
  learnFrom(tableId: string, records: readonly Pick<RecordAnswer, 'id' | 'data'>[]): void {
    const primary = this.#primaryOf(tableId);
    if (primary === undefined) return;
    let changed = false;
    for (const { id, data } of records) {
      const cell = data[primary] ?? null;
      changed = this.#set(id, cell === null ? {} : { [primary]: cell }) || changed;
    }
    if (changed) this.#notify();
  }

  /** Follows what changes make of names, and reads those of records that they link and nobody has named. */
  follow(changes: readonly Change[]): void {
    const unknown = new Map<string, Set<string>>();
    for (const change of changes) {
      if (change.kind === 'record' && change.after !== null)
        this.learnFrom(change.tableId, [{ id: change.recordId, data: change.after.data }]);
      if (change.kind === 'cells') {
        const primary = this.#primaryOf(change.tableId) ?? '';
        const cell = change.after[primary];
        if (cell !== undefined)
          this.learnFrom(change.tableId, [{ id: change.recordId, data: { [primary]: cell.value } }]);
      }
      if (change.kind !== 'links') continue;
      const target = this.#targetOf(change.tableId, change.fieldId);
      if (target === undefined) continue;
      const ids = unknown.get(target) ?? new Set();
      for (const id of change.after) if (!this.#cells.has(id)) ids.add(id);
      unknown.set(target, ids);
    }
    for (const [tableId, ids] of unknown) void this.#read(tableId, [...ids]);
  }

  async #read(tableId: string, ids: readonly string[]): Promise<void> {
    try {
      for (let at = 0; at < ids.length; at += maxRead)
        this.learnFrom(tableId, await this.#deps.read(tableId, ids.slice(at, at + maxRead)));
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  #primaryOf(tableId: string): string | undefined {
    return this.#deps.metadata().tables.find(({ id }) => id === tableId)?.primaryFieldId;
  }

  #targetOf(tableId: string, fieldId: string): string | undefined {
    const table = this.#deps.metadata().tables.find(({ id }) => id === tableId);
    const field = table?.fields.find(({ id }) => id === fieldId);
    return field !== undefined && 'tableId' in field.template ? field.template.tableId : undefined;
  }

  #set(id: string, data: RecordData): boolean {
    const before = this.#cells.get(id);
    this.#cells.set(id, data);
    return before === undefined || JSON.stringify(before) !== JSON.stringify(data);
  }

  #notify(): void {
    this.#look = (recordId) => this.#lookOf(recordId);
    for (const listener of this.#listeners) listener();
  }

  #lookOf(recordId: string): LinkedLook | undefined {
    const data = this.#cells.get(recordId);
    if (data === undefined) return undefined;
    return { name: this.#nameOf(data), color: this.#colorOf(recordId) };
  }

  #nameOf(data: RecordData): string {
    const [entry] = Object.entries(data);
    if (entry === undefined) return unnamed;
    const [fieldId, value] = entry;
    const field = this.#fieldsNow().get(fieldId);
    if (field === undefined || value === null) return unnamed;
    return anyFieldType(field.type).format(value, field.template, this.#deps.env) || unnamed;
  }

  /** The fields of the base by id, indexed once for each state of it. */
  #fieldsNow(): ReadonlyMap<string, Field> {
    const metadata = this.#deps.metadata();
    if (this.#fields.of !== metadata) {
      const byId = new Map(metadata.tables.flatMap(({ fields }) => fields.map((field) => [field.id, field])));
      this.#fields = { of: metadata, byId };
    }
    return this.#fields.byId;
  }

  /** The first colour that no linked record has yet, else the one that fewest have. */
  #colorOf(recordId: string): OptionColor {
    const known = this.#colors.get(recordId);
    if (known !== undefined) return known;
    let chosen: OptionColor = palette[0];
    for (const [color, uses] of this.#uses) if (uses < (this.#uses.get(chosen) ?? 0)) chosen = color;
    this.#uses.set(chosen, (this.#uses.get(chosen) ?? 0) + 1);
    this.#colors.set(recordId, chosen);
    return chosen;
  }
}
