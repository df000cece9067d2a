import { type BaseRecord, isLinkField, type RecordData, type Table } from '@weft/core';
import { type Action, type CellsByField, cellOf } from '@weft/history';
import { MemoryBase } from '@weft/history/testing';
import { type ActionCallName, actionOf, type LogEvent, readResult } from '@weft/protocol';
import { AppError, must, withoutUndefined } from '@weft/std';
import { networkError } from '../transport/errors.ts';
import type { FeedHandlers, Transport } from '../transport/transport.ts';

/** The parts of a call's input that the server itself looks at. */
interface Sent {
  readonly actionId: string;
  readonly groupId?: string;
  readonly tableId: string;
  readonly start: number;
  readonly count: number;
  readonly limit: number;
}

/** What the network does with the next call. */
export type Weather = 'fine' | 'lost before' | 'lost after';

/** A server in memory for the client's tests: one base, any number of people, a network that can fail. */
export class MemoryServer {
  readonly base: MemoryBase;
  weather: () => Weather = () => 'fine';
  /** Whether the base is in the trash: it can be read, not changed. */
  trashed = false;
  /** People whose session has ended. */
  readonly signedOut = new Set<string>();
  readonly #now: () => string;
  /** When each entry was written. */
  readonly #times: string[] = [];
  readonly #readers = new Set<{ seq: number; readonly handlers: FeedHandlers }>();

  constructor(now: () => string) {
    this.#now = now;
    this.base = new MemoryBase(now);
  }

  begin(table: Omit<Table, 'order'>, records: readonly { id: string; cells: CellsByField }[]): void {
    this.base.submit('server', { id: 'act-begin', type: 'CREATE_TABLE', input: { table, records } });
    this.#noteTime();
  }

  transport(userId: string): Transport {
    return {
      call: async (name, input) => {
        const weather = this.weather();
        if (weather === 'lost before') throw networkError('lost before');
        if (this.signedOut.has(userId)) throw new AppError('unauthenticated', 'User not found');
        const data = this.answer(userId, name, input as unknown as Sent);
        if (weather === 'lost after') throw networkError('lost after');
        return readResult(name, JSON.stringify({ result: { data } }));
      },
      follow: (_base, sinceSeq, handlers) => {
        const reader = { seq: sinceSeq, handlers };
        this.#readers.add(reader);
        return () => this.#readers.delete(reader);
      },
    };
  }

  /** The entries after a seq as the feed tells of them. */
  eventsAfter(seq: number): readonly LogEvent[] {
    this.#noteTime();
    return this.base.log.slice(seq).map((entry) => {
      const { id, type, groupId } = entry.action;
      const isUndo = entry.label.startsWith('Undid');
      const isRedo = entry.label.startsWith('Redid');
      return {
        seq: entry.seq,
        action: {
          // A step has an id of its own.
          id: isUndo || isRedo ? `${id}-${entry.seq}` : id,
          type,
          label: entry.label,
          userId: entry.userId,
          timestamp: must(this.#times[entry.seq - 1], 'the time of an entry'),
          isUndo,
          isRedo,
          ...withoutUndefined({ groupId }),
          changes: structuredClone(entry.changes),
        },
      };
    });
  }

  /** Lets every reader, or those chosen, catch up with the log. */
  deliver(chosen: (index: number) => boolean = () => true): void {
    [...this.#readers].forEach((reader, index) => {
      if (!chosen(index)) return;
      for (const event of this.eventsAfter(reader.seq)) {
        reader.seq = event.seq;
        reader.handlers.onEvent(event);
      }
    });
  }

  /** The records of a table with only what a person sees. */
  seen(tableId: string): readonly unknown[] {
    return this.base.recordsOf(tableId).map(seenRecord);
  }

  /** What the server answers to a call that reaches it. */
  answer(userId: string, name: string, sent: Sent): unknown {
    try {
      return this.#answer(userId, name, sent);
    } finally {
      this.#noteTime();
    }
  }

  #noteTime(): void {
    while (this.#times.length < this.base.seq) this.#times.push(this.#now());
  }

  /** A table's records as they are read: without the cells of deleted fields. */
  #records(tableId: string): readonly BaseRecord[] {
    const table = this.base.metadata.tables.find(({ id }) => id === tableId);
    if (!table) throw new AppError('not-found', `Table with id ${tableId} not found`);
    const present = new Set(table.fields.map(({ id }) => id));
    const there = <T>(cells: { readonly [fieldId: string]: T }) =>
      Object.fromEntries(Object.entries(cells).filter(([fieldId]) => present.has(fieldId)));
    return this.base.recordsOf(tableId).map((record) => {
      const data = there(record.data);
      return { ...record, data, raw: there(record.raw ?? {}), linkedData: this.#linkedData(table, data) };
    });
  }

  /** The linked records by field, with all their cells. */
  #linkedData({ fields }: Table, data: RecordData) {
    return Object.fromEntries(
      fields.filter(isLinkField).map(({ id, template: { tableId } }) => {
        const target = this.base.metadata.tables.find((table) => table.id === tableId);
        const records = target === undefined ? [] : this.base.recordsOf(tableId);
        const ids = (data[id] ?? []) as readonly string[];
        const linked = ids.flatMap((one) => records.filter((record) => record.id === one));
        return [id, linked.map((record) => ({ id: record.id, name: '', data: record.data }))];
      }),
    );
  }

  #answer(userId: string, name: string, sent: Sent): unknown {
    const version = this.base.seq;
    if (name === 'metadata.get') {
      return {
        basePublicId: 'bas',
        name: 'Base',
        workspaceId: null,
        role: 'write',
        trashed: this.trashed,
        version,
        metadata: this.base.metadata,
      };
    }
    if (name === 'records.window') {
      const records = this.#records(sent.tableId);
      return { records: records.slice(sent.start, sent.start + sent.count), version, total: records.length };
    }
    if (name === 'records.list')
      return { records: this.#records(sent.tableId).slice(0, sent.limit), nextCursor: null, version };
    if (name === 'history.undo')
      return { actions: [], changes: this.base.undo(userId)?.changes ?? [], conflicts: [] };
    if (name === 'history.redo')
      return { actions: [], changes: this.base.redo(userId)?.changes ?? [], conflicts: [] };
    if (this.trashed) throw new AppError('conflict', 'This database is in the trash');
    const { groupId, actionId } = sent;
    const body = structuredClone(sent) as never;
    const action = {
      ...withoutUndefined({ id: actionId, groupId }),
      ...actionOf(name as ActionCallName, body),
    } as Action;
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
