import { AppError } from '@weft/std';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ReceivedFiles } from './received-files.ts';

type Deps = ConstructorParameters<typeof ReceivedFiles>[0];

function receiving({ claim = async () => {} }: { readonly claim?: () => Promise<void> } = {}) {
  const state = { left: 0, stored: new Set<string>() };
  const body = async function* () {
    try {
      yield new Uint8Array(100);
    } finally {
      state.left++;
    }
  };
  const deps = {
    files: { claim, keep: async (file: object) => ({ ...file, size: 100 }), release: async () => {} },
    fileStore: {
      put: async (id: string, content: AsyncIterable<Uint8Array>) => {
        for await (const _ of content) state.stored.add(id);
      },
      remove: async (id: string) => void state.stored.delete(id),
    },
    newId: () => 'fil1',
    log: pino({ level: 'silent' }),
    outgoing: { request: async () => ({ status: 200, headers: {}, body: body() }) },
  } as unknown as Deps;
  const owner = { organizationId: 'org', userId: 'usr', flowId: 'flw' };
  return { state, files: new ReceivedFiles(deps, owner, new AbortController().signal) };
}

it('ends the request of a file that there is no room for', async () => {
  const full = new AppError('limit', 'There is no room for more');
  const { state, files } = receiving({ claim: () => Promise.reject(full) });
  await expect(files.download('https://files.example/a', 'a.txt')).rejects.toBe(full);
  expect(state.left).toBe(1);
});

it('keeps no file that comes after the import was undone', async () => {
  let go = () => {};
  const { state, files } = receiving({ claim: () => new Promise((done) => (go = done)) });
  const coming = files.download('https://files.example/a', 'a.txt');
  await new Promise((done) => setImmediate(done));
  await files.remove();
  go();
  await coming;
  expect([...state.stored]).toEqual([]);
});
