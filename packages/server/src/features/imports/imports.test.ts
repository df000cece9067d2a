import type { ImportEnding } from '@weft/db';
import { AppError } from '@weft/std';
import { describe, expect, it, vi } from 'vitest';
import { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { type FileOrder, fileWork } from './file-work.ts';
import type { ImportDeps } from './import-deps.ts';
import type { ImportOrder } from './import-work.ts';
import { Imports } from './imports.ts';

const begin = fileWork({ file: { id: 'fil2' }, parse: {} } as unknown as FileOrder);

it('does not hold up a server that stops for an import that cannot end, and begins no others', async () => {
  const deps = {
    newId: () => 'fil1',
    // It does not hear that nobody waits for it.
    profiles: { of: () => new Promise(() => {}) },
    importStates: { find: async () => null, begin: async () => true },
    concurrency: new ConcurrencyLimit(),
  };
  const imports = new Imports(deps as unknown as ImportDeps);
  const attach = (importId: string) => {
    const order = { importId, userId: 'ann', organizationId: 'mill', begin };
    const given = { ...order, tableName: 'Plans', store: { baseId: 'bas1' } };
    const signal = new AbortController().signal;
    return imports.attach(importId, 'bas1', async () => given as unknown as ImportOrder, signal);
  };
  await attach('imp1');
  expect(imports.running).toBe(1);
  await imports.close(1);
  await expect(attach('imp2')).rejects.toMatchObject({ kind: 'unavailable' });
  expect(imports.running).toBe(1);
});

it('keeps what it cleans up its own meanwhile, and takes back nothing of whoever resumed it', async () => {
  vi.useFakeTimers();
  const left = ['imp1', 'imp2'].map((id) => ({
    ...{ id, baseId: 'bas1', tableId: 'tbl1', userId: 'ann', expected: null },
    request: { fieldMappings: [{ targetFieldId: 'fld1' }] },
  }));
  const held = new Set(left.map(({ id }) => id));
  const [ended, takenBack]: string[][] = [[], []];
  const slow = Promise.withResolvers<void>();
  const heartbeat = vi.fn(async () => []);
  const importStates = {
    takeLeft: async () => left,
    heartbeat,
    isHeld: async (id: string) => held.has(id),
    end: async (id: string) => void ended?.push(id),
  };
  const takeBack = async (
    _: string,
    id: string,
    { alongside }: { alongside: (tx: object) => Promise<void> },
  ) => {
    if (id === 'imp1') await slow.promise;
    await alongside({});
    takenBack?.push(id);
  };
  const deps = { importStates, base: () => ({ takeBack }), log: { error: () => {} } };
  const imports = new Imports(deps as unknown as ImportDeps);
  const cleaned = imports.cleanUp();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heartbeat).toHaveBeenLastCalledWith([{ id: 'imp1', imported: 0 }]);
  held.delete('imp2');
  slow.resolve();
  await cleaned;
  expect([takenBack, ended]).toEqual([['imp1'], ['imp1']]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heartbeat).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

describe('the sheets behind one that has ended', () => {
  /** A first sheet that fails, as it cannot be read; `next` is called while its end is noted. */
  async function ended(next: (imports: Imports) => Promise<ImportOrder>) {
    const rows = new Map<string, ImportEnding | null>();
    const importStates = {
      find: async () => null,
      begin: async ({ id }: { readonly id: string }) => {
        rows.set(id, null);
        return true;
      },
      end: async (id: string, ending: ImportEnding) => void rows.set(id, ending),
      isHeld: async () => true,
    };
    const profiles = {
      of: async () => {
        throw new AppError('invalid', 'The sheet is empty');
      },
    };
    const report = { release: async () => {}, remove: async () => {} };
    const deps = {
      newId: () => 'fil1',
      profiles,
      importStates,
      files: report,
      fileStore: report,
      log: quiet,
    };
    const imports = new Imports({ ...deps, concurrency: new ConcurrencyLimit() } as unknown as ImportDeps);
    const moreSheets = [{ importId: 'imp2' }, { importId: 'imp3' }];
    const common = { userId: 'ann', organizationId: 'mill', begin, store: { baseId: 'bas1' } };
    const order = { ...common, importId: 'imp1', tableName: 'Plans', request: { moreSheets } };
    const first = { ...order, next: () => next(imports) } as unknown as ImportOrder;
    const signal = new AbortController().signal;
    for await (const _ of await imports.attach('imp1', 'bas1', async () => first, signal));
    return { rows };
  }
  const quiet = { warn: () => {}, error: () => {} };

  it('are kept to be resumed when the server stops just then', async () => {
    const { rows } = await ended(async (imports) => {
      imports.interrupt();
      return { importId: 'imp2', store: { baseId: 'bas1' }, begin } as unknown as ImportOrder;
    });
    expect(rows.get('imp1')).toMatchObject({ state: 'failed' });
    expect(rows.get('imp2')).toEqual({ state: 'interrupted' });
  });

  it('say why they were not imported when they are refused', async () => {
    const { rows } = await ended(async () => {
      throw new AppError('forbidden', 'You may not edit this database');
    });
    for (const id of ['imp2', 'imp3'])
      expect(rows.get(id)).toEqual({
        state: 'failed',
        message:
          'You may not edit this database. Nothing of this sheet was imported: import the file again to add it.',
      });
  });
});

describe('an import whose server was killed', () => {
  const seen = async () => {};

  /** Its row, as it becomes while it is removed; the base that was made for it is there until it is removed. */
  function killed(removeBase: () => Promise<void>) {
    let ending: ImportEnding | null = null;
    const row = { id: 'imp1', userId: 'ann', baseId: 'bas1', removesBase: true };
    const importStates = {
      find: async () => ({ ...row, ending }),
      // The server that is started again notices that it stands still.
      watch: async () => ({ ending: { state: 'interrupted' }, imported: 0 }),
      take: async () => {
        ending = { state: 'cancelled' };
        return true;
      },
      end: async (_id: string, end: ImportEnding) => {
        ending = end;
      },
    };
    const base = () => ({ metadata: async () => ({ metadata: { tables: [] }, version: 0 }) });
    const imports = new Imports({ importStates, base, removeBase } as unknown as ImportDeps);
    return { imports, ending: () => ending };
  }

  it('goes with its empty base when it is cancelled before anybody has noticed', async () => {
    const removed = vi.fn(async () => {});
    const { imports, ending } = killed(removed);
    await imports.cancel('imp1', 'ann', seen);
    expect(removed).toHaveBeenCalledWith('bas1', 'ann');
    expect(ending()).toEqual({ state: 'cancelled' });
  });

  it('is offered once more when its base cannot be removed now', async () => {
    const { imports, ending } = killed(async () => {
      throw new AppError('unavailable', 'The database is away');
    });
    await expect(imports.discard('imp1', 'ann', seen)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(ending()).toEqual({ state: 'interrupted' });
  });
});
