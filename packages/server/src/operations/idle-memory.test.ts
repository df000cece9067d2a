import { expect, test } from 'vitest';
import { IdleMemory } from './idle-memory.ts';

const MB = 1024 * 1024;

/** A process that does what it is told, and counts how often its memory was given back. */
function aProcess(alive: number) {
  const state = { resident: alive * MB, spent: 0, given: 0 };
  const memory = new IdleMemory({
    resident: () => state.resident,
    spent: () => state.spent,
    release: () => {
      state.given++;
      state.resident = alive * MB;
    },
  });
  return {
    state,
    passes: (milliseconds: number, megabytes: number) => {
      state.spent += milliseconds;
      state.resident = megabytes * MB;
      memory.check();
      return state.given;
    },
  };
}

test('memory is released once when the process is idle', () => {
  const { state, passes } = aProcess(100);
  expect(passes(1_800, 400)).toBe(0);
  expect(passes(20, 400)).toBe(1);
  expect(state.resident).toBe(100 * MB);
  expect(passes(20, 110)).toBe(1);
  expect(passes(1_800, 300)).toBe(1);
  expect(passes(0, 300)).toBe(2);
});

test('what starting left behind is released at the first idle interval', () => {
  const { state, passes } = aProcess(100);
  expect(passes(1_800, 140)).toBe(0);
  expect(passes(0, 140)).toBe(1);
  expect(state.resident).toBe(100 * MB);
});

test('a little more memory than after the last release is not collected', () => {
  const { passes } = aProcess(100);
  expect(passes(0, 120)).toBe(1);
  expect(passes(1_800, 140)).toBe(1);
  expect(passes(0, 140)).toBe(1);
});

test('memory that stays in use is not collected again and again', () => {
  let resident = 100 * MB;
  let given = 0;
  const memory = new IdleMemory({
    resident: () => resident,
    spent: () => 0,
    release: () => {
      given++;
      resident = 380 * MB;
    },
  });
  resident = 400 * MB;
  for (let i = 0; i < 5; i++) memory.check();
  expect(given).toBe(1);
});
