import {
  anyFieldType,
  type BaseMetadata,
  type BaseRecord,
  type FieldEnv,
  findShownField,
  isLinkField,
  lookedUpFields,
  type OwnValue,
  onlyServerKnows,
  ownValues,
  type SelectField,
  takesManyOptions,
  withLookups,
  withOwnValues,
} from '@weft/core';
import { type Action, type Change, isRowChange, planAction, type Refusal } from '@weft/history';
import type { CallOutput, LogEvent, RecordAnswer } from '@weft/protocol';
import type { Result } from '@weft/std';
import type { Batch } from '../queue/batches.ts';
import { LinkedRecords } from '../rows/linked-records.ts';
import { NamesOfField } from '../rows/names-of-field.ts';
import { OpenViews, rowChanges } from '../rows/open-views.ts';
import { Overlay } from '../rows/overlay.ts';
import { TableRows } from '../rows/table-rows.ts';
import type { RetryRead } from '../transport/retry.ts';
import type { Transport } from '../transport/transport.ts';
import { BaseState, type RemovedPart, removedParts } from './base-state.ts';
import { StaleNames } from './stale-names.ts';

/** Position behind all records of a table: local records stand there until the server assigns theirs. */
const lastPosition = Number.MAX_SAFE_INTEGER / 2;

/** Names that one read looks for. */
const namesPerRead = 100;

/** Records that a person chooses from at a time (specification 2, section 7). */
const pickerPage = 25;

/** The same transport, which hands on the records that come, and the seq they are valid for. */
function learning(
  transport: Transport,
  learn: (records: readonly RecordAnswer[], version: number) => void,
): Transport {
  return {
    call: async (name, ...rest) => {
      const answer = await transport.call(name, ...rest);
      if (
        (name === 'records.list' || name === 'records.window') &&
        'records' in answer &&
        'version' in answer
      )
        learn(answer.records, answer.version);
      return answer;
    },
    follow: (...watch) => transport.follow(...watch),
  };
}

/** Records of one read. */
const recordsPerRead = 1_000;

/** Some options of a select field, in a table that a view of is open. */
export interface OptionsHeld {
  readonly tableId: string;
  readonly viewId: string;
  readonly field: SelectField;
  readonly options: readonly string[];
}

export interface WorkingCopyDeps {
  readonly basePublicId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly retryRead: RetryRead;
  /** Resolves after the pause between two readings of what many edits make stale. */
  readonly pause: () => Promise<void>;
  /** A read failed. */
  readonly onError: (error: unknown) => void;
}

/** The fields of a table of which no cell is stored. */
interface ComputedFields {
  readonly lookups: ReturnType<typeof lookedUpFields>;
  readonly own: readonly OwnValue[];
}

/** Whether a change restores cells that only the server has: an undo, redo or restore of a field, type or table. */
const restoresCells = (change: Change, tableId: string): boolean =>
  change.tableId === tableId &&
  (change.kind === 'field-type' ||
    ((change.kind === 'field' || change.kind === 'table') && change.before === null));

/** The table from whose side the links are seen that a new field begins with. */
const linksCopied = (change: Change): string | undefined =>
  change.kind === 'field' && change.copyOf !== undefined && change.after !== null && isLinkField(change.after)
    ? change.after.template.tableId
    : undefined;

/** Whether the server fills the cells of a changed field: with those of another field, or with what it keeps itself. */
const fillsCells = (change: Change, tableId: string): boolean =>
  linksCopied(change) === tableId ||
  (change.tableId === tableId &&
    ((change.kind === 'field' &&
      change.after !== null &&
      (change.copyOf !== undefined || anyFieldType(change.after.type).kept !== undefined)) ||
      (change.kind === 'field-type' && anyFieldType(change.before.type).kept !== undefined)));

/** What an event of the feed has changed here. */
interface Applied {
  /** Changed records by table; empty for an event of a local action. */
  readonly remote: ReadonlyMap<string, ReadonlySet<string>>;
  readonly removed: readonly RemovedPart[];
}

