import type { LogEvent } from '@weft/protocol';
import { AppError, must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { MemoryBrowser, MemoryClock } from '../memory/memory-tabs.ts';
import type { FeedHandlers, Transport } from '../transport/transport.ts';
import { followWhileVisible } from './follow-while-visible.ts';
import { shareFeed } from './shared-feed.ts';
import { limitStreams } from './stream-slots.ts';

const event = (seq: number): LogEvent => ({
  seq,
  action: {
    id: `act${seq}`,
    type: 'UPDATE_TABLE',
    label: 'Renamed',
    userId: 'ann',
    timestamp: '2026-11-21T09:00:00.000Z',
    isUndo: false,
    isRedo: false,
    changes: [],
  },
});

/** A log on a server, and the streams browsers hold open to it. */
class Log {
  seq = 0;
  opened = 0;
  readonly open = new Set<{ base: string; last: number; readonly handlers: FeedHandlers }>();

  readonly follow: Transport['follow'] = (base, sinceSeq, handlers) => {
    const stream = { base, last: sinceSeq, handlers };
    this.opened++;
    this.open.add(stream);
    // Connected a moment later, with what came meanwhile.
    void Promise.resolve().then(() => {
      if (!this.open.has(stream)) return;
      handlers.onOnline(true);
      this.#send(stream);
    });
    return () => this.open.delete(stream);
  };

  write(count = 1): void {
    this.seq += count;
    for (const stream of [...this.open]) this.#send(stream);
  }

  #send(stream: { last: number; readonly handlers: FeedHandlers }): void {
    while (stream.last < this.seq && [...this.open].includes(stream as never)) {
      stream.last++;
      stream.handlers.onEvent(event(stream.last));
    }
  }
}

function setUp() {
  const log = new Log();
  const browser = new MemoryBrowser();
  const clock = new MemoryClock();
  const settle = async () => {
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 20; i++) await Promise.resolve();
      browser.deliver();
    }
  };
  const tab = (sinceSeq = log.seq, base = 'bas') => {
    const seen: number[] = [];
    const told: { online: boolean | null; refused: AppError | null } = { online: null, refused: null };
    const world = browser.tab(clock, { stream: log.follow, catchUp: log.follow });
    const close = shareFeed('ann', world)(base, sinceSeq, {
      onEvent: ({ seq }) => seen.push(seq),
      onOnline: (online) => {
        told.online = online;
      },
      onRefused: (error) => {
        told.refused = error;
      },
    });
    return { seen, told, close, sleep: world.sleep, wake: world.wake };
  };
  return { log, browser, clock, settle, tab, pass: (ms: number) => clock.pass(ms, settle) };
}

describe('eight tabs of one base', () => {
  it('see every change once, in order, through one stream', async () => {
    const { log, settle, tab } = setUp();
    const tabs = Array.from({ length: 8 }, () => tab());
    await settle();
    log.write(3);
    await settle();
    for (const { seen, told } of tabs) {
      expect(seen).toEqual([1, 2, 3]);
      expect(told.online).toBe(true);
    }
    expect(log.open.size).toBe(1);
    expect(log.opened).toBe(1);
  });

  it('go on when the one that leads closes, with what was written in between', async () => {
    const { log, settle, tab } = setUp();
    const tabs = Array.from({ length: 8 }, () => tab());
    await settle();
    log.write();
    await settle();
    must(tabs[0]).close();
    log.write(2);
    await settle();
    log.write();
    await settle();
    expect(must(tabs[0]).seen).toEqual([1]);
    for (const { seen } of tabs.slice(1)) expect(seen).toEqual([1, 2, 3, 4]);
    expect(log.open.size).toBe(1);
    expect(log.opened).toBe(2);
  });

  it('go on when the one that leads is put to sleep, which catches up when it wakes', async () => {
    const { log, settle, tab } = setUp();
    const tabs = Array.from({ length: 3 }, () => tab());
    await settle();
    must(tabs[0]).sleep();
    await settle();
    log.write(5);
    await settle();
    expect(tabs.map(({ seen }) => seen.length)).toEqual([0, 5, 5]);
    must(tabs[0]).wake();
    await settle();
    expect(tabs.map(({ seen }) => seen)).toEqual(Array(3).fill([1, 2, 3, 4, 5]));
    expect(log.open.size).toBe(1);
  });

  it('take the lead from one that no longer answers', async () => {
    const { log, browser, clock, settle } = setUp();
    const deaf = new MemoryBrowser();
    // It holds the lock, but nothing it is told arrives.
    const held = shareFeed('ann', {
      ...deaf.tab(clock, { stream: log.follow, catchUp: log.follow }),
      locks: browser.locks,
    });
    held('bas', 0, { onEvent: () => {}, onOnline: () => {}, onRefused: () => {} });
    await settle();
    const seen: number[] = [];
    const world = browser.tab(clock, { stream: log.follow, catchUp: log.follow });
    shareFeed('ann', world)('bas', 0, {
      onEvent: ({ seq }) => seen.push(seq),
      onOnline: () => {},
      onRefused: () => {},
    });
    log.write();
    await settle();
    expect(seen).toEqual([]);
    await clock.pass(11_000, settle);
    expect(seen).toEqual([1]);
    // The one that was robbed has closed its stream.
    expect(log.open.size).toBe(1);
  });

  it('asks a quiet leader whether it is there, and leaves it the lead when it is', async () => {
    const { log, settle, tab, pass } = setUp();
    const tabs = Array.from({ length: 3 }, () => tab());
    await settle();
    await pass(120_000);
    log.write();
    await settle();
    expect(tabs.map(({ seen }) => seen)).toEqual([[1], [1], [1]]);
    expect(log.opened).toBe(1);
  });
});

