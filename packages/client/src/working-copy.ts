import type { FieldEnv } from '@weft/core';
import { type Action, type Change, isRowChange, planAction, type Refusal } from '@weft/history';
import type { LogEvent } from '@weft/protocol';
import type { Result } from '@weft/std';
import type { Batch } from './batches.ts';
import { type LostPart, lostParts } from './lost-parts.ts';
import { OpenRows, rowChanges } from './open-rows.ts';
import { Overlay } from './overlay.ts';
import type { Patiently } from './patience.ts';
import { SeenBase } from './seen-base.ts';
import { TableRows } from './table-rows.ts';
import type { Transport } from './transport.ts';

/** Last place of the table's own order: local rows stand there until the server gives them theirs. */
const lastPosition = Number.MAX_SAFE_INTEGER / 2;

export interface WorkingCopyWorld {
  readonly basePublicId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly patiently: Patiently;
  /** What could not be read. */
  readonly onError: (error: unknown) => void;
}

/** Whether a change that is no new one brings cells back which only the server remembers. */
const bringsCells = (change: Change, tableId: string): boolean =>
  change.tableId === tableId &&
  (change.kind === 'field-type' ||
    ((change.kind === 'field' || change.kind === 'table') && change.before === null));

/** What an entry of the feed has changed here. */
interface Taken {
  /** The records by table; none where the change was made here. */
  readonly remote: ReadonlyMap<string, ReadonlySet<string>>;
  /** Parts that are gone. */
  readonly lost: readonly LostPart[];
}

/** One base as this tab shows it: what the server said, and what was changed here laid over it. */
export class WorkingCopy {
  readonly base: SeenBase;
  readonly rows: OpenRows;
  readonly #world: WorkingCopyWorld;
  readonly #overlay = new Overlay();
  #localPlace = 0;

  constructor(world: WorkingCopyWorld) {
    const { basePublicId, transport, onError } = world;
    this.#world = world;
    this.base = new SeenBase(this.#overlay, {
      read: () => transport.call('metadata.get', { basePublicId }),
      onRead: (before) => this.rows.rearrange(before, this.base.visible),
    });
    this.rows = new OpenRows((tableId, viewId) => this.#newRows(tableId, viewId), onError);
  }

  #newRows(tableId: string, viewId: string): TableRows {
    const table = () => this.base.table(tableId);
    return new TableRows({
      ...this.#world,
      tableId,
      overlay: this.#overlay,
      table,
      view: () => table()?.views.find((view) => view.id === viewId),
      stored: () => this.base.stores(tableId),
    });
  }

  /** The changes an action makes to what is shown. */
  plan(action: Action): Result<readonly Change[], Refusal> {
    return planAction(
      {
        metadata: this.base.visible,
        record: (tableId, recordId) => this.rows.record(tableId, recordId),
        nextPosition: () => lastPosition + this.#localPlace++,
        now: this.#world.now(),
      },
      action,
    );
  }

  /** Shows what is changed here; an action that another merged into takes the place of its earlier form. */
  lay(parts: readonly Batch[]): void {
    for (const { action, changes } of parts) this.#overlay.put(action, changes);
    const before = this.base.visible;
    const changes = parts.flatMap((part) => part.changes);
    if (!changes.every(isRowChange)) this.base.refresh();
    this.rows.overlaid(changes);
    this.rows.rearrange(before, this.base.visible);
  }

  /** Whether an action is laid over what the server said. */
  lays(actionId: string): boolean {
    return this.#overlay.has(actionId);
  }

  /** Takes actions off: they are in what was read of these tables. */
  lift(actionIds: readonly string[], tableIds: ReadonlySet<string>): void {
    for (const id of actionIds) this.#overlay.drop(id);
    this.base.refresh();
    for (const rows of this.rows.inTables(tableIds)) rows.rearrange();
  }

  /** Shows what the server said alone. */
  liftAll(): void {
    this.#overlay.clear();
    this.base.refresh();
    this.rows.rearrangeAll();
  }

  /** Takes an entry of the feed that carries its changes. */
  take({ seq, action }: LogEvent, changes: readonly Change[]): Taken {
    const { onError } = this.#world;
    const laid = this.#overlay.changesOf(action.id);
    const appends = !action.isUndo && !action.isRedo;
    const isNew = appends && action.type !== 'RESTORE_FIELD' && action.type !== 'RESTORE_TABLE';
    const before = this.base.visible;
    const remote = new Map<string, ReadonlySet<string>>();
    this.#overlay.drop(action.id);
    this.base.take(changes, seq);
    for (const { tableId, rows } of this.rows) {
      const ofRows = rowChanges(changes, tableId);
      for (const change of changes)
        if (change.kind === 'field-type' && change.tableId === tableId) rows.converted(change, seq);
      if (!isNew && changes.some((change) => bringsCells(change, tableId))) rows.open().catch(onError);
      rows.received(ofRows, seq, action.timestamp, { appends, laid: laid && rowChanges(laid, tableId) });
      if (changes.some((change) => change.kind === 'table' && change.tableId === tableId))
        rows.confirmed().catch(onError);
      if (laid === null && ofRows.length > 0)
        remote.set(tableId, new Set(ofRows.map(({ recordId }) => recordId)));
    }
    this.rows.rearrange(before, this.base.visible);
    return { remote, lost: lostParts(before, this.base.visible) };
  }
}
