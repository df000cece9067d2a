import type { BaseRecord, Table } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { actionFor } from '@weft/history/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareFeed } from '../feed/shared-feed.ts';
import { MemoryNetwork, type Page } from '../memory/memory-network.ts';
import { office } from '../memory/memory-people.ts';
import type { MemoryServer } from '../memory/memory-server.ts';
import { MemoryBrowser, MemoryClock } from '../memory/memory-tabs.ts';
import type { Transport } from '../transport/transport.ts';
import { BaseClient } from './base-client.ts';

const settle = async (rounds = 12) => {
  for (let i = 0; i < rounds; i++) await Promise.resolve();
};

const env = { timeZone: 'Europe/Paris', locale: 'en-US' } as const;

let opened = 0;

/** One tab: its page may be loaded anew, which keeps only what the browser keeps. */
class Tab {
  readonly page: Page = { alive: true };
  readonly client: BaseClient;
  readonly #timers = new Set<() => void>();
  isOpen = false;
  refused = false;

  constructor(userId: string, transport: Transport, kept: Action[], now: () => string, page: Page) {
    this.page = page;
    const tab = opened++;
    let number = 0;
    this.client = new BaseClient(
      'bas',
      {
        userId,
        transport,
        env,
        now,
        newActionId: () => `act-${tab}-${number++}`,
        after: (_milliseconds, callback) => {
          this.#timers.add(callback);
          return () => this.#timers.delete(callback);
        },
        keep: {
          load: () => [...kept],
          save: (actions) => {
            if (page.alive) kept.splice(0, kept.length, ...actions);
          },
        },
      },
      {
        onChange: () => {},
        onSyncError: () => {
          this.refused = true;
        },
        onRefused: () => {},
        onRemote: () => {},
        onReplaced: () => {},
        onSignedOut: () => {},
        onRemoved: () => {},
        onError: (error) => {
          throw error;
        },
      },
    );
    void this.client.open().then(() => {
      this.isOpen = true;
    });
  }

  look(): void {
    if (!this.isOpen) return;
    for (const table of this.client.metadata.tables)
      for (const view of table.views) this.client.rows(table.id, view.id);
  }

  ring(): void {
    for (const callback of [...this.#timers]) {
      this.#timers.delete(callback);
      callback();
    }
  }

  /** Every view of every table with all its rows, as the tab shows them. */
  shows(): readonly unknown[] {
    return this.client.metadata.tables.flatMap((table) =>
      table.views.map((view) => {
        const rows = this.client.rows(table.id, view.id);
        // Rows that a person made or edited stay in their place until that person moves on.
        rows.hold(null);
        return {
          table: table.id,
          view: view.id,
          rows: Array.from({ length: rows.rowCount }, (_, i) => seen(must(rows.row(i)), table)),
        };
      }),
    );
  }
}

/**
 * A record without what is empty, of which there are two ways to say so, and without cells of fields that are gone,
 * which a page keeps for their return.
 */
const seen = ({ id, position, createdAt, updatedAt, data, raw }: BaseRecord, { fields }: Table) => ({
  ...{ id, position, createdAt, updatedAt },
  cells: fields.flatMap(({ id }) => {
    const [value, text] = [data[id] ?? null, raw?.[id] ?? null];
    return value === null && text === null ? [] : [[id, value, text]];
  }),
});

/** Ann in two tabs of one browser and Ben in another; their clocks are years off, in different directions. */
function world(minute: () => number) {
  const server: MemoryServer = office(() => new Date(Date.UTC(2026, 10, 21, 9, minute())).toISOString());
  const network = new MemoryNetwork(server);
  const clock = new MemoryClock();
  const browsers = [new MemoryBrowser(), new MemoryBrowser()] as const;
  const people = [
    { userId: 'ann', browser: browsers[0], year: 1999 },
    { userId: 'ann', browser: browsers[0], year: 2026 },
    { userId: 'ben', browser: browsers[1], year: 2041 },
  ] as const;
  const places = people.map(({ userId, browser, year }) => {
    const kept: Action[] = [];
    const load = () => {
      const page = { alive: true };
      const { call, follow } = network.transport(userId, page);
      const world = browser.tab(clock, { stream: follow, catchUp: follow });
      const shared = shareFeed(userId, world);
      const now = () => new Date(Date.UTC(year, 0, 1, 0, minute())).toISOString();
      let leave = () => {};
      const transport: Transport = {
        call,
        follow: (base, since, handlers) => {
          if (!page.alive) return () => {};
          leave = shared(base, since, handlers);
          return leave;
        },
      };
      const tab = new Tab(userId, transport, kept, now, page);
      return {
        tab,
        world,
        /** The page is gone from one moment to the next, as in a crash. */
        kill: () => {
          page.alive = false;
          leave();
        },
      };
    };
    let present = load();
    return {
      get tab() {
        return present.tab;
      },
      get world() {
        return present.world;
      },
      reload: () => {
        present.kill();
        present = load();
      },
    };
  });
  return { server, network, clock, browsers, places };
}

const step = fc.record({
  kind: fc.nat(17),
  who: fc.nat(2),
  which: fc.nat(50),
  choice: fc.record({
    what: fc.nat(33),
    which: fc.nat(10_000),
    seeds: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 }),
  }),
});