/** One base as this tab shows it: the server's state, with the overlay of pending local changes. */
export class WorkingCopy {
  readonly base: BaseState;
  readonly views: OpenViews;
  /** What is shown of linked records. */
  readonly linked: LinkedRecords;
  readonly #deps: WorkingCopyDeps;
  readonly #overlay = new Overlay();
  readonly #staleNames: StaleNames;
  #localRecords = 0;
  #computed: { readonly of: BaseMetadata | null; readonly byTable: Map<string, ComputedFields> } = {
    of: null,
    byTable: new Map(),
  };

  constructor(deps: WorkingCopyDeps) {
    const { basePublicId, env, pause, onError } = deps;
    const transport = learning(deps.transport, (records, version) => this.linked.learn(records, version));
    this.#deps = { ...deps, transport };
    this.linked = new LinkedRecords({
      metadata: () => this.base.visible,
      env,
      read: (tableId, ids) => this.find(tableId, { ids }),
      onChanged: () => this.views.linkedChanged(),
      onError,
    });
    this.#staleNames = new StaleNames({
      read: (tableId, ids) => this.#rereadNames(tableId, ids),
      pause,
      onError,
    });
    this.base = new BaseState(this.#overlay, {
      fetch: () => transport.call('metadata.get', { basePublicId }),
      onFetched: (before) => this.views.resortChanged(before, this.base.visible),
    });
    this.views = new OpenViews((tableId, viewId) => this.#openRows(tableId, viewId), onError);
  }

  #openRows(tableId: string, viewId: string): TableRows {
    const table = () => this.base.table(tableId);
    return new TableRows({
      ...this.#deps,
      env: {
        ...this.#deps.env,
        linked: (recordId) => this.linked.look(recordId),
        shownField: (through) => findShownField(this.base.visible)(through),
      },
      tableId,
      overlay: this.#overlay,
      withComputed: (record) => {
        const { lookups, own } = this.#computedOf(tableId);
        return withOwnValues(withLookups(record, lookups, this.linked.cells), own);
      },
      table,
      view: () => table()?.views.find((view) => view.id === viewId),
      stored: () => this.base.stores(tableId),
    });
  }

  /** The computed fields of a table, listed once for each state of the base: every cell that is drawn asks. */
  #computedOf(tableId: string): ComputedFields {
    const metadata = this.base.visible;
    if (this.#computed.of !== metadata) this.#computed = { of: metadata, byTable: new Map() };
    const { byTable } = this.#computed;
    const known = byTable.get(tableId);
    if (known !== undefined) return known;
    const table = this.base.table(tableId);
    const computed =
      table === undefined
        ? { lookups: [], own: [] }
        : { lookups: lookedUpFields(table, findShownField(metadata)), own: ownValues(table) };
    byTable.set(tableId, computed);
    return computed;
  }

  /** The fields of a table that name people. */
  #naming(tableId: string): ReadonlySet<string> {
    const fields = this.base.table(tableId)?.fields ?? [];
    return new Set(fields.filter(onlyServerKnows).map(({ id }) => id));
  }

  /** Reads the records that a view has loaded again, for the people that they name now. */
  async #rereadNames(tableId: string, ids: readonly string[]): Promise<void> {
    const { basePublicId, transport, retryRead } = this.#deps;
    const loaded = ids.filter((id) => this.views.record(tableId, id) !== undefined);
    if (loaded.length === 0) return;
    const filters = {
      conjunction: 'and' as const,
      items: [{ fieldId: '$id', operator: 'is_any_of', value: loaded }],
    };
    const asked = { basePublicId, tableId, limit: loaded.length, filters };
    const isStill = () => this.base.table(tableId) !== undefined;
    await retryRead(async () => {
      const { records, version } = await transport.call('records.list', asked);
      for (const rows of this.views.inTables(new Set([tableId])))
        rows.reread(records, version, this.#naming(tableId));
    }, isStill);
  }

  /** Records of a table, whatever its views say: those that hold a text, or those of some ids; the first ones otherwise. */
  async find(
    tableId: string,
    { search, ids }: { readonly search?: string; readonly ids?: readonly string[] },
  ): Promise<readonly RecordAnswer[]> {
    const { basePublicId, transport } = this.#deps;
    const named = { fieldId: '$id', operator: 'is_any_of', value: ids };
    const filters = { conjunction: 'and' as const, items: [named] };
    const { records, version } = await transport.call('records.list', {
      basePublicId,
      tableId,
      limit: ids?.length ?? pickerPage,
      ...(search && { search }),
      ...(ids && { filters }),
    });
    this.linked.learnFrom(tableId, records, version);
    return records;
  }

  /** How many records of a table hold several links in a field. */
  async countSeveral(tableId: string, fieldId: string): Promise<number> {
    const { basePublicId, transport } = this.#deps;
    const filters = { conjunction: 'and' as const, items: [{ fieldId, operator: 'has_several' }] };
    const asked = { basePublicId, tableId, filters, fieldIds: [fieldId], limit: 1, includeTotal: true };
    return (await transport.call('records.list', asked)).total ?? 0;
  }

  /** How many records hold one of some options of a field, and they themselves where they are not more than `most`. */
  async holders(
    { tableId, viewId, field, options }: OptionsHeld,
    most: number,
  ): Promise<{ readonly count: number; readonly records: readonly BaseRecord[] }> {
    const { basePublicId, transport } = this.#deps;
    const operator = takesManyOptions(field.type) ? 'has_any_of' : 'is_any_of';
    const filters = { conjunction: 'and' as const, items: [{ fieldId: field.id, operator, value: options }] };
    const asked = {
      basePublicId,
      tableId,
      filters,
      limit: Math.min(most, recordsPerRead),
      includeTotal: true,
    };
    const { store } = this.views.of(tableId, viewId);
    const ids: string[] = [];
    let cursor: string | null = null;
    let count = 0;
    do {
      const page: CallOutput<'records.list'> = await transport.call('records.list', { ...asked, cursor });
      count = page.total ?? count;
      if (count > most) return { count, records: [] };
      // An action plans with the records that are loaded.
      store.load(page.records, page.version);
      ids.push(...page.records.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { count, records: ids.flatMap((id) => store.get(id) ?? []) };
  }

  /** The first record of a table that each of these names, by its primary cell: exactly, or as filters compare texts. */
  async match(tableId: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { basePublicId, transport, env } = this.#deps;
    const table = this.base.table(tableId);
    const primary = table?.fields.find(({ id }) => id === table.primaryFieldId);
    const found = new Map<string, string>();
    if (primary === undefined) return found;
    for (let at = 0; at < names.length; at += namesPerRead) {
      const wanted = new NamesOfField(primary, names.slice(at, at + namesPerRead), env);
      if (wanted.filters.items.length === 0) continue;
      const { records, version } = await transport.call('records.list', {
        ...{ basePublicId, tableId, filters: wanted.filters, limit: 5_000, timeZone: env.timeZone },
      });
      this.linked.learnFrom(tableId, records, version);
      for (const [name, id] of wanted.among(records)) found.set(name, id);
    }
    return found;
  }

  /** The changes that an action makes to what is shown. */
  plan(action: Action): Result<readonly Change[], Refusal> {
    return planAction(
      {
        metadata: this.base.visible,
        record: (tableId, recordId) => this.views.record(tableId, recordId),
        nextPosition: () => lastPosition + this.#localRecords++,
        now: this.#deps.now(),
      },
      action,
    );
  }

  /** Shows local actions before the server has them; a merged action replaces its earlier form. */
  addPending(batches: readonly Batch[]): void {
    for (const { action, changes } of batches) this.#overlay.put(action, changes);
    const before = this.base.visible;
    const changes = batches.flatMap((batch) => batch.changes);
    this.linked.follow(changes, null);
    if (!changes.every(isRowChange)) this.base.overlayChanged();
    this.views.changedLocally(changes);
    this.views.resortChanged(before, this.base.visible);
  }

  isPending(actionId: string): boolean {
    return this.#overlay.has(actionId);
  }

  /** Removes confirmed actions from the overlay: the refetched tables contain them. */
  dropPending(actionIds: readonly string[], tableIds: ReadonlySet<string>): void {
    for (const id of actionIds) this.#overlay.drop(id);
    this.base.overlayChanged();
    for (const rows of this.views.inTables(tableIds)) rows.resort();
  }

  /** Removes all pending actions: shows the server's state alone. */
  dropAllPending(): void {
    this.#overlay.clear();
    this.base.overlayChanged();
    this.views.resortAll();
  }

  /** Whether lookups of a table show values that only the server has: theirs, or of a field that is another now. */
  #looksUpAnew(tableId: string, changes: readonly Change[]): boolean {
    const lookups = this.#computedOf(tableId).lookups;
    const table = lookups.length === 0 ? undefined : this.base.table(tableId);
    return changes.some((change) =>
      lookups.some(({ lookup, shown }) => {
        if (change.kind === 'field-update') return change.fieldId === lookup.id;
        const { linkedRecordFieldId } = lookup.template;
        if (change.kind === 'field' || change.kind === 'field-type')
          return [lookup.id, shown.id, linkedRecordFieldId].includes(change.fieldId);
        const link = table?.fields.find(({ id }) => id === linkedRecordFieldId);
        return change.kind === 'table' && isLinkField(link) && link.template.tableId === change.tableId;
      }),
    );
  }

  /** Applies an event of the feed that carries its changes. */
  apply({ seq, action }: LogEvent, changes: readonly Change[]): Applied {
    const { onError } = this.#deps;
    const pending = this.#overlay.changesOf(action.id);
    const appends = !action.isUndo && !action.isRedo;
    const isNew = appends && action.type !== 'RESTORE_FIELD' && action.type !== 'RESTORE_TABLE';
    const before = this.base.visible;
    const remote = new Map<string, ReadonlySet<string>>();
    this.#overlay.drop(action.id);
    this.base.apply(changes, seq);
    this.linked.follow(changes, seq);
    for (const { tableId, rows } of this.views) {
      const ofRows = rowChanges(changes, tableId);
      for (const change of changes)
        if (change.kind === 'field-type' && change.tableId === tableId) rows.converted(change, seq);
      const restored = changes.some(
        (change) => fillsCells(change, tableId) || (!isNew && restoresCells(change, tableId)),
      );
      if (restored || this.#looksUpAnew(tableId, changes)) rows.open().catch(onError);
      const overlaid = pending && rowChanges(pending, tableId);
      rows.received(ofRows, seq, action.timestamp, { appends, overlaid });
      if (ofRows.length > 0 && this.#naming(tableId).size > 0)
        void this.#staleNames.mark(tableId, new Set(ofRows.map(({ recordId }) => recordId)));
      if (changes.some((change) => change.kind === 'table' && change.tableId === tableId))
        rows.confirmed().catch(onError);
      if (pending === null && ofRows.length > 0)
        remote.set(tableId, new Set(ofRows.map(({ recordId }) => recordId)));
    }
    this.views.resortChanged(before, this.base.visible);
    return { remote, removed: removedParts(before, this.base.visible) };
  }
}