describe('a tab that missed changes', () => {
  it('gets them from the tab that leads when they are few', async () => {
    const { log, settle, tab } = setUp();
    const first = tab();
    await settle();
    log.write(10);
    await settle();
    const late = tab(4);
    await settle();
    expect(first.seen).toHaveLength(10);
    expect(late.seen).toEqual([5, 6, 7, 8, 9, 10]);
    expect(log.opened).toBe(1);
  });

  it('reads them from the server when they are many, and closes that stream again', async () => {
    const { log, settle, tab } = setUp();
    log.write(50);
    const first = tab();
    await settle();
    const late = tab(0);
    await settle();
    log.write(2);
    await settle();
    expect(late.seen).toEqual(Array.from({ length: 52 }, (_, i) => i + 1));
    expect(first.seen).toEqual([51, 52]);
    expect(log.opened).toBe(2);
    expect(log.open.size).toBe(1);
  });

  it('is told nothing twice when it knows more than the tab that leads', async () => {
    const { log, settle, tab } = setUp();
    tab(0);
    const ahead = tab(3);
    await settle();
    log.write(5);
    await settle();
    expect(ahead.seen).toEqual([4, 5]);
  });
});

describe('a base that closes to a person', () => {
  it('closes in every tab', async () => {
    const { log, settle, tab } = setUp();
    const tabs = Array.from({ length: 3 }, () => tab());
    await settle();
    for (const { handlers } of log.open) handlers.onRefused(new AppError('forbidden', 'No longer yours'));
    await settle();
    for (const { told } of tabs) expect(told.refused).toMatchObject({ kind: 'forbidden' });
  });
});

describe('tabs of more bases than a browser has connections', () => {
  it('keep a few streams open, and every tab sees its changes', async () => {
    const log = new Log();
    const browser = new MemoryBrowser();
    const clock = new MemoryClock();
    const settle = async () => {
      for (let i = 0; i < 200; i++) await Promise.resolve();
    };
    const follow = limitStreams(log.follow, { locks: browser.locks, after: clock.after, slots: 3 });
    const bases = Array.from({ length: 8 }, (_, number) => {
      const seen: number[] = [];
      const stop = follow(`bas${number}`, 0, {
        onEvent: ({ seq }) => seen.push(seq),
        onOnline: () => {},
        onRefused: () => {},
      });
      return { seen, stop };
    });
    await settle();
    for (let round = 0; round < 20; round++) {
      log.write();
      await clock.pass(1_000, settle);
      expect(log.open.size).toBeLessThanOrEqual(3);
    }
    await clock.pass(20_000, settle);
    for (const { seen } of bases) expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    for (const { stop } of bases) stop();
    await settle();
    expect(log.open.size).toBe(0);
  });

  it('stay connected when there are places enough', async () => {
    const log = new Log();
    const browser = new MemoryBrowser();
    const clock = new MemoryClock();
    const settle = async () => {
      for (let i = 0; i < 200; i++) await Promise.resolve();
    };
    const follow = limitStreams(log.follow, { locks: browser.locks, after: clock.after, slots: 3 });
    const quiet = { onEvent: () => {}, onOnline: () => {}, onRefused: () => {} };
    for (const base of ['a', 'b', 'c']) follow(base, 0, quiet);
    await settle();
    await clock.pass(60_000, settle);
    expect(log.opened).toBe(3);
  });
});

describe('tabs that cannot share', () => {
  it('hold a stream only while they are looked at, and miss nothing', async () => {
    const log = new Log();
    let tell = (_seen: boolean) => {};
    const follow = followWhileVisible(log.follow, (listener) => {
      tell = listener;
      listener(true);
      return () => {};
    });
    const seen: number[] = [];
    const stop = follow('bas', 0, {
      onEvent: ({ seq }) => seen.push(seq),
      onOnline: () => {},
      onRefused: () => {},
    });
    const settle = async () => {
      for (let i = 0; i < 10; i++) await Promise.resolve();
    };
    await settle();
    log.write();
    tell(false);
    log.write(2);
    expect(log.open.size).toBe(0);
    tell(true);
    tell(true);
    await settle();
    expect(seen).toEqual([1, 2, 3]);
    expect(log.open.size).toBe(1);
    stop();
    expect(log.open.size).toBe(0);
  });
});
