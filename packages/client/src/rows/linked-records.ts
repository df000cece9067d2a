import {
  anyFieldType,
  type BaseMetadata,
  type CellValue,
  type Field,
  type FieldEnv,
  findShownField,
  isLinkField,
  isLookupField,
  isOfKind,
  type LinkedLook,
  lookedUpFields,
  type OptionColor,
  palette,
  type RecordData,
  type Table,
  unnamedRecord,
} from '@weft/core';
import { type Change, type FieldTypeChange, isRowChange, type RowChange } from '@weft/history';
import type { RecordAnswer } from '@weft/protocol';

interface LinkedRecordsDeps {
  readonly metadata: () => BaseMetadata;
  readonly env: FieldEnv;
  /** Reads records of a table by their ids; they come in through `learnFrom`. */
  readonly read: (tableId: string, ids: readonly string[]) => Promise<unknown>;
  /** Cells that rows may be ordered or chosen by have changed. */
  readonly onChanged: () => void;
  readonly onError: (error: unknown) => void;
}

/** Most ids of one read (specification 2, section 4). */
const maxRead = 1_000;

interface LinkedRecord {
  readonly tableId: string;
  /** The cells that are followed, as far as they are known: null where one is empty. */
  readonly data: RecordData;
  /** The seq that each cell is valid for: an older answer or event does not overwrite it. */
  readonly validFor: { readonly [fieldId: string]: number };
}

/** What is looked up in a base, indexed once for each state of it. */
interface Index {
  readonly of: BaseMetadata | null;
  readonly tables: ReadonlyMap<string, Table>;
  readonly fields: ReadonlyMap<string, Field>;
  /** By table that is linked to: its primary field, and the fields that lookups show. */
  readonly followed: ReadonlyMap<string, ReadonlySet<string>>;
}

function indexOf(metadata: BaseMetadata): Index {
  const tables = new Map(metadata.tables.map((table) => [table.id, table]));
  const fields = new Map(metadata.tables.flatMap((table) => table.fields.map((field) => [field.id, field])));
  const links = [...fields.values()].filter(isLinkField);
  const followed = new Map(
    links.map(({ template: { tableId } }) => [tableId, new Set([tables.get(tableId)?.primaryFieldId ?? ''])]),
  );
  const find = findShownField(metadata);
  for (const table of metadata.tables)
    for (const { lookup, shown } of lookedUpFields(table, find)) {
      const link = fields.get(lookup.template.linkedRecordFieldId);
      if (isLinkField(link)) followed.get(link.template.tableId)?.add(shown.id);
    }
  return { of: metadata, tables, fields, followed };
}

/**
 * Cells of linked records, by record id: the primary ones, and those that lookups show; and the colour that each record
 * has while the base is open.
 */
export class LinkedRecords {
  readonly #deps: LinkedRecordsDeps;
  readonly #records = new Map<string, LinkedRecord>();
  readonly #colors = new Map<string, OptionColor>();
  readonly #uses = new Map<OptionColor, number>(palette.map((color) => [color, 0]));
  readonly #listeners = new Set<() => void>();
  #indexed: Index = { of: null, tables: new Map(), fields: new Map(), followed: new Map() };
  #look: (recordId: string) => LinkedLook | undefined;

  constructor(deps: LinkedRecordsDeps) {
    this.#deps = deps;
    this.#look = (recordId) => this.#lookOf(recordId);
  }

  /** How a linked record is shown: another function whenever a cell has changed. */
  get look(): (recordId: string) => LinkedLook | undefined {
    return this.#look;
  }

  /** The cells of a linked record; undefined while they are not known. */
  readonly cells = (recordId: string): RecordData | undefined => this.#records.get(recordId)?.data;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes the linked records that come with records, as they were at a seq. */
  learn(records: readonly Partial<Pick<RecordAnswer, 'linkedData'>>[], version: number): void {
    let changed = false;
    for (const { linkedData = {} } of records)
      for (const [fieldId, linked] of Object.entries(linkedData)) {
        const through = this.#through(fieldId);
        if (through === null) continue;
        for (const { id, data } of linked)
          changed = this.#set(id, through.tableId, through.fieldIds, data, version) || changed;
      }
    if (changed) this.#notify();
  }

  /** Takes records that were read to be linked, as they were at a seq. */
  learnFrom(tableId: string, records: readonly Pick<RecordAnswer, 'id' | 'data'>[], version: number): void {
    const fieldIds = this.#index().followed.get(tableId);
    if (fieldIds === undefined) return;
    let changed = false;
    for (const { id, data } of records) changed = this.#set(id, tableId, fieldIds, data, version) || changed;
    if (changed) this.#notify();
  }

  /**
   * Follows what changes make of linked records, and reads those that they link and nobody has read. `seq`: of the event
   * that brought them; null while they are only local.
   */
  follow(changes: readonly Change[], seq: number | null): void {
    const unknown = new Map<string, Set<string>>();
    let changed = false;
    for (const change of changes) {
      if (change.kind === 'field-type') changed = this.#forget(change, seq) || changed;
      else if (isRowChange(change)) changed = this.#followRecord(change, seq) || changed;
      if (change.kind === 'links') this.#addUnknown(change.fieldId, change.after, unknown);
    }
    for (const [tableId, ids] of unknown) void this.#read(tableId, [...ids]);
    if (!changed) return;
    this.#notify();
    this.#deps.onChanged();
  }