describe('three tabs on one base', () => {
  it('show what a tab shows that opens the base anew, whatever is lost, late, cut, twice or out of order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
        let minutes = 0;
        const { server, network, clock, browsers, places } = world(() => minutes);
        const letAllThrough = async () => {
          for (let round = 0; round < 40; round++) {
            while (network.held > 0) {
              network.pass(0);
              await settle();
            }
            for (let i = 0; i < network.streams; i++) network.carry(i, 1_000);
            for (const browser of browsers) browser.deliver();
            for (const { tab } of places) tab.ring();
            if (round % 10 === 9) await clock.pass(30_000, settle);
            await settle();
          }
        };
        await letAllThrough();
        let number = 1_000;
        for (const { kind, who, which, choice } of steps) {
          minutes++;
          const place = must(places[who]);
          const { tab } = place;
          // After a refusal the page takes nothing more: it asks to be loaded anew.
          if (kind < 5 && tab.isOpen && !tab.refused) {
            number += 10;
            const { type, input, groupId } = actionFor(choice, server.base, number);
            if (type !== 'IMPORT_RECORDS' && type !== 'BULK_UPDATE_LINKS')
              tab.client.dispatch(type, input as never, groupId === undefined ? {} : { groupId });
          } else if (kind === 5 && tab.isOpen)
            tab.client[which % 2 === 0 ? 'undo' : 'redo']().catch(() => {});
          else if (kind < 9) network.pass(which);
          else if (kind < 11) network.carry(which, 1 + (which % 4));
          else if (kind === 11) network.cut(which);
          else if (kind === 12)
            must(browsers[which % 2]).deliver(
              (index) => ((which >> 1) & (1 << index)) === 0,
              (items) => (which % 3 === 0 ? items.toReversed() : items),
            );
          else if (kind === 13) tab.ring();
          else if (kind === 14)
            network.weather = (['fine', 'lost before', 'lost after'] as const)[which % 3] ?? 'fine';
          else if (kind === 15) {
            if (which % 3 === 0) place.reload();
            else tab.look();
          } else if (kind === 16) which % 2 === 0 ? place.world.sleep() : place.world.wake();
          else await clock.pass(which * 1_000, settle);
          await settle();
        }

        network.weather = 'fine';
        for (const { world } of places) world.wake();
        await letAllThrough();
        // Who was refused something is asked to load the page anew.
        for (let round = 0; round < 3; round++) {
          for (const place of places) if (place.tab.refused) place.reload();
          await letAllThrough();
        }
        for (const { tab } of places) tab.look();
        await letAllThrough();

        const fresh = new Tab('cleo', server.transport('cleo'), [], () => '2026-11-21T09:00:00.000Z', {
          alive: true,
        });
        await settle(50);
        fresh.look();
        await settle(200);
        expect(fresh.client.metadata).toEqual(server.base.metadata);
        for (const { tab } of places) {
          expect(tab.client.saveState).toEqual({ kind: 'saved' });
          expect(tab.client.metadata).toEqual(server.base.metadata);
          expect(tab.shows()).toEqual(fresh.shows());
        }
        const ids = server.base.log
          .filter(({ label }) => !/^(Un|Re)d/.test(label))
          .map(({ action }) => action.id);
        expect(ids).toEqual([...new Set(ids)]);
      }),
      { numRuns: lawRuns },
    );
  });
});
