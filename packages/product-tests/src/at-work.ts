import { setTimeout as sleep } from 'node:timers/promises';
import { BaseClient, httpTransport } from '@weft/client';
import { must } from '@weft/std';
import type { Session } from '@weft/testkit';
import { expect } from 'vitest';
import { type Metadata, newTable, testId } from './databases.ts';

/** A table to work in: its first field is a line of text. */
export interface Desk {
  readonly table: { readonly basePublicId: string; readonly tableId: string };
  readonly fieldId: string;
}

export async function makeDesk(session: Session): Promise<Desk> {
  const { table, fieldIds } = await newTable(session);
  return { table, fieldId: must(fieldIds[0]) };
}

/** Somebody who works; `finish` ends it, once the server has taken everything, and says how many changes that was. */
interface Worker {
  readonly finish: () => Promise<number>;
}

/** Milliseconds between two changes of one person. */
const pause = 40;
/** For a server to take what waits, on a machine that has a lot to do. */
const patience = 150_000;
/** Changes that wait at most: a slow machine is not given more than it can take. */
const maxWaiting = 50;

/** A person at a page: the application's own client, left to itself whatever happens to the server. */
async function person(session: Session, { table, fieldId }: Desk, written: Set<string>): Promise<Worker> {
  const transport = httpTransport(session.url, {
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init?.headers, ...session.headers } }),
    delay: async (milliseconds, signal) => {
      await sleep(milliseconds, undefined, { signal }).catch(() => {});
    },
  });
  const faults: unknown[] = [];
  const client = new BaseClient(
    table.basePublicId,
    {
      userId: 'ann',
      transport,
      env: { timeZone: 'UTC', locale: 'en-US' },
      newActionId: () => testId('act'),
      now: () => new Date().toISOString(),
      after: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
      keep: { load: () => [], save: () => {} },
    },
    {
      onChange: () => {},
      onRemote: () => {},
      onReplaced: () => {},
      onSignedOut: () => {},
      onRemoved: () => {},
      onSyncError: (_dropped, error) => faults.push(error),
      onRefused: (error) => faults.push(error),
      onError: () => {},
    },
  );
  await client.open();
  let going = true;
  let changes = 0;
  const waiting = () => ('waiting' in client.saveState ? client.saveState.waiting : 0);
  const work = async () => {
    for (; going; changes++) {
      const text = testId('txt');
      written.add(text);
      const records = [{ id: testId('rec'), cells: { [fieldId]: { value: text } } }];
      expect(client.dispatch('CREATE_RECORD', { tableId: table.tableId, records }).ok).toBe(true);
      do await sleep(pause);
      while (going && waiting() > maxWaiting);
    }
  };
  const working = work();
  return {
    finish: async () => {
      going = false;
      await working;
      const until = Date.now() + patience;
      while ((client.saveState.kind !== 'saved' || !client.online) && Date.now() < until) await sleep(50);
      expect({ state: client.saveState, online: client.online, faults }).toEqual({
        state: { kind: 'saved' },
        online: true,
        faults: [],
      });
      client.close();
      return changes;
    },
  };
}

/** A program that sends a change again, under its id, until it is told that it was taken. */
function program(session: Session, { table, fieldId }: Desk, written: Set<string>): Worker {
  let going = true;
  const work = async () => {
    let changes = 0;
    for (; going; changes++) {
      const text = testId('txt');
      written.add(text);
      const call = { ...table, actionId: testId('act'), records: [{ data: { [fieldId]: text } }] };
      const until = Date.now() + patience;
      for (let taken = false; !taken; ) {
        taken = await session.mutate('records.create', call).then(
          () => true,
          () => Date.now() > until,
        );
        await sleep(pause);
      }
    }
    return changes;
  };
  const working = work();
  return {
    finish: () => {
      going = false;
      return working;
    },
  };
}

/**
 * People and programs that add records to one table while something happens to the server. Afterwards every change is
 * there, once: as records, and as entries of the log.
 */
export async function whileWorking(session: Session, happens: () => Promise<void>): Promise<void> {
  const desk = await makeDesk(session);
  const before = (await session.query<Metadata>('metadata.get', desk.table)).version;
  const written = new Set<string>();
  const people = await Promise.all([1, 2, 3].map(() => person(session, desk, written)));
  const workers = [...people, program(session, desk, written), program(session, desk, written)];
  await sleep(500);
  await happens();
  await sleep(500);
  const changes = await Promise.all(workers.map((worker) => worker.finish()));
  const texts: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: { records: readonly { data: { [id: string]: unknown } }[]; nextCursor: string | null } =
      await session.query('records.list', {
        ...desk.table,
        limit: 5_000,
        ...(cursor !== null && { cursor }),
      });
    texts.push(...page.records.map(({ data }) => data[desk.fieldId]));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(texts.toSorted()).toEqual([...written].toSorted());
  const { version } = await session.query<Metadata>('metadata.get', desk.table);
  expect(version - before).toBe(changes.reduce((sum, count) => sum + count, 0));
}
