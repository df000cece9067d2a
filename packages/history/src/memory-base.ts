import {
  type BaseMetadata,
  type BaseRecord,
  type Field,
  type FieldKind,
  isLinkField,
  type LinkField,
  type Table,
  type View,
} from '@weft/core';
import { err, must, ok, type Result } from '@weft/std';
import type { Action } from './action.ts';
import { applyToMetadata, applyToRecord, cellOf, withCells } from './apply.ts';
import {
  type Change,
  type FieldTypeChange,
  invertAll,
  isRowChange,
  type RowChange,
  type TableCopy,
  type ViewUpdate,
} from './change.ts';
import { copiedRecord } from './copied-table.ts';
import type { DeletedRecord, PlanState, Refusal } from './definition.ts';
import { isConversion, type Since } from './fitted.ts';
import { linkFieldOf, linksLost } from './links.ts';
import {
  copyLinks,
  endLinksOf,
  type HiddenLinks,
  hiddenLinks,
  linkAgain,
  linkCopies,
  linkNamed,
  nameLinks,
} from './memory-links.ts';
import { labelOf, needsOf, planAction } from './plan.ts';
import { positionGap, type Room, reaches, roomWithin } from './room.ts';
import { planStep, type StepConflict } from './step.ts';

interface MemoryEntry {
  readonly seq: number;
  readonly action: Action;
  readonly userId: string;
  readonly label: string;
  readonly changes: readonly Change[];
  state: 'done' | 'undone' | null;
  undoneSeq: number;
}

export interface MemoryStep {
  readonly changes: readonly Change[];
  readonly conflicts: readonly StepConflict[];
}

function lastPosition(records: Iterable<BaseRecord>): number {
  let last: number | null = null;
  for (const { position } of records) if (last === null || position > last) last = position;
  return last ?? 0;
}

/**
 * A base in memory that takes actions and steps as the server does: the reference the database's writer is
 * held against, and a server for the tests of the client.
 */
export class MemoryBase {
  metadata: BaseMetadata = { tables: [] };
  readonly records = new Map<string, Map<string, BaseRecord>>();
  readonly log: MemoryEntry[] = [];
  readonly #deletedFields = new Map<string, Field>();
  readonly #deletedTables = new Map<string, Table>();
  readonly #deletedViews = new Map<string, View>();
  /** Every id a table, field or view has had. */
  readonly #ids = new Set<string>();
  /** By table and record, with how many conversions there were before. */
  readonly #deletedRecords = new Map<string, { readonly record: BaseRecord; readonly before: number }>();
  /** The records inserted since each hidden field was hidden. */
  readonly #insertedSince = new Map<string, Set<string>>();
  /** By the hidden field of links that texts became. */
  readonly #hiddenLinks = new Map<string, HiddenLinks>();
  /** Of the hidden cells, by shadow id. */
  readonly #shadowKinds = new Map<string, FieldKind>();
  /** Conversions in order, each with the seq of its entry. */
  readonly #conversions: { readonly seq: number; readonly change: FieldTypeChange }[] = [];
  /** The place of the last record of each table, as the present transaction counts. */
  #ends = new Map<string, number>();
  readonly #now: () => string;

  constructor(now: () => string) {
    this.#now = now;
  }

  get seq(): number {
    return this.log.length;
  }

  recordsOf(tableId: string): readonly BaseRecord[] {
    const records = [...(this.records.get(tableId)?.values() ?? [])];
    return records.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  }

