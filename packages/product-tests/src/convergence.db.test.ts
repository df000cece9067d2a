import { setTimeout as sleep } from 'node:timers/promises';
import { BaseClient, httpTransport } from '@weft/client';
import type { BaseRecord, Table } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { actionFor, type Choice, choices, MemoryBase } from '@weft/history/testing';
import { deepEqual, must } from '@weft/std';
import { type Session, signIn, withinLawTime } from '@weft/testkit';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { newBase, testId } from './databases.ts';
import { describeProduct } from './on-engines.ts';

/** Milliseconds for a server to take what waits and for everybody to hear of it, on a machine that has a lot to do. */
const patience = 60_000;

/** Between one person and the server: it is late, loses calls and answers and cuts streams until it is `fine`. */
class Network {
  fine = false;
  readonly #dice: Iterator<number>;
  #streams = new AbortController();

  constructor(dice: Iterator<number>) {
    this.#dice = dice;
  }

  /** 0 to 99. */
  roll(): number {
    return Number(this.#dice.next().value);
  }

  cut(): void {
    this.#streams.abort();
    this.#streams = new AbortController();
  }

  readonly #fetch = async (session: Session, address: string, init: RequestInit): Promise<Response> => {
    if (!this.fine) await sleep(this.roll() % 12);
    if (!this.fine && this.roll() < 10) throw new TypeError('lost on the way there');
    const signals = [init.signal, address.includes('base.changes') ? this.#streams.signal : null];
    const response = await fetch(address, {
      ...init,
      headers: { ...init.headers, ...session.headers },
      signal: AbortSignal.any(signals.filter((signal) => signal != null)),
    });
    if (this.fine || this.roll() >= 10) return response;
    await response.body?.cancel();
    throw new TypeError('lost on the way back');
  };

  transport(session: Session) {
    return httpTransport(session.url, {
      fetch: (address, init = {}) => this.#fetch(session, String(address), init),
      // Nobody has to wait as long as a person would; only what is long because a line is dead stays so.
      delay: async (milliseconds, signal) => {
        await sleep(milliseconds < 20_000 ? Math.min(milliseconds, 40) : milliseconds, undefined, {
          signal,
        }).catch(() => {});
      },
    });
  }
}

/** One person's page, which may be loaded anew: then it has what the browser keeps. */
class Page {
  readonly #session: Session;
  readonly #base: string;
  readonly #network: Network;
  readonly #kept: Action[] = [];
  #alive: { isAlive: boolean; isOpen: boolean; isRefused: boolean } | null = null;
  client: BaseClient;

  constructor(session: Session, base: string, network: Network) {
    this.#session = session;
    this.#base = base;
    this.#network = network;
    this.client = this.#load();
  }

  get network(): Network {
    return this.#network;
  }

  get isOpen(): boolean {
    return this.#alive?.isOpen === true;
  }

  get isRefused(): boolean {
    return this.#alive?.isRefused === true;
  }

  reload(): void {
    this.close();
    this.client = this.#load();
  }

  close(): void {
    if (this.#alive !== null) this.#alive.isAlive = false;
    this.client.close();
  }

  #load(): BaseClient {
    const alive = { isAlive: true, isOpen: false, isRefused: false };
    this.#alive = alive;
    const kept = this.#kept;
    const client = new BaseClient(
      this.#base,
      {
        userId: this.#session.headers.cookie,
        transport: this.#network.transport(this.#session),
        env: { timeZone: 'Europe/Paris', locale: 'en-US' },
        newActionId: () => testId('act'),
        now: () => new Date().toISOString(),
        after: (milliseconds, callback) => {
          const timer = setTimeout(() => alive.isAlive && callback(), Math.min(milliseconds, 30));
          return () => clearTimeout(timer);
        },
        keep: {
          load: () => [...kept],
          save: (actions) => {
            if (alive.isAlive) kept.splice(0, kept.length, ...actions);
          },
        },
      },
      {
        onChange: () => {},
        onRemote: () => {},
        onReplaced: () => {},
        onSignedOut: () => {},
        onRemoved: () => {},
        onSyncError: () => {
          alive.isRefused = true;
        },
        onRefused: () => {},
        onError: () => {},
      },
    );
    const open = async () => {
      while (alive.isAlive && !alive.isOpen)
        try {
          await client.open();
          alive.isOpen = true;
        } catch {
          await sleep(10);
        }
    };
    void open();
    return client;
  }

  /** The base as this page knows it, for choosing what to do to it. */
  known(): MemoryBase {
    const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
    base.metadata = this.client.metadata;
    for (const table of base.metadata.tables) {
      const [view] = table.views;
      const rows = view && this.client.rows(table.id, view.id);
      const records = Array.from({ length: rows?.rowCount ?? 0 }, (_, i) => rows?.row(i)).filter(
        (record) => record !== undefined,
      );
      base.records.set(table.id, new Map(records.map((record) => [record.id, record])));
    }
    return base;
  }

