import { lawRuns } from '@weft/core/testing';
import type { PresentCell, PresentPerson } from '@weft/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OwnPresence, Presence } from './presence.ts';

const cell = (recordId: string) => ({ tableId: 'tbl', recordId, fieldId: 'fld' });
const person = (userId: string, recordId: string | null): PresentPerson => ({
  userId,
  name: userId,
  picture: null,
  cell: recordId === null ? null : cell(recordId),
});

/** A tab whose clock is turned by the test. */
function tab() {
  const sent: { readonly at: number; readonly own: OwnPresence<PresentCell> }[] = [];
  const timers = new Map<object, { readonly due: number; readonly run: () => void }>();
  let now = 0;
  const presence = new Presence<PresentPerson, PresentCell>({
    userId: 'ann',
    tabId: 'tab',
    send: async (own) => sent.push({ at: now, own }),
    after: (milliseconds, run) => {
      const key = {};
      timers.set(key, { due: now + milliseconds, run });
      return () => timers.delete(key);
    },
  });
  const pass = (milliseconds: number) => {
    const end = now + milliseconds;
    for (;;) {
      const next = [...timers].toSorted(([, a], [, b]) => a.due - b.due)[0];
      if (next === undefined || next[1].due > end) break;
      timers.delete(next[0]);
      now = next[1].due;
      next[1].run();
    }
    now = end;
  };
  return { presence, sent, pass };
}

describe('presence of a tab', () => {
  it('is told at most five times a second, the last cell always, and again while it is looked at', () => {
    const step = fc.record({ wait: fc.nat(500), row: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { presence, sent, pass } = tab();
        presence.look(true);
        for (const { wait, row } of steps) {
          pass(wait);
          presence.select(cell(`rec${row}`));
        }
        pass(200);
        expect(sent.at(-1)?.own.at).toEqual(steps.length === 0 ? null : cell(`rec${steps.at(-1)?.row}`));
        for (const [i, { at }] of sent.entries())
          expect(at - (sent[i - 1]?.at ?? -200)).toBeGreaterThanOrEqual(200);
        const before = sent.length;
        pass(4_000);
        expect(sent.length).toBe(before + 1);
      }),
      { numRuns: lawRuns },
    );
  });

  it('ends at once when the tab is out of sight, and tells nothing there', () => {
    const { presence, sent, pass } = tab();
    presence.look(true);
    presence.select(cell('rec1'));
    presence.look(false);
    expect(sent.at(-1)?.own.leaves).toBe(true);
    const told = sent.length;
    presence.select(cell('rec2'));
    pass(20_000);
    expect(sent.length).toBe(told);
    presence.look(true);
    expect(sent.at(-1)?.own).toEqual({ tabId: 'tab', at: cell('rec2'), leaves: false });
  });

  it('shows the others, not oneself, and tells of changes alone', () => {
    const { presence } = tab();
    let changes = 0;
    presence.subscribe(() => changes++);
    presence.received([person('ann', 'rec1'), person('ben', 'rec2')]);
    presence.received([person('ann', 'rec3'), person('ben', 'rec2')]);
    expect(presence.others).toEqual([person('ben', 'rec2')]);
    expect(changes).toBe(1);
    presence.received([]);
    expect(presence.others).toEqual([]);
  });
});
