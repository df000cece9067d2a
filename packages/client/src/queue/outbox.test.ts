import { lawRuns } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { AppError, must, withoutUndefined } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RetryAfterError } from '../transport/errors.ts';
import { dependsOn } from './dependencies.ts';
import { Outbox, type SaveState } from './outbox.ts';
import { stepOf } from './outbox-entries.ts';

const clear = (id: string, recordId: string, groupId?: string): Action => ({
  id,
  type: 'BULK_CLEAR_CELLS',
  input: { tableId: 'tbl', cells: [{ recordId, fieldId: 'fld' }] },
  ...withoutUndefined({ groupId }),
});
const write = (id: string, recordId: string, value: string): Action => ({
  id,
  type: 'UPDATE_RECORD_CELL',
  input: { tableId: 'tbl', recordId, cells: { fld: { value } } },
});
const create = (id: string, groupId: string): Action => ({
  id,
  type: 'CREATE_RECORD',
  input: { tableId: 'tbl', records: [{ id: `rec${id}`, cells: {} }] },
  groupId,
});

/** A queue whose calls end when a test lets them. */
function queue() {
  const calls = new Map<string, { resolve: () => void; reject: (error: AppError) => void }>();
  const sent: string[] = [];
  const failed: { dropped: string[]; error: AppError }[] = [];
  const timers: (() => void)[] = [];
  const waits: number[] = [];
  const carried: Action[] = [];
  let state: SaveState = { kind: 'saved' };
  const outbox = new Outbox(
    {
      after: (milliseconds, callback) => {
        waits.push(milliseconds);
        timers.push(callback);
        return () => timers.splice(timers.indexOf(callback), 1);
      },
      send: (action) => {
        sent.push(action.id);
        carried.push(action);
        return new Promise((resolve, reject) => calls.set(action.id, { resolve, reject }));
      },
      keep: () => {},
    },
    {
      onState: () => {
        state = outbox.state;
      },
      onFailed: (dropped, error) => failed.push({ dropped: dropped.map(({ id }) => id), error }),
    },
  );
  const settle = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return {
    outbox,
    sent,
    carried,
    waits,
    failed,
    state: () => state,
    done: async (id: string) => {
      must(calls.get(id)).resolve();
      await settle();
    },
    refuse: async (id: string, error = new AppError('conflict', 'no')) => {
      must(calls.get(id)).reject(error);
      await settle();
    },
    wait: async () => {
      for (const callback of timers.splice(0)) callback();
      await settle();
    },
  };
}