  /** Every view of every table with all its rows, as the page shows them; null while something is not here yet. */
  shows(): unknown {
    if (!this.isOpen || this.isRefused || !this.client.online || this.client.saveState.kind !== 'saved')
      return null;
    const views = this.client.metadata.tables.flatMap((table) =>
      table.views.map((view) => {
        const rows = this.client.rows(table.id, view.id);
        // Rows that a person made or edited stay in their place until that person moves on.
        rows.hold(null);
        rows.ensure(0, rows.rowCount);
        const records = Array.from({ length: rows.rowCount }, (_, i) => rows.row(i));
        const here = rows.countKnown && records.every((record) => record !== undefined);
        return here ? records.map((record) => seen(must(record), table)) : null;
      }),
    );
    return views.includes(null) ? null : { metadata: this.client.metadata, views };
  }
}

/**
 * A record as a person sees it: without what is empty, of which there are two ways to say so, without cells of fields
 * that are gone, which a page keeps for their return, and whenever it was written.
 */
function seen({ id, data, raw }: BaseRecord, { fields }: Table) {
  const shown = fields.map((field) => [field.id, data[field.id] ?? null, raw?.[field.id] ?? null] as const);
  return { id, cells: shown.filter(([, value, text]) => value !== null || text !== null) };
}

async function act(page: Page, choice: Choice, number: number): Promise<void> {
  const { network } = page;
  const die = network.roll();
  if (die < 6) network.cut();
  else if (die < 12) page.reload();
  else if (die < 25) await sleep(network.roll() % 10);
  else if (page.isOpen && !page.isRefused) {
    if (die < 35) page.client[die % 2 === 0 ? 'undo' : 'redo']().catch(() => {});
    else {
      const { type, input, groupId } = actionFor(choice, page.known(), number);
      const group = groupId === undefined ? {} : { groupId: groupId.replace(/^grp/, 'act') };
      if (type !== 'IMPORT_RECORDS' && type !== 'BULK_UPDATE_LINKS')
        page.client.dispatch(type, input as never, group);
    }
  }
}

/** What somebody sees who opens the base now. */
async function seenAnew(page: Page): Promise<unknown> {
  const until = Date.now() + patience;
  while (page.shows() === null && Date.now() < until) await sleep(10);
  page.close();
  return page.shows();
}

/** Waits until everybody sees what somebody sees who opens the base anew. */
async function meet(pages: readonly Page[], open: () => Page): Promise<void> {
  const until = Date.now() + patience;
  for (;;) {
    for (const page of pages) if (page.isRefused) page.reload();
    const isOver = Date.now() > until;
    if (isOver || pages.every((page) => page.shows() !== null)) {
      const expected = await seenAnew(open());
      const shown = pages.map((page) => page.shows());
      if (isOver || shown.every((one) => deepEqual(one, expected)))
        return expect(shown).toEqual(pages.map(() => expected));
    }
    await sleep(20);
  }
}

describeProduct('three people on one base', (running) => {
  let sessions: readonly Session[];
  beforeAll(async () => {
    const { ann } = running;
    const { code } = await ann.post<{ code: string }>('/v1/invitations', { role: 'admin' });
    const ben = { name: 'ben', email: 'ben@bench.example', password: 'a long enough password' };
    await ann.post('/api/auth/sign-up/email', { ...ben, invitationCode: code });
    sessions = [ann, ann, await signIn(ann.url, 'ben')];
  });

  it('come to see the same, whatever the network delays, loses and cuts', {
    timeout: 600_000 * Math.max(1, lawRuns / 100),
  }, async () => {
    const dice = fc.infiniteStream(fc.nat(99));
    await fc.assert(
      fc.asyncProperty(
        choices(40, 10),
        fc.tuple(dice, dice, dice),
        fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }),
        withinLawTime(async (steps, streams, turns) => {
          const base = await newBase(running.ann);
          const pages = sessions.map((session, i) => new Page(session, base, new Network(must(streams[i]))));
          try {
            for (const [i, choice] of steps.entries())
              await act(must(pages[must(turns[i])]), choice, 1_000 + i * 10);
            for (const { network } of pages) network.fine = true;
            await meet(pages, () => {
              const network = new Network([].values());
              network.fine = true;
              return new Page(running.ann, base, network);
            });
          } finally {
            for (const page of pages) page.close();
          }
        }),
      ),
      // In memory each law has five times as many: here a case costs a third of a second.
      { numRuns: Math.ceil(lawRuns / 5), endOnFailure: true },
    );
  });
});
