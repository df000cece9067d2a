import { type BaseRecord, emptyViewConfig, type Field, type Table } from '@weft/core';
import { type Action, type CellsByField, cellOf } from '@weft/history';
import { MemoryBase } from '@weft/history/testing';
import type { LogEvent } from '@weft/protocol';
import { AppError, must } from '@weft/std';
import { type FeedHandlers, offline, type Transport } from './transport.ts';

/** A record as a call carries it. */
interface SentRecord {
  readonly id: string;
  readonly data?: { readonly [fieldId: string]: CellsByField[string]['value'] };
  readonly raw?: { readonly [fieldId: string]: string };
}

interface Sent extends SentRecord {
  readonly basePublicId: string;
  readonly actionId: string;
  readonly groupId?: string;
  readonly tableId: string;
  readonly viewId: string;
  readonly recordId: string;
  readonly recordIds: readonly string[];
  readonly records: readonly SentRecord[];
  readonly created?: readonly SentRecord[];
  readonly field: Field;
  readonly fieldId: string;
  readonly fieldIds: readonly string[];
  readonly tableIds: readonly string[];
  readonly name: string;
  readonly type: Field['type'];
  readonly shadowId: string;
  readonly conversionContext: { readonly timezone: string; readonly locale: string };
  readonly template?: Field['template'];
  readonly config: object;
  readonly fields: readonly Field[];
  readonly primaryFieldId: string;
  readonly start: number;
  readonly count: number;
  readonly limit: number;
}

const cellsOf = ({ data = {}, raw = {} }: SentRecord): CellsByField => ({
  ...Object.fromEntries(Object.entries(data).map(([id, value]) => [id, { value }])),
  ...Object.fromEntries(Object.entries(raw).map(([id, text]) => [id, { value: null, raw: text }])),
});

const newRecord = (record: SentRecord) => ({ id: record.id, cells: cellsOf(record) });

/** The action each call stands for. */
const inputs: { readonly [name: string]: (sent: Sent) => Pick<Action, 'type' | 'input'> } = {
  'records.create': ({ tableId, records }) => ({
    type: 'CREATE_RECORD',
    input: { tableId, records: records.map(newRecord) },
  }),
  'records.update': (sent) => ({
    type: 'UPDATE_RECORD_CELL',
    input: { tableId: sent.tableId, recordId: sent.recordId, cells: cellsOf(sent) },
  }),
  'records.bulkUpdate': ({ tableId, records, created = [] }) => ({
    type: 'BULK_PASTE_CELLS',
    input: { tableId, records: records.map(newRecord), created: created.map(newRecord) },
  }),
  'records.delete': ({ tableId, recordId }) => ({ type: 'DELETE_RECORD', input: { tableId, recordId } }),
  'records.bulkDelete': ({ tableId, recordIds }) => ({
    type: 'BULK_DELETE_RECORDS',
    input: { tableId, recordIds },
  }),
  'fields.create': ({ tableId, field }) => ({ type: 'CREATE_FIELD', input: { tableId, field } }),
  'fields.update': ({ tableId, fieldId, name, template }) => ({
    type: 'UPDATE_FIELD',
    input: { tableId, fieldId, ...(name !== undefined && { name }), ...(template && { template }) },
  }),
  'fields.convert': ({ tableId, fieldId, type, template = {}, shadowId, conversionContext }) => ({
    type: 'CONVERT_FIELD_TYPE',
    input: {
      ...{ tableId, fieldId, type, template, shadowId },
      ...{ timeZone: conversionContext.timezone, locale: conversionContext.locale },
    },
  }),
  'fields.delete': ({ tableId, fieldId }) => ({ type: 'DELETE_FIELD', input: { tableId, fieldId } }),
  'fields.reorder': ({ tableId, fieldIds }) => ({ type: 'REORDER_FIELDS', input: { tableId, fieldIds } }),
  'views.updateSettings': ({ tableId, viewId, config }) => ({
    type: 'UPDATE_VIEW_SETTINGS',
    input: { tableId, viewId, config },
  }),
  'tables.create': ({ id, name, fields, primaryFieldId, viewId, records }) => ({
    type: 'CREATE_TABLE',
    input: {
      table: {
        ...{ id, name, primaryFieldId },
        fields: fields.map((field, order) => ({ ...field, order })),
        views: [{ id: viewId, name: 'Grid view', type: 'grid', order: 0, config: emptyViewConfig }],
      },
      records: records.map(newRecord),
    },
  }),
  'tables.update': ({ tableId, name }) => ({ type: 'UPDATE_TABLE', input: { tableId, name } }),
  'tables.delete': ({ tableId }) => ({ type: 'DELETE_TABLE', input: { tableId } }),
  'tables.reorder': ({ tableIds }) => ({ type: 'REORDER_TABLES', input: { tableIds } }),
};

