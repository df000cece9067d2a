import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Presence } from './presence.ts';

const ann = { userId: 'ann', name: 'Ann', picture: null };
const ben = { userId: 'ben', name: 'Ben', picture: null };
const at = (recordId: string | null) => ({
  cell: recordId === null ? null : { tableId: 'tbl', recordId, fieldId: 'fld' },
});

describe('presence in a flow', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What a reader of the base is told, in turn: each person with the record they have selected. */
  function room() {
    const presence = new Presence(Date.now);
    const told: string[] = [];
    const leave = presence.subscribe('bas', () => {
      const { present } = JSON.parse(presence.json('bas'));
      told.push(present.map((one: never) => who(one)).join(' '));
    });
    return { presence, told, leave };
  }
  const who = (one: { readonly userId: string; readonly cell: { readonly recordId: string } | null }) =>
    `${one.userId}:${one.cell?.recordId ?? '-'}`;

  it('tells what changes within a moment at once, five times a second at most', () => {
    const { presence, told } = room();
    for (let step = 0; step < 100; step++) {
      presence.tell('bas', ann, 'tab', at(`rec${step}`));
      presence.tell('bas', ben, 'tab', at(null));
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(200);
    expect(told.length).toBeLessThanOrEqual(11);
    expect(told.at(-1)).toBe('ann:rec99 ben:-');
  });

  it('shows the cell of the tab in which one was selected last', () => {
    const { presence, told } = room();
    presence.tell('bas', ann, 'first', at('rec1'));
    presence.tell('bas', ann, 'second', at('rec2'));
    // Says only that it is still there.
    presence.tell('bas', ann, 'first', at('rec1'));
    vi.advanceTimersByTime(300);
    presence.leave('bas', 'ann', 'second');
    vi.advanceTimersByTime(300);
    presence.leave('bas', 'ann', 'first');
    vi.advanceTimersByTime(300);
    expect(told).toEqual(['ann:rec2', 'ann:rec1', '']);
  });

  it('forgets within 15 s whoever tells no more, and nobody else', () => {
    const { presence, told } = room();
    presence.tell('bas', ann, 'tab', at('rec1'));
    for (let second = 0; second < 15; second++) {
      presence.tell('bas', ben, 'tab', at('rec2'));
      vi.advanceTimersByTime(1_000);
    }
    expect(told).toEqual(['ann:rec1 ben:rec2', 'ben:rec2']);
  });

  it('keeps nothing of a flow that everybody has left', () => {
    const { presence, leave } = room();
    presence.tell('bas', ann, 'tab', at(null));
    leave();
    vi.advanceTimersByTime(15_000);
    expect(presence.people).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells a reader of no more than a hundred people a second', () => {
    const { presence, told } = room();
    for (let tick = 0; tick < 100; tick++) {
      for (let person = 0; person < 50; person++)
        presence.tell('bas', { ...ann, userId: `p${person}` }, 'tab', at(`rec${tick}`));
      vi.advanceTimersByTime(100);
    }
    expect(told.length * 50).toBeLessThanOrEqual(100 * 10 + 50);
  });
});
