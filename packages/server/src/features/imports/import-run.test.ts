import type { ImportEnding } from '@weft/db';
import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { type FileOrder, fileWork } from './file-work.ts';
import type { ImportDeps } from './import-deps.ts';
import { ImportRun } from './import-run.ts';
import type { BeginWork, ImportOrder } from './import-work.ts';

const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('conflict', 'Nobody waits')));
  });

interface Given {
  readonly profile?: Promise<never>;
  readonly begin?: BeginWork;
}

/** An import while its file is looked through, which for one of a million rows takes ten seconds; or of other work. */
function lookingThrough({ profile = new Promise(() => {}), begin }: Given = {}) {
  const removed: string[] = [];
  const noted: string[] = [];
  const deps = {
    newId: () => 'fil1',
    profiles: {
      of: (_path: string, _parse: object, signal: AbortSignal) => Promise.race([profile, stopped(signal)]),
    },
    files: { release: async () => {} },
    importStates: {
      expect: async () => true,
      end: async (_id: string, { state }: ImportEnding) => void noted.push(state),
    },
    log: { error: () => {} },
    removeBase: async (baseId: string) => void removed.push(baseId),
  };
  const order = {
    importId: 'imp1',
    userId: 'ann',
    tableName: 'Plans',
    removesBase: true,
    fileId: 'fil2',
    begin: begin ?? fileWork({ file: { id: 'fil2' }, parse: {} } as unknown as FileOrder),
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
  const { run, noted } = lookingThrough({
    profile: Promise.reject(new AppError('unavailable', 'The disk is full')),
  });
  const message = 'The disk is full. Nothing of the file was imported';
  expect(await run.ended).toEqual({ state: 'failed', message });
  expect(noted).toEqual(['failed']);
});

/** Work that has written everything, and is cancelled by somebody who hears so. */
const finishing = (undone: boolean[]): BeginWork => {
  const heard = Promise.withResolvers<void>();
  return (_deps, _order, tools) => ({
    run: async () => {
      tools.publish({ type: 'phase', phase: 'complete' });
      tools.signal.addEventListener('abort', () => heard.resolve());
      await heard.promise;
      return tools.conclude({ tableName: 'Plans', added: true });
    },
    undo: async (concluded) => void undone.push(concluded),
  });
};

it('leaves nothing when it is cancelled while it finishes', async () => {
  const undone: boolean[] = [];
  const { run, removed, noted } = lookingThrough({ begin: finishing(undone) });
  for await (const event of run.read(new AbortController().signal))
    if (event.type === 'phase' && event.phase === 'complete') void run.cancel();
  expect(await run.ended).toEqual({ state: 'cancelled' });
  expect({ undone, removed, noted }).toEqual({ undone: [false], removed: ['bas1'], noted: ['cancelled'] });
});
