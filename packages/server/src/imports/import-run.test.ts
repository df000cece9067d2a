import { expect, it } from 'vitest';
import { type ImportOrder, ImportRun } from './import-run.ts';
import type { ImportWorld } from './import-world.ts';

/** An import whose file is still being looked through, as one of a million rows is for ten seconds. */
function lookingThrough(): { readonly run: ImportRun; readonly removed: string[] } {
  const removed: string[] = [];
  const world = {
    settings: { filesDir: '/nowhere' },
    newId: () => 'fil1',
    profiles: { of: () => new Promise(() => {}) },
    importStates: { end: async () => {} },
    log: { error: () => {} },
    removeBase: async (baseId: string) => void removed.push(baseId),
  };
  const order = {
    importId: 'imp1',
    userId: 'ann',
    removesBase: true,
    file: { id: 'fil2' },
    parse: {},
    store: { baseId: 'bas1', metadata: async () => ({ metadata: { tables: [] }, version: 0 }) },
  };
  return { run: new ImportRun(world as unknown as ImportWorld, order as unknown as ImportOrder), removed };
}

it('is cancelled without waiting for the file to be looked through', async () => {
  const { run, removed } = lookingThrough();
  expect(await run.cancel()).toEqual({ state: 'cancelled' });
  expect(removed).toEqual(['bas1']);
});

it('stands still at once when the server stops, with its base', async () => {
  const { run, removed } = lookingThrough();
  expect(await run.interrupt()).toEqual({ state: 'interrupted' });
  expect(removed).toEqual([]);
});
