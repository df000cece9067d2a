import type { ImportEnding } from '@weft/db';
import type { Action } from '@weft/history';
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
  /** Whether the import is still this server's, whenever it is asked. */
  readonly held?: () => boolean;
  readonly begin?: BeginWork;
}

/** An import while its file is looked through, which for one of a million rows takes ten seconds; or of other work. */
function lookingThrough({ profile = new Promise(() => {}), begin, held = () => true }: Given = {}) {
  const removed: string[] = [];
  const noted: string[] = [];
  const written: string[] = [];
  const deps = {
    newId: () => 'fil1',
    profiles: {
      of: (_path: string, _parse: object, signal: AbortSignal) => Promise.race([profile, stopped(signal)]),
    },
    files: { release: async () => {} },
    importStates: {
      expect: async () => true,
      isHeld: async () => held(),
      find: async () => ({ ending: null }),
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
    store: {
      ...{ baseId: 'bas1', metadata: async () => ({ metadata: { tables: [] }, version: 0 }) },
      submit: async (_userId: string, { type }: Action, alongside: () => Promise<void>) => {
        await alongside();
        written.push(type);
      },
    },
  };
  const run = new ImportRun(deps as unknown as ImportDeps, order as unknown as ImportOrder, async () => {});
  return { run, removed, noted, written };
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

it('writes nothing more once another server has taken it over, and leaves what is there to whoever resumed it', async () => {
  const undone: boolean[] = [];
  let isHeld = true;
  const begin: BeginWork = (_deps, _order, { submit, conclude }) => ({
    run: async () => {
      await submit('BULK_PASTE_CELLS', { tableId: 'tbl1', records: [], created: [] });
      // The server is frozen here for as long as its lease, and longer.
      isHeld = false;
      await submit('BULK_PASTE_CELLS', { tableId: 'tbl1', records: [], created: [] });
      return conclude({ tableName: 'Plans', added: true });
    },
    undo: async (concluded) => void undone.push(concluded),
  });
  const { run, removed, noted, written } = lookingThrough({ begin, held: () => isHeld });
  const message = 'Another server has taken this import over';
  expect(await run.ended).toEqual({ state: 'failed', message });
  expect({ written, undone, removed, noted }).toEqual({
    ...{ written: ['BULK_PASTE_CELLS'], undone: [true] },
    ...{ removed: [], noted: [] },
  });
});
