import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FolderStore } from '../../files/folder-store.ts';
import { Profiles, profileIn } from './profiles.ts';
import type { FileProfile } from './worker-messages.ts';

const never = new AbortController().signal;

/** Files that are looked through until a test says what was found. */
function slowProfiles() {
  const begun: { readonly signal: AbortSignal; readonly find: (profile: FileProfile) => void }[] = [];
  const profiles = new Profiles(
    (_fileId, _parse, signal) => new Promise((find) => begun.push({ signal, find })),
  );
  return { begun, profiles };
}

it('looks a file through once for all who ask, for as long as one of them waits', async () => {
  const { begun, profiles } = slowProfiles();
  const [ann, bob] = [new AbortController(), new AbortController()];
  const asked = [ann.signal, bob.signal, never].map((signal) => profiles.of('a.csv', {}, signal));
  const refusals = asked
    .slice(0, 2)
    .map((answer) => expect(answer).rejects.toMatchObject({ kind: 'conflict' }));
  ann.abort();
  bob.abort();
  await Promise.all(refusals);
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([false]);
  const found = {} as FileProfile;
  begun[0]?.find(found);
  expect([await asked[2], await profiles.of('a.csv', {}, never)]).toEqual([found, found]);
  expect(begun).toHaveLength(1);
});

it('gives up what nobody waits for any more, and begins anew for whoever asks next', async () => {
  const { begun, profiles } = slowProfiles();
  const ann = new AbortController();
  const refused = expect(profiles.of('a.csv', {}, ann.signal)).rejects.toMatchObject({ kind: 'conflict' });
  ann.abort();
  await refused;
  expect(begun[0]?.signal.aborted).toBe(true);
  const again = profiles.of('a.csv', {}, never);
  begun[1]?.find({ rows: 7 } as FileProfile);
  expect(await again).toEqual({ rows: 7 });
});

/** Bytes that no pipe holds by itself. */
const mostInPipe = 2 ** 21;

/** A file that never ends: a pipe with rows in it whenever somebody reads. Opened both ways, it blocks nobody. */
function endlessFile(path: string): Disposable & { readonly isRead: Promise<void> } {
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const rows = Buffer.from('Name,Age\nAnn,41\n'.repeat(1_024));
  const read = Promise.withResolvers<void>();
  let written = 0;
  const filling = setInterval(() => {
    try {
      for (let i = 0; i < 64; i++) written += writeSync(pipe, rows);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
    if (written > mostInPipe) read.resolve();
  }, 1);
  return {
    isRead: read.promise,
    [Symbol.dispose]: () => {
      clearInterval(filling);
      closeSync(pipe);
    },
  };
}

it('leaves files that never end when they are given up, so that others are looked through', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-profiles-'));
  try {
    const profiles = new Profiles(profileIn(new FolderStore(folder)));
    // As many as are looked through at once.
    const endless = ['one.csv', 'two.csv'];
    using open = new DisposableStack();
    const pipes = endless.map((name) => open.use(endlessFile(join(folder, name))));
    writeFileSync(join(folder, 'people.csv'), 'Name\nAnn\nBob\n');
    const ann = new AbortController();
    const refused = endless.map((name) =>
      expect(profiles.of(name, {}, ann.signal)).rejects.toMatchObject({ kind: 'conflict' }),
    );
    const people = profiles.of('people.csv', {}, never);
    await Promise.all(pipes.map(({ isRead }) => isRead));
    ann.abort();
    await Promise.all(refused);
    expect(await people).toMatchObject({ rows: 2 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
