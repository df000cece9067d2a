import type { BaseRecord } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import { AppError } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryWhileTransient } from '../transport/retry.ts';
import { WindowRows } from './window-rows.ts';

/** A table on a server whose answers come when they are let through. */
function office(count: number) {
  const server = Array.from({ length: count }, (_, place) => `rec${place}`);
  const here = new Set<string>();
  const waiting: (() => void)[] = [];
  const asked: number[] = [];
  const rows = new WindowRows({
    get: (id) => (here.has(id) ? ({ id } as BaseRecord) : undefined),
    fetch: async (start, size) => {
      asked.push(start);
      // The answer is what the server has when it is asked.
      const ids = server.slice(start, start + size);
      const total = server.length;
      await new Promise<void>((resolve) => waiting.push(resolve));
      for (const id of ids) here.add(id);
      return { ids, total };
    },
    estimate: 0,
    created: () => [],
    released: () => {},
    retryRead: (read) => read(),
    trim: (keep) => {
      for (const id of [...here]) if (!keep.has(id)) here.delete(id);
    },
    onError: (error) => {
      throw error;
    },
  });
  const settle = async () => {
    for (let round = 0; round < 20; round++) {
      for (const resolve of waiting.splice(0)) resolve();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const seen = (from: number, to: number) =>
    Array.from({ length: Math.min(to, rows.rowCount) - from }, (_, i) => rows.row(from + i)?.id);
  return { server, rows, asked, settle, seen, has: (id: string) => here.has(id) };
}

describe('the rows of a table too large to be here whole', () => {
  it('come in blocks as they are looked at, each asked for once', async () => {
    const { rows, asked, settle, seen, server } = office(1_000);
    await Promise.all([rows.refresh(), settle()]);
    rows.ensure(0, 50);
    rows.ensure(190, 230);
    rows.ensure(190, 230);
    await settle();
    expect(seen(190, 230)).toEqual(server.slice(190, 230));
    expect(asked.toSorted((a, b) => a - b)).toEqual([0, 200]);
    expect(rows.rowCount).toBe(1_000);
  });

  it('are read for a copy without moving what is looked at', async () => {
    const { rows, settle, server } = office(1_000);
    await Promise.all([rows.refresh(), settle()]);
    const [records] = await Promise.all([rows.read(350, 620), settle()]);
    expect(records.map((record) => record.id)).toEqual(server.slice(350, 620));
  });

  it('show what the server has, wherever one looks, while records come and go', async () => {
    const look = fc.record({ kind: fc.constant('look' as const), at: fc.nat(900) });
    const remove = fc.record({ kind: fc.constant('remove' as const), at: fc.nat(900) });
    const append = fc.record({ kind: fc.constant('append' as const), at: fc.nat(900) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(look, remove, append), { maxLength: 12 }), async (steps) => {
        const { rows, settle, seen, server } = office(700);
        await Promise.all([rows.refresh(), settle()]);
        let from = 0;
        for (const [number, { kind, at }] of steps.entries()) {
          if (kind === 'look') from = Math.min(at, server.length - 1);
          else if (kind === 'append') {
            server.push(`new${number}`);
            rows.appended([`new${number}`]);
          } else {
            const [id] = server.splice(at % server.length, 1);
            if (id !== undefined) rows.removed(new Set([id]));
          }
          rows.ensure(from, from + 40);
          if (at % 2 === 0) await settle();
        }
        await settle();
        rows.ensure(from, from + 40);
        await settle();
        expect(rows.rowCount).toBe(server.length);
        expect(seen(from, from + 40)).toEqual(server.slice(from, from + 40));
      }),
      { numRuns: lawRuns },
    );
  });

  it('stay while a person is on them, and are read again once that person is on others', async () => {
    const { rows, settle, seen, server } = office(300);
    await Promise.all([rows.refresh(), settle()]);
    const before = seen(0, 10);
    rows.hold([4, 4]);
    server.splice(4, 1);
    server.push('rec4');
    rows.mayMove(new Set(['rec4']), []);
    await settle();
    expect(seen(0, 10)).toEqual(before);
    // A new one of one's own stands at the end until then.
    rows.hold([4, 4]);
    server.unshift('rec999');
    rows.mayMove(new Set(), ['rec999']);
    await settle();
    expect(seen(0, 10)).toEqual(before);
    rows.hold([7, 7]);
    await settle();
    expect(seen(0, 6)).toEqual(['rec999', 'rec0', 'rec1', 'rec2', 'rec3', 'rec5']);
  });

  it('stay in sight while they are read again, those of a second block too', async () => {
    const { rows, settle, seen, server } = office(1_000);
    await Promise.all([rows.refresh(), settle()]);
    rows.ensure(190, 230);
    await settle();
    const places: number[] = [];
    rows.subscribe(() => places.push(rows.indexOf('rec205')));
    server.splice(700, 1);
    await Promise.all([rows.refresh(), settle()]);
    expect(new Set(places)).toEqual(new Set([205]));
    expect(seen(190, 230)).toEqual(server.slice(190, 230));
  });

  it('of which a person is on one keep it at hand, however far that person looks', async () => {
    const { rows, settle, has } = office(3_000);
    await Promise.all([rows.refresh(), settle()]);
    rows.hold([4, 4]);
    rows.ensure(2_000, 2_050);
    await settle();
    expect([has('rec4'), has('rec5')]).toEqual([true, false]);
    await Promise.all([rows.refresh(), settle()]);
    expect(has('rec4')).toBe(true);
  });

  it('are read once more when one is added while they are being read', async () => {
    const { rows, settle, seen, server } = office(300);
    await Promise.all([rows.refresh(), settle()]);
    void rows.refresh();
    rows.hold([4, 4]);
    server.push('rec999');
    rows.mayMove(new Set(['rec4']), []);
    await settle();
    expect(rows.rowCount).toBe(301);
    rows.ensure(0, 301);
    await settle();
    expect(seen(0, 301)).toEqual(server);
  });

  it('come by themselves where they could not be read at first, and are asked for no more once one looks elsewhere', async () => {
    const here = new Set<string>();
    const timers: (() => void)[] = [];
    const asked: number[] = [];
    let away = true;
    const rows = new WindowRows({
      get: (id) => (here.has(id) ? ({ id } as BaseRecord) : undefined),
      fetch: async (start, size) => {
        asked.push(start);
        if (away) throw new AppError('unavailable', 'away');
        const ids = Array.from({ length: size }, (_, i) => `rec${start + i}`);
        for (const id of ids) here.add(id);
        return { ids, total: 10_000 };
      },
      estimate: 10_000,
      created: () => [],
      released: () => {},
      retryRead: retryWhileTransient(
        (_milliseconds, callback) => {
          timers.push(callback);
          return () => {};
        },
        () => {},
      ),
      trim: () => {},
      onError: (error) => {
        throw error;
      },
    });
    const wait = async () => {
      for (const callback of timers.splice(0)) callback();
      await new Promise((resolve) => setImmediate(resolve));
    };
    rows.ensure(2_000, 2_050);
    await wait();
    rows.ensure(6_000, 6_050);
    await wait();
    await wait();
    expect(asked.filter((start) => start === 2_000)).toHaveLength(1);
    away = false;
    await wait();
    expect(rows.row(6_010)?.id).toBe('rec6010');
  });

  it('move at once when nobody is on them', async () => {
    const { rows, settle, seen, server } = office(300);
    await Promise.all([rows.refresh(), settle()]);
    rows.hold([0, 0]);
    server.splice(4, 1);
    rows.mayMove(new Set(['rec4']), []);
    await settle();
    expect(seen(3, 5)).toEqual(['rec3', 'rec5']);
  });

  it('show while others delete faster than answers come, and are right in the end', async () => {
    const server = Array.from({ length: 1_000 }, (_, place) => `rec${place}`);
    const here = new Set<string>();
    let storm = 30;
    let shownAt: number | null = null;
    const rows: WindowRows = new WindowRows({
      get: (id) => (here.has(id) ? ({ id } as BaseRecord) : undefined),
      fetch: async (start, size) => {
        const ids = server.slice(start, start + size);
        const total = server.length;
        for (const id of ids) here.add(id);
        if (rows.countKnown) shownAt ??= storm;
        const gone = storm-- > 0 ? server.shift() : undefined;
        if (gone !== undefined) rows.removed(new Set([gone]));
        return { ids, total };
      },
      estimate: 0,
      created: () => [],
      released: () => {},
      retryRead: (read) => read(),
      trim: () => {},
      onError: (error) => {
        throw error;
      },
    });
    await rows.refresh();
    expect(shownAt).toBeGreaterThan(20);
    expect(rows.rowCount).toBe(970);
    expect(rows.row(0)?.id).toBe('rec30');
  });
});