  /**
   * `joined`: in one transaction with the action before it, as actions are that come in at once. New records of a
   * transaction go behind all that stood there when it began, also those that it deletes.
   */
  submit(userId: string, action: Action, joined = false): Result<MemoryEntry, Refusal> {
    const taken = this.log.find((entry) => entry.action.id === action.id);
    if (taken) return ok(taken);
    if (!joined) this.#ends = new Map([...this.records].map(([id, of]) => [id, lastPosition(of.values())]));
    const state: PlanState = {
      metadata: this.metadata,
      record: (tableId, recordId) => this.records.get(tableId)?.get(recordId),
      nextPosition: (tableId) => {
        const next = (this.#ends.get(tableId) ?? 0) + positionGap;
        this.#ends.set(tableId, next);
        return next;
      },
      ...this.#deleted,
      taken: (id) => this.#ids.has(id),
      missing: (tableId, recordId) => !this.records.get(tableId)?.has(recordId),
      room: () => this.#room(action),
      now: this.#now(),
    };
    const label = labelOf(action, this.metadata);
    const planned = planAction(state, action);
    if (!planned.ok) return err(planned.error);
    this.#apply(planned.value);
    return ok(this.#append(userId, action, label, planned.value, planned.value.length > 0 ? 'done' : null));
  }

  /** Applies changes of a log as they stand there: nothing is planned again, and nothing can be taken back. */
  replay(changes: readonly Change[]): void {
    this.#apply(changes);
  }

  get #deleted() {
    return {
      deletedField: (_tableId: string, fieldId: string) => this.#deletedFields.get(fieldId),
      deletedTable: (tableId: string) => this.#deletedTables.get(tableId),
      deletedView: (_tableId: string, viewId: string) => this.#deletedViews.get(viewId),
      lostViews: (_tableId: string, fieldId: string) => this.#lostViews(fieldId),
      wasDeleted: (tableId: string, recordId: string) => this.#deletedRecords.has(`${tableId}/${recordId}`),
      deletedRecord: (tableId: string, recordId: string): DeletedRecord | undefined => {
        const deleted = this.#deletedRecords.get(`${tableId}/${recordId}`);
        if (deleted === undefined) return undefined;
        const since = this.#conversions.slice(deleted.before).map(({ change }) => change);
        return { record: deleted.record, since, links: this.#linksBefore(tableId, recordId) };
      },
    };
  }

  /** What a record was linked to when it was deleted last. */
  #linksBefore(tableId: string, recordId: string): { readonly [fieldId: string]: readonly string[] } {
    const isOf = (change: Change) =>
      'recordId' in change && change.tableId === tableId && change.recordId === recordId;
    const changes = this.log.findLast((entry) =>
      entry.changes.some((change) => change.kind === 'record' && change.after === null && isOf(change)),
    )?.changes;
    return linksLost(changes?.filter(isOf) ?? []);
  }

  /** Takes the person's last step back; null when there is none. */
  undo(userId: string): MemoryStep | null {
    const last = this.log.findLast((entry) => entry.userId === userId && entry.state === 'done');
    if (!last) return null;
    const { groupId } = last.action;
    const targets = this.log.filter(
      (entry) =>
        entry.userId === userId &&
        entry.state === 'done' &&
        (entry === last || (groupId !== undefined && entry.action.groupId === groupId)),
    );
    const step = this.#step(
      targets.toReversed().map(({ seq, changes }) => ({ seq, changes: invertAll(changes) })),
    );
    const entry = this.#append(userId, last.action, `Undid: ${last.label}`, step.changes, null);
    for (const target of targets) {
      target.state = 'undone';
      target.undoneSeq = entry.seq;
    }
    return step;
  }

  /** Redoes what the last undo reverted; null when there is none or something new was done since. */
  redo(userId: string): MemoryStep | null {
    const undone = this.log.filter((entry) => entry.userId === userId && entry.state === 'undone');
    const at = Math.max(...undone.map((entry) => entry.undoneSeq), 0);
    const newer = this.log.some(
      (entry) => entry.userId === userId && entry.state === 'done' && entry.seq > at,
    );
    if (at === 0 || newer) return null;
    const targets = undone.filter((entry) => entry.undoneSeq === at);
    const step = this.#step(targets);
    const first = must(targets[0], 'the step to do again');
    this.#append(userId, first.action, `Redid: ${first.label}`, step.changes, null);
    for (const target of targets) target.state = 'done';
    return step;
  }

