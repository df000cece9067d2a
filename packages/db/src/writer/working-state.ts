import {
  type BaseMetadata,
  type BaseRecord,
  type Field,
  ownValues,
  type Table,
  type View,
  withOwnValues,
} from '@weft/core';
import {
  applyToMetadata,
  applyToRecord,
  type Change,
  type DeletedRecord,
  isRowChange,
  type PlanState,
  positionGap,
  type Room,
  type StepState,
  type ViewUpdate,
} from '@weft/history';
import type { Deleted, OpenBase } from '../schema/read-base.ts';

/** Two tables may hold records of one id: a copy made elsewhere and sent back. */
export const keyOf = (tableId: string, recordId: string): string => `${tableId}/${recordId}`;

/**
 * The state a group of actions plans against: what was read when the group began, with the changes of the
 * actions before applied. Nothing is written here.
 */
export class WorkingState implements PlanState, StepState {
  readonly now: string;
  readonly #records: Map<string, BaseRecord | undefined>;
  readonly #deletedRecords: ReadonlyMap<string, DeletedRecord>;
  readonly #goneIds: Set<string>;
  readonly #positions: Map<string, number>;
  readonly #numbers: Map<string, number>;
  readonly #room: Room | undefined;
  readonly #lostViews: ReadonlyMap<string, readonly ViewUpdate[]>;
  readonly #ids: ReadonlySet<string>;
  readonly #deletedTables: Map<string, Table>;
  readonly #deletedFields: Map<string, Field>;
  readonly #deletedViews: Map<string, View>;
  #metadata: BaseMetadata;
  #metadataChanged = false;

  constructor(start: {
    readonly metadata: BaseMetadata;
    readonly deleted: Deleted;
    /** Loaded records by `keyOf`; a loaded absence is undefined. */
    readonly records: ReadonlyMap<string, BaseRecord | undefined>;
    readonly deletedRecords: ReadonlyMap<string, DeletedRecord>;
    /** Of the new ids, those of deleted records, by `keyOf`. */
    readonly goneIds?: ReadonlySet<string>;
    /** The last position in use, by table. */
    readonly positions: ReadonlyMap<string, number>;
    /** The last number given, by the field that counts. */
    readonly numbers?: ReadonlyMap<string, number>;
    /** By field id. */
    readonly lostViews?: ReadonlyMap<string, readonly ViewUpdate[]>;
    /** What an action that moves records found around their new place. */
    readonly room?: Room | undefined;
    readonly now: string;
  }) {
    this.#metadata = start.metadata;
    this.#ids = start.deleted.ids;
    this.#deletedTables = new Map(start.deleted.tables);
    this.#deletedFields = new Map(start.deleted.fields);
    this.#deletedViews = new Map(start.deleted.views);
    this.#records = new Map(start.records);
    this.#deletedRecords = start.deletedRecords;
    this.#goneIds = new Set(start.goneIds);
    this.#positions = new Map(start.positions);
    this.#numbers = new Map(start.numbers);
    this.#room = start.room;
    this.#lostViews = start.lostViews ?? new Map();
    this.now = start.now;
  }

  get metadata(): BaseMetadata {
    return this.#metadata;
  }

  get metadataChanged(): boolean {
    return this.#metadataChanged;
  }

  readonly record = (tableId: string, recordId: string): BaseRecord | undefined =>
    this.#records.get(keyOf(tableId, recordId));

  /** Records as a reader gets them: without cells of deleted fields. */
  readonly shown = (tableId: string, recordIds: readonly string[]): readonly BaseRecord[] => {
    const table = this.#metadata.tables.find((candidate) => candidate.id === tableId);
    const fields = new Set(table?.fields.map((field) => field.id));
    const own = table === undefined ? [] : ownValues(table);
    return recordIds.flatMap((recordId) => {
      const record = this.record(tableId, recordId);
      if (record === undefined) return [];
      const data = Object.entries(record.data).filter(([fieldId]) => fields.has(fieldId));
      return [withOwnValues({ ...record, data: Object.fromEntries(data) }, own)];
    });
  };

  readonly missing = (tableId: string, recordId: string): boolean =>
    this.record(tableId, recordId) === undefined;

  readonly nextPosition = (tableId: string): number => {
    const next = (this.#positions.get(tableId) ?? 0) + positionGap;
    this.#positions.set(tableId, next);
    return next;
  };

  readonly nextNumber = (fieldId: string): number | undefined => {
    const last = this.#numbers.get(fieldId) ?? (this.#ids.has(fieldId) ? undefined : 0);
    if (last === undefined) return undefined;
    this.#numbers.set(fieldId, last + 1);
    return last + 1;
  };

  /** The last number of each field that counts records of a table to which records are added, or come back. */
  get numbers(): ReadonlyMap<string, number> {
    return this.#numbers;
  }

  readonly deletedField = (_tableId: string, fieldId: string): Field | undefined =>
    this.#deletedFields.get(fieldId);
  readonly deletedTable = (tableId: string): Table | undefined => this.#deletedTables.get(tableId);
  readonly deletedView = (_tableId: string, viewId: string): View | undefined =>
    this.#deletedViews.get(viewId);
  readonly deletedRecord = (tableId: string, recordId: string): DeletedRecord | undefined =>
    this.#deletedRecords.get(keyOf(tableId, recordId));
  readonly wasDeleted = (tableId: string, recordId: string): boolean =>
    this.#goneIds.has(keyOf(tableId, recordId));
  readonly lostViews = (_tableId: string, fieldId: string): readonly ViewUpdate[] =>
    this.#lostViews.get(fieldId) ?? [];
  readonly room = (): Room | undefined => this.#room;
  readonly taken = (id: string): boolean => this.#ids.has(id);

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (isRowChange(change)) {
        const key = keyOf(change.tableId, change.recordId);
        if (change.kind === 'record' && change.after === null) this.#goneIds.add(key);
        this.#records.set(key, applyToRecord(this.#records.get(key), change, this.now));
      } else {
        if (change.kind === 'field-type') this.#convert(change);
        this.#metadata = applyToMetadata(this.#metadata, change);
        this.#metadataChanged = true;
        // What one action of a group deletes, the next may bring back.
        if (change.kind === 'table' && change.before) this.#deletedTables.set(change.tableId, change.before);
        if (change.kind === 'field' && change.before) this.#deletedFields.set(change.fieldId, change.before);
        if (change.kind === 'view' && change.before) this.#deletedViews.set(change.viewId, change.before);
      }
    }
  }

  /** Records of other tables hold no cell of the field. */
  #convert(change: Change & { kind: 'field-type' }): void {
    for (const [key, record] of this.#records)
      this.#records.set(key, applyToRecord(record, change, this.now));
  }
}

/** The state of a base for a plan that needs no records. */
export const stateOf = (base: OpenBase, now: string): WorkingState =>
  new WorkingState({
    metadata: base.metadata,
    deleted: base.deleted,
    records: new Map(),
    deletedRecords: new Map(),
    positions: new Map(),
    now,
  });