/** What the network does with the next call. */
export type Weather = 'fine' | 'lost before' | 'lost after';

/** A server in memory for the client's tests: one base, any number of people, a network that can fail. */
export class MemoryServer {
  readonly base: MemoryBase;
  weather: () => Weather = () => 'fine';
  readonly #now: () => string;
  readonly #readers = new Set<{ seq: number; readonly handlers: FeedHandlers }>();

  constructor(now: () => string) {
    this.#now = now;
    this.base = new MemoryBase(now);
  }

  begin(table: Omit<Table, 'order'>, records: readonly { id: string; cells: CellsByField }[]): void {
    this.base.submit('server', { id: 'act-begin', type: 'CREATE_TABLE', input: { table, records } });
  }

  transport(userId: string): Transport {
    return {
      call: async (name, input) => {
        const weather = this.weather();
        if (weather === 'lost before') throw offline('lost before');
        const answer = this.#answer(userId, name, input as unknown as Sent);
        if (weather === 'lost after') throw offline('lost after');
        return structuredClone(answer) as never;
      },
      follow: (_base, sinceSeq, handlers) => {
        const reader = { seq: sinceSeq, handlers };
        this.#readers.add(reader);
        return () => this.#readers.delete(reader);
      },
    };
  }

  /** Lets every reader, or those chosen, catch up with the log. */
  deliver(chosen: (index: number) => boolean = () => true): void {
    [...this.#readers].forEach((reader, index) => {
      if (!chosen(index)) return;
      for (const entry of this.base.log.slice(reader.seq)) {
        reader.seq = entry.seq;
        const { id, type, groupId } = entry.action;
        const event: LogEvent = {
          seq: entry.seq,
          action: {
            id: entry.state === null && entry.label.startsWith('Un') ? `${id}-${entry.seq}` : id,
            type,
            label: entry.label,
            userId: entry.userId,
            timestamp: this.#now(),
            isUndo: entry.label.startsWith('Undid'),
            isRedo: entry.label.startsWith('Redid'),
            ...(groupId !== undefined && { groupId }),
            changes: structuredClone(entry.changes),
          },
        };
        reader.handlers.onEvent(event);
      }
    });
  }

  /** The records of a table with only what a person sees. */
  seen(tableId: string): readonly unknown[] {
    return this.base.recordsOf(tableId).map(seenRecord);
  }

  #answer(userId: string, name: string, sent: Sent): unknown {
    const version = this.base.seq;
    if (name === 'metadata.get') {
      return {
        basePublicId: 'bas',
        name: 'Base',
        workspaceId: null,
        role: 'write',
        version,
        metadata: this.base.metadata,
      };
    }
    if (name === 'records.window') {
      const records = this.base.recordsOf(sent.tableId);
      return { records: records.slice(sent.start, sent.start + sent.count), version, total: records.length };
    }
    if (name === 'records.list')
      return { records: this.base.recordsOf(sent.tableId).slice(0, sent.limit), nextCursor: null, version };
    if (name === 'history.undo')
      return { actions: [], changes: this.base.undo(userId)?.changes ?? [], conflicts: [] };
    if (name === 'history.redo')
      return { actions: [], changes: this.base.redo(userId)?.changes ?? [], conflicts: [] };
    const toAction = must(inputs[name], `the call ${name}`);
    const { groupId, actionId } = sent;
    const action = { id: actionId, ...(groupId !== undefined && { groupId }), ...toAction(sent) } as Action;
    const done = this.base.submit(userId, action);
    if (!done.ok) throw new AppError(done.error.kind, done.error.message, done.error.faults);
    return {};
  }
}

/** A record without its times and place: what two people compare. */
export const seenRecord = (record: BaseRecord): unknown => ({
  id: record.id,
  cells: Object.fromEntries(
    [...Object.keys(record.data), ...Object.keys(record.raw ?? {})]
      .toSorted()
      .map((id) => [id, cellOf(record, id)]),
  ),
});