  /** Changes to make, each with the seq of the entry it is of. */
  #step(wanted: readonly { readonly seq: number; readonly changes: readonly Change[] }[]): MemoryStep {
    const changes: Change[] = [];
    const conflicts: StepConflict[] = [];
    for (const { seq, change } of wanted.flatMap((of) =>
      of.changes.map((one) => ({ seq: of.seq, change: one })),
    )) {
      const state = {
        metadata: this.metadata,
        record: (tableId: string, recordId: string) => this.records.get(tableId)?.get(recordId),
        ...this.#deleted,
      };
      const planned = planStep(change, state, this.#since(seq));
      conflicts.push(...planned.conflicts);
      if (planned.change === null) continue;
      this.#apply([planned.change]);
      changes.push(planned.change);
    }
    return { changes, conflicts };
  }

  #append(
    userId: string,
    action: Action,
    label: string,
    changes: readonly Change[],
    state: 'done' | null,
  ): MemoryEntry {
    const entry: MemoryEntry = {
      seq: this.log.length + 1,
      action,
      userId,
      label,
      changes,
      state,
      undoneSeq: 0,
    };
    this.log.push(entry);
    return entry;
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) {
      this.metadata = applyToMetadata(this.metadata, change);
      const fresh = change.kind === 'field' && !this.#ids.has(change.fieldId);
      this.#remember(change);
      if (change.kind === 'table' && change.copyOf) this.#copy(change.tableId, change.copyOf);
      if (change.kind === 'field' && change.copyOf && change.after !== null)
        this.#copyField(change.tableId, change.copyOf, change.after, fresh);
      if (change.kind === 'field' && change.after === null) {
        this.#insertedSince.set(change.fieldId, new Set());
        this.#hideLinks(change);
      }
      if (isConversion(change)) this.#convert(change);
      if (!isRowChange(change)) continue;
      const table = this.records.get(change.tableId) ?? new Map<string, BaseRecord>();
      this.records.set(change.tableId, table);
      const before = table.get(change.recordId);
      const after = applyToRecord(before, change, this.#now());
      if (before === undefined) this.#rememberInserted(change);
      if (after) table.set(change.recordId, after);
      else {
        if (before) this.#endLinks(change.tableId, before);
        const key = `${change.tableId}/${change.recordId}`;
        if (before) this.#deletedRecords.set(key, { record: before, before: this.#conversions.length });
        table.delete(change.recordId);
      }
    }
  }

  #endLinks(tableId: string, record: BaseRecord): void {
    const fields = { ...this.#deleted, metadata: this.metadata };
    for (const { fieldId, ...lost } of endLinksOf(fields, this.records, tableId, record))
      this.#hiddenLinks.get(fieldId)?.lost.push(lost);
  }

  #hideLinks({ tableId, fieldId, before, copyOf = '' }: Change & { readonly kind: 'field' }): void {
    const records = this.records.get(tableId);
    const isCopy = linkFieldOf({ metadata: this.metadata, ...this.#deleted }, tableId, copyOf) !== undefined;
    if (copyOf === '' || isCopy || records === undefined || !isLinkField(before ?? undefined)) return;
    this.#hiddenLinks.set(fieldId, hiddenLinks(records, copyOf, before as LinkField));
  }

  #rememberInserted({ tableId, recordId }: RowChange): void {
    for (const ids of this.#insertedSince.values()) ids.add(`${tableId}/${recordId}`);
  }

  #convert(change: FieldTypeChange): void {
    this.#conversions.push({ seq: this.seq + 1, change });
    const { tableId, shadowId, before, after } = change;
    // Cells of yet another kind are worth nothing: an undo was refused, and now a redo is not.
    const stale = (this.#shadowKinds.get(shadowId) ?? after.type) !== after.type;
    this.#shadowKinds.set(shadowId, before.type);
    const records = this.records.get(tableId) ?? new Map<string, BaseRecord>();
    for (const [id, record] of records) {
      const { [shadowId]: _, ...data } = record.data;
      records.set(id, must(applyToRecord(stale ? { ...record, data } : record, change, this.#now())));
    }
  }

  /** The conversions after an entry, those of the step that is being made included. */
  #since(seq: number): Since {
    return this.#conversions.filter((one) => one.seq > seq).map(({ change }) => change);
  }

  /** What a change takes away may come back; what it brings has its ids for good. */
  #remember(change: Change): void {
    if (change.kind === 'field' && change.before) this.#deletedFields.set(change.fieldId, change.before);
    if (change.kind === 'table' && change.before) this.#deletedTables.set(change.tableId, change.before);
    if (change.kind === 'view' && change.before) this.#deletedViews.set(change.viewId, change.before);
    if (change.kind === 'field' || change.kind === 'field-type') this.#ids.add(change.fieldId);
    if (change.kind === 'field-type') this.#ids.add(change.shadowId);
    if (change.kind === 'view') this.#ids.add(change.viewId);
    if (change.kind !== 'table' || change.after === null) return;
    const { id, fields, views } = change.after;
    for (const item of [{ id }, ...fields, ...views]) this.#ids.add(item.id);
  }

  #lostViews(fieldId: string): readonly ViewUpdate[] {
    const removes = (change: Change) =>
      change.kind === 'field' && change.fieldId === fieldId && change.after === null;
    const entry = this.log.findLast(({ changes }) => changes.some(removes));
    return entry?.changes.filter((change) => change.kind === 'view-update') ?? [];
  }

  #room(action: Action): Room | undefined {
    const { room } = needsOf(action);
    if (room === undefined) return undefined;
    const moved = new Set(room.moved);
    const others = this.recordsOf(room.tableId).filter(({ id }) => !moved.has(id));
    const at = room.before === null ? -1 : others.findIndex(({ id }) => id === room.before);
    const split = at === -1 ? others.length : at;
    const before = others.slice(0, split).toReversed();
    const after = others.slice(split);
    for (const reach of reaches) {
      const found = roomWithin(before, after, reach, moved.size);
      if (found !== null) return found;
    }
    return undefined;
  }

  /**
   * Cells, and texts that do not fit, as the source holds them; links are seen from the other side too. A field that is
   * shown again fills the records inserted meanwhile in which it is empty.
   */
  #copyField(tableId: string, sourceId: string, field: Field, fresh: boolean): void {
    const records = this.records.get(tableId);
    if (records === undefined) return;
    const source = linkFieldOf({ metadata: this.metadata, ...this.#deleted }, tableId, sourceId);
    const tables = { metadata: this.metadata, records: this.records };
    const inserted = this.#insertedSince.get(field.id);
    const isInserted = (of: string, id: string): boolean => fresh || inserted?.has(`${of}/${id}`) === true;
    const hidden = this.#hiddenLinks.get(field.id);
    this.#hiddenLinks.delete(field.id);
    if (isLinkField(field) && hidden !== undefined) linkAgain(tables, records, sourceId, field, hidden);
    else if (isLinkField(field) && source === undefined) linkNamed(tables, records, sourceId, field);
    else if (isLinkField(field)) copyLinks(tables, tableId, sourceId, field, isInserted);
    else {
      const filled = new Map(
        [...records].filter(
          ([id, { data, raw }]) =>
            isInserted(tableId, id) && (data[field.id] ?? raw?.[field.id] ?? null) === null,
        ),
      );
      if (source !== undefined) nameLinks(tables, filled, source, field);
      for (const [id, record] of filled)
        records.set(
          id,
          source === undefined
            ? withCells(record, { [field.id]: cellOf(record, sourceId) }, record.updatedAt)
            : record,
        );
    }
  }

  /** A table shown again has its records already. */
  #copy(tableId: string, copyOf: TableCopy): void {
    if (this.records.has(tableId)) return;
    const originals = this.recordsOf(copyOf.tableId);
    const copies = originals.map((record, i) => copiedRecord(record, i + 1, tableId, copyOf, this.#now()));
    this.records.set(tableId, new Map(copies.map((record) => [record.id, record])));
    const table = this.metadata.tables.find(({ id }) => id === tableId);
    for (const field of table?.fields ?? [])
      if (isLinkField(field)) linkCopies(this.records, originals, tableId, field);
  }
}