  #followRecord(change: RowChange, seq: number | null): boolean {
    const { tableId, recordId } = change;
    const fieldIds = this.#index().followed.get(tableId);
    if (fieldIds === undefined) return false;
    if (change.kind === 'record')
      return change.after !== null && this.#set(recordId, tableId, fieldIds, change.after.data, seq);
    if (change.kind === 'cells') {
      const edited = Object.keys(change.after).filter((id) => fieldIds.has(id));
      const data = Object.fromEntries(edited.map((id) => [id, change.after[id]?.value ?? null]));
      return edited.length > 0 && this.#set(recordId, tableId, edited, data, seq);
    }
    const known = this.#records.get(recordId);
    // The difference says nothing of a cell that is not known; whoever shows it reads it.
    if (change.kind !== 'links' || known === undefined || !(change.fieldId in known.data)) return false;
    const { fieldId, before, after } = change;
    const held = ((known.data[fieldId] ?? []) as readonly string[]).filter((id) => !before.includes(id));
    const ids = [...new Set([...held, ...after])].sort();
    return this.#set(recordId, tableId, [fieldId], { [fieldId]: ids.length === 0 ? null : ids }, seq);
  }

  /** Cells of the type that a field had mean nothing to the one it has now. */
  #forget({ tableId, fieldId }: FieldTypeChange, seq: number | null): boolean {
    if (this.#index().followed.get(tableId)?.has(fieldId) !== true) return false;
    let changed = false;
    for (const [id, record] of this.#records)
      if (record.tableId === tableId) changed = this.#set(id, tableId, [fieldId], {}, seq) || changed;
    return changed;
  }

  #addUnknown(fieldId: string, ids: readonly string[], into: Map<string, Set<string>>): void {
    const field = this.#index().fields.get(fieldId);
    if (!isLinkField(field)) return;
    const { tableId } = field.template;
    const followed = [...(this.#index().followed.get(tableId) ?? [])];
    const unknown = ids.filter((id) => {
      const { data = {} } = this.#records.get(id) ?? {};
      return followed.some((one) => !(one in data));
    });
    if (unknown.length > 0) into.set(tableId, new Set([...(into.get(tableId) ?? []), ...unknown]));
  }

  async #read(tableId: string, ids: readonly string[]): Promise<void> {
    try {
      for (let at = 0; at < ids.length; at += maxRead)
        await this.#deps.read(tableId, ids.slice(at, at + maxRead));
      this.#deps.onChanged();
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  /** What `linkedData` of a link field, or of a lookup that shows links, has of its records. */
  #through(fieldId: string): { readonly tableId: string; readonly fieldIds: readonly string[] } | null {
    const metadata = this.#deps.metadata();
    const { fields, tables } = this.#index();
    const find = findShownField(metadata);
    const asked = fields.get(fieldId);
    const link = isLookupField(asked) ? find(asked.template)?.field : asked;
    if (!isLinkField(link)) return null;
    const { tableId } = link.template;
    const primary = tables.get(tableId)?.primaryFieldId;
    if (primary === undefined) return null;
    const shown = [...fields.values()].flatMap((field) =>
      isLookupField(field) && field.template.linkedRecordFieldId === fieldId
        ? (find(field.template)?.field.id ?? [])
        : [],
    );
    return { tableId, fieldIds: [primary, ...shown] };
  }

  /** Takes these cells of a record as they were at a seq, null: as they are to be; whether any is another now. */
  #set(
    id: string,
    tableId: string,
    fieldIds: Iterable<string>,
    data: RecordData,
    seq: number | null,
  ): boolean {
    const before = this.#records.get(id);
    const cells: { [fieldId: string]: CellValue } = { ...before?.data };
    const validFor: { [fieldId: string]: number } = { ...before?.validFor };
    const { fields } = this.#index();
    for (const fieldId of fieldIds) {
      if (seq !== null && (validFor[fieldId] ?? -1) > seq) continue;
      const field = fields.get(fieldId);
      const value = data[fieldId] ?? null;
      cells[fieldId] = field !== undefined && isOfKind(field, value) ? value : null;
      if (seq !== null) validFor[fieldId] = seq;
    }
    this.#records.set(id, { tableId, data: cells, validFor });
    return before === undefined || JSON.stringify(before.data) !== JSON.stringify(cells);
  }

  #notify(): void {
    this.#look = (recordId) => this.#lookOf(recordId);
    for (const listener of this.#listeners) listener();
  }

  #lookOf(recordId: string): LinkedLook | undefined {
    const record = this.#records.get(recordId);
    if (record === undefined) return undefined;
    const { tables, fields } = this.#index();
    const field = fields.get(tables.get(record.tableId)?.primaryFieldId ?? '');
    if (field !== undefined && !(field.id in record.data)) return undefined;
    const value = (field && record.data[field.id]) ?? null;
    const named = field !== undefined && value !== null;
    const name = named ? anyFieldType(field.type).format(value, field.template, this.#deps.env) : '';
    return { name: name || unnamedRecord, color: this.#colorOf(recordId), value };
  }

  #index(): Index {
    const metadata = this.#deps.metadata();
    if (this.#indexed.of !== metadata) this.#indexed = indexOf(metadata);
    return this.#indexed;
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
