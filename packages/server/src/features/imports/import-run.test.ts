import type { ImportEnding } from '@weft/db';
import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { type FileOrder, fileWork } from './file-work.ts';
import type { ImportDeps } from './import-deps.ts';
import { ImportRun } from './import-run.ts';
import type { ImportOrder } from './import-work.ts';

const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('conflict', 'Nobody waits')));
  });

/** An import while its file is looked through, which for one of a million rows takes ten seconds. */
function lookingThrough(profile: Promise<never> = new Promise(() => {})) {
  const removed: string[] = [];
  const noted: string[] = [];
  const deps = {
    newId: () => 'fil1',
    profiles: {
      of: (_path: string, _parse: object, signal: AbortSignal) => Promise.race([profile, stopped(signal)]),
    },
    files: { release: async () => {} },
    importStates: { end: async (_id: string, { state }: ImportEnding) => void noted.push(state) },
    log: { error: () => {} },
    removeBase: async (baseId: string) => void removed.push(baseId),
  };
  const order = {
    importId: 'imp1',
    userId: 'ann',
    tableName: 'Plans',
    removesBase: true,
    fileId: 'fil2',
    begin: fileWork({ file: { id: 'fil2' }, parse: {} } as unknown as FileOrder),
    store: { baseId: 'bas1', metadata: async () => ({ metadata: { tables: [] }, version: 0 }) },
  };
  const run = new ImportRun(deps as unknown as ImportDeps, order as unknown as ImportOrder, async () => {});
  return { run, removed, noted };
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

it('says that nothing was imported when the server lacked something', async () => {
  const { run, noted } = lookingThrough(Promise.reject(new AppError('unavailable', 'The disk is full')));
  const message = 'The disk is full. Nothing of the file was imported';
  expect(await run.ended).toEqual({ state: 'failed', message });
  expect(noted).toEqual(['failed']);
});
