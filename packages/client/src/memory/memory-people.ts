import type { FieldEnv } from '@weft/core';
import type { Action } from '@weft/history';
import { everyKindTable, idOf } from '@weft/history/testing';
import { type AppError, must } from '@weft/std';
import { BaseClient } from '../base/base-client.ts';
import type { RemovedPart } from '../base/base-state.ts';
import { MemoryServer } from './memory-server.ts';

export const now = '2026-11-21T09:00:00.000Z';
const env: FieldEnv = { timeZone: 'Europe/Paris', locale: 'en-US' };
export const table = everyKindTable(1);
export const nameField = must(table.fields[0]).id;
const viewId = must(table.views[0]).id;
export const recordId = (number: number) => idOf('rec', number);

/** Lets promises settle; nothing here waits for a clock. */
export const settle = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

/** What a person was notified of; `removed` as 'who: kind name'. */
interface Told {
  readonly errors: AppError[];
  dropped: number;
  signedOut: number;
  readonly toasts: unknown[];
  readonly removed: string[];
}

const nameOf = (part: RemovedPart): string =>
  part.kind === 'table' ? part.table.name : part.kind === 'field' ? part.field.name : part.view.name;

/** A person at the product: their client, their clock, and what they were told. */
export async function person(
  server: MemoryServer,
  name: string,
  kept: Action[] = [],
  transport = server.transport(name),
  clock = () => now,
) {
  const timers = new Set<() => void>();
  const told: Told = { errors: [], dropped: 0, signedOut: 0, toasts: [], removed: [] };
  let number = 0;
  const client = new BaseClient(
    'bas',
    {
      userId: name,
      transport,
      env,
      newActionId: () => `act-${name}-${number++}`,
      now: clock,
      after: (_milliseconds, callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
      keep: { load: () => [...kept], save: (actions) => void kept.splice(0, kept.length, ...actions) },
    },
    {
      onChange: () => {},
      onSyncError: (dropped, error) => {
        told.errors.push(error);
        told.dropped += dropped.length;
      },
      onSignedOut: () => told.signedOut++,
      onRefused: () => {},
      onRemote: () => {},
      onReplaced: () => {},
      onRemoved: (parts, userId) =>
        told.removed.push(...parts.map((part) => `${userId}: ${part.kind} ${nameOf(part)}`)),
      onError: (error) => told.toasts.push(error),
    },
  );
  await client.open();
  const rows = client.rows(table.id, viewId);
  await settle();
  return {
    client,
    rows,
    told,
    kept,
    type: (record: string, text: string) =>
      client.dispatch('UPDATE_RECORD_CELL', {
        tableId: table.id,
        recordId: record,
        cells: { [nameField]: { value: text } },
      }),
    names: () => Array.from({ length: rows.rowCount }, (_, i) => rows.row(i)?.data[nameField] ?? null),
    wait: async () => {
      for (const callback of [...timers]) {
        timers.delete(callback);
        callback();
      }
      await settle();
    },
  };
}

export function office(clock = () => now) {
  const server = new MemoryServer(clock);
  server.begin(
    table,
    [1, 2, 3].map((number) => ({ id: recordId(number), cells: { [nameField]: { value: `Row ${number}` } } })),
  );
  return server;
}