describe('the queue of changes', () => {
  it('sends one step after the other, for they are taken back in that order', async () => {
    const { outbox, sent, done } = queue();
    outbox.push(clear('a', 'rec1'));
    outbox.push(clear('b', 'rec2'));
    expect(sent).toEqual(['a']);
    await done('a');
    expect(sent).toEqual(['a', 'b']);
  });

  it('waits with a cell that is being typed into, and sends what stands there at last', async () => {
    const { outbox, sent, carried, waits, wait, state } = queue();
    outbox.push(write('a', 'rec1', 'Li'));
    expect(outbox.push(write('b', 'rec1', 'Linen'))).toEqual(write('a', 'rec1', 'Linen'));
    expect([sent, waits, state()]).toEqual([[], [700, 700], { kind: 'saving', waiting: 1 }]);
    await wait();
    expect(carried).toEqual([write('a', 'rec1', 'Linen')]);
    // It is on its way: what is typed now is another change.
    expect(outbox.push(write('c', 'rec1', 'Linen, undyed'))).toBeNull();
  });

  it('waits no longer once something else is done, undone, or the page is left', async () => {
    for (const go of [
      (outbox: Outbox) => void outbox.push(write('b', 'rec2', 'Wool')),
      (outbox: Outbox) => void outbox.barrier(async () => {}),
      (outbox: Outbox) => outbox.flush(),
    ]) {
      const { outbox, sent } = queue();
      outbox.push(write('a', 'rec1', 'Linen'));
      go(outbox);
      expect(sent).toEqual(['a']);
    }
  });

  it('keeps everything while the person is signed out, asks nothing meanwhile, and goes on once they are back', async () => {
    const { outbox, sent, failed, waits, state, refuse, done } = queue();
    outbox.push(clear('a', 'rec1'));
    outbox.push(clear('b', 'rec2'));
    await refuse('a', new AppError('unauthenticated', 'User not found'));
    outbox.push(clear('c', 'rec3'));
    outbox.retryNow();
    outbox.flush();
    expect(state()).toEqual({ kind: 'signed-out', waiting: 3 });
    expect([sent, waits, failed]).toEqual([['a'], [], []]);
    outbox.resume();
    await done('a');
    await done('b');
    await done('c');
    expect([sent, state()]).toEqual([['a', 'a', 'b', 'c'], { kind: 'saved' }]);
  });

  it('drops nothing when parts under way side by side meet the end of the session', async () => {
    const { outbox, sent, failed, state, refuse, done } = queue();
    for (const id of ['a', 'b', 'c']) outbox.push(clear(id, `rec${id}`, 'grp'));
    await refuse('b', new AppError('unauthenticated', 'User not found'));
    await done('a');
    await refuse('c', new AppError('unavailable', 'gone'));
    expect([failed, state()]).toEqual([[], { kind: 'signed-out', waiting: 1 }]);
    outbox.resume();
    expect(sent).toEqual(['a', 'b', 'c', 'b', 'c']);
  });

  it('waits as long as a busy server asks it to, but never for long', async () => {
    for (const [asked, waited] of [
      [20_000, 20_000],
      [100, 500],
      [3_600_000, 60_000],
    ] as const) {
      const { outbox, waits, refuse, state } = queue();
      outbox.push(clear('a', 'rec1'));
      await refuse('a', new RetryAfterError('rate-limit', 'Too many requests', asked));
      expect([waits, state()]).toEqual([[waited], { kind: 'offline', waiting: 1 }]);
    }
  });

  it('tries a fault of the server twice more before it gives a change up', async () => {
    const { outbox, sent, failed, wait, refuse } = queue();
    const fault = new AppError('internal', 'Something went wrong on our side');
    outbox.push(clear('a', 'rec1'));
    await refuse('a', fault);
    await wait();
    await refuse('a', fault);
    expect(failed).toEqual([]);
    await wait();
    await refuse('a', fault);
    expect([sent, failed]).toEqual([['a', 'a', 'a'], [{ dropped: ['a'], error: fault }]]);
  });

  it('sends parts of one step side by side, a few at a time', async () => {
    const { outbox, sent, done, state } = queue();
    for (const id of ['a', 'b', 'c', 'd', 'e']) outbox.push(clear(id, `rec${id}`, 'grp'));
    outbox.push(clear('f', 'recf'));
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(state()).toEqual({ kind: 'saving', waiting: 2 });
    await done('b');
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
    for (const id of ['a', 'c', 'd']) await done(id);
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'e']);
    await done('e');
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('lets a part wait for another that touches the same record or makes rows of the same table', async () => {
    const { outbox, sent, done } = queue();
    outbox.push(create('a', 'grp'));
    outbox.push(create('b', 'grp'));
    outbox.push(clear('c', 'recb', 'grp'));
    expect(sent).toEqual(['a']);
    await done('a');
    expect(sent).toEqual(['a', 'b']);
    await done('b');
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  it('sends nothing more after a refusal, and drops what was not taken', async () => {
    const { outbox, sent, done, refuse, failed, state } = queue();
    for (const id of ['a', 'b', 'c', 'd']) outbox.push(clear(id, `rec${id}`, 'grp'));
    outbox.push(clear('e', 'rece'));
    await refuse('b');
    await done('a');
    // One call is still under way: whether it is lost is not known yet.
    expect(failed).toEqual([]);
    await done('c');
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(failed).toMatchObject([{ dropped: ['b', 'd', 'e'], error: { kind: 'conflict' } }]);
    expect(state()).toEqual({ kind: 'failed' });
  });

  it('tries again in the same order what the network lost', async () => {
    const { outbox, sent, done, refuse, wait, state } = queue();
    for (const id of ['a', 'b', 'c']) outbox.push(clear(id, `rec${id}`, 'grp'));
    const lost = new AppError('unavailable', 'away');
    for (const id of ['a', 'b', 'c']) await refuse(id, lost);
    expect(state()).toEqual({ kind: 'offline', waiting: 1 });
    await wait();
    expect(sent).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
    for (const id of ['a', 'b', 'c']) await done(id);
    expect(state()).toEqual({ kind: 'saved' });
  });

  it('takes an action that two lists held once', async () => {
    const { outbox, sent, done } = queue();
    outbox.restore([clear('a', 'rec1'), clear('a', 'rec1'), clear('b', 'rec1')]);
    await done('a');
    expect(sent).toEqual(['a', 'b']);
  });

  it('comes to its end whatever depends on what, and sends nothing before what it depends on is taken', async () => {
    const change = fc.record({ step: fc.nat(3), record: fc.nat(4), creates: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 20 }),
        fc.infiniteStream(fc.nat(99)),
        async (changes, dice) => {
          const { outbox, sent, done, state } = queue();
          // Also a step that goes on after another came between, as when two tabs left theirs behind.
          const actions = changes.map(({ step, record, creates }, i) =>
            creates ? create(`act${i}`, `grp${step}`) : clear(`act${i}`, `rec${record}`, `grp${step}`),
          );
          outbox.restore(actions);
          const taken = new Set<string>();
          for (let looked = 0; taken.size < actions.length; ) {
            for (; looked < sent.length; looked++) {
              const at = actions.findIndex(({ id }) => id === sent[looked]);
              for (const earlier of actions.slice(0, at))
                if (stepOf(earlier) !== stepOf(must(actions[at])) || dependsOn(must(actions[at]), earlier))
                  expect(taken).toContain(earlier.id);
            }
            const underWay = sent.filter((id) => !taken.has(id));
            const next = must(underWay[dice.next().value % underWay.length], 'a call under way');
            taken.add(next);
            await done(next);
          }
          expect(sent.toSorted()).toEqual(actions.map(({ id }) => id).toSorted());
          expect(state()).toEqual({ kind: 'saved' });
        },
      ),
      { numRuns: lawRuns },
    );
  });

  it('takes a step back in its turn: after what was done before it, and before what is done later', async () => {
    const { outbox, sent, done } = queue();
    const order: string[] = [];
    const step = (name: string) => outbox.barrier(async () => void order.push(name));
    outbox.push(clear('a', 'rec1'));
    const first = step('first');
    outbox.push(clear('b', 'rec2'));
    const second = step('second');
    expect(sent).toEqual(['a']);
    await done('a');
    await first;
    expect(order).toEqual(['first']);
    await done('b');
    await second;
    expect(sent).toEqual(['a', 'b']);
    expect(order).toEqual(['first', 'second']);
    await step('third');
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('sends nothing that is changed while a step back is under way', async () => {
    const { outbox, sent, done, wait } = queue();
    const step = Promise.withResolvers<void>();
    outbox.push(clear('a', 'rec1'));
    void outbox.barrier(() => step.promise);
    outbox.push(clear('b', 'rec2'));
    await done('a');
    expect(sent).toEqual(['a']);
    step.resolve();
    await wait();
    expect(sent).toEqual(['a', 'b']);
  });

  it('takes no step back when a change before it is refused', async () => {
    const { outbox, refuse } = queue();
    outbox.push(clear('a', 'rec1'));
    const step = outbox.barrier(async () => 'done').catch((error: AppError) => error.kind);
    await refuse('a');
    expect(await step).toBe('conflict');
  });

  it('sends each change a reload interrupted as it was: the server may have taken the first already', async () => {
    const taken = new Set(['act1']);
    let cell = 'Linen';
    const outbox = new Outbox(
      {
        after: () => () => {},
        // An action sent twice changes nothing.
        send: async (action) => {
          if (taken.has(action.id) || action.type !== 'UPDATE_RECORD_CELL') return;
          taken.add(action.id);
          cell = String(action.input.cells.fld?.value);
        },
        keep: () => {},
      },
      { onState: () => {}, onFailed: () => {} },
    );
    outbox.restore([write('act1', 'rec1', 'Linen'), write('act2', 'rec1', 'Wool')]);
    await outbox.barrier(async () => {});
    expect(cell).toBe('Wool');
  });
});
