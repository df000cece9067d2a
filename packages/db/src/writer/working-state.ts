import type { BaseMetadata, BaseRecord, Field, Table } from '@weft/core';
import { applyToMetadata, applyToRecord, type Change, type PlanState, type StepState } from '@weft/history';
import type { Deleted } from '../base/read-base.ts';

/** Room between two records' positions, so that later ones fit between them. */
export const positionGap = 2 ** 20;

/**
 * The state a group of actions plans against: what was read when the group began, with the changes of the
 * actions before applied. Nothing is written here; `changes` is what the group will write.
 */
export class WorkingState implements PlanState, StepState {
  readonly now: string;
  readonly #records: Map<string, BaseRecord | undefined>;
  readonly #deletedRecords: ReadonlyMap<string, BaseRecord>;
  readonly #positions: Map<string, number>;
  readonly #deleted: Deleted;
  #metadata: BaseMetadata;
  #metadataChanged = false;

  constructor(start: {
    readonly metadata: BaseMetadata;
    readonly deleted: Deleted;
    /** Loaded records by id (ids are unique in a base); a loaded absence is undefined. */
    readonly records: ReadonlyMap<string, BaseRecord | undefined>;
    readonly deletedRecords: ReadonlyMap<string, BaseRecord>;
    /** The last position in use, by table. */
    readonly positions: ReadonlyMap<string, number>;
    readonly now: string;
  }) {
    this.#metadata = start.metadata;
    this.#deleted = start.deleted;
    this.#records = new Map(start.records);
    this.#deletedRecords = start.deletedRecords;
    this.#positions = new Map(start.positions);
    this.now = start.now;
  }

  get metadata(): BaseMetadata {
    return this.#metadata;
  }

  get metadataChanged(): boolean {
    return this.#metadataChanged;
  }

  readonly record = (_tableId: string, recordId: string): BaseRecord | undefined =>
    this.#records.get(recordId);

  readonly nextPosition = (tableId: string): number => {
    const next = (this.#positions.get(tableId) ?? 0) + positionGap;
    this.#positions.set(tableId, next);
    return next;
  };

  readonly deletedField = (_tableId: string, fieldId: string): Field | undefined =>
    this.#deleted.fields.get(fieldId);
  readonly deletedTable = (tableId: string): Table | undefined => this.#deleted.tables.get(tableId);
  readonly deletedRecord = (_tableId: string, recordId: string): BaseRecord | undefined =>
    this.#deletedRecords.get(recordId);

  apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'record' || change.kind === 'cells') {
        this.#records.set(
          change.recordId,
          applyToRecord(this.#records.get(change.recordId), change, this.now),
        );
      } else {
        this.#metadata = applyToMetadata(this.#metadata, change);
        this.#metadataChanged = true;
      }
    }
  }
}
