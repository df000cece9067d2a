import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

it('leaves a file that never ends when it is given up, so that others are looked through', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-profiles-'));
  const written = new AbortController();
  try {
    const endless = join(folder, 'endless.csv');
    execFileSync('mkfifo', [endless]);
    function* rows() {
      for (;;) yield 'Name,Age\nAnn,41\n'.repeat(4_096);
    }
    const pipe = createWriteStream(endless);
    // A pipe opens for writing once somebody reads it.
    const read = once(pipe, 'open');
    const writing = pipeline(Readable.from(rows()), pipe, { signal: written.signal });
    writing.catch(() => {});
    const store = new FolderStore(folder);
    const profiles = new Profiles(profileIn(store));
    const ann = new AbortController();
    const refused = expect(profiles.of('endless.csv', {}, ann.signal)).rejects.toMatchObject({
      kind: 'conflict',
    });
    writeFileSync(join(folder, 'people.csv'), 'Name\nAnn\nBob\n');
    await read;
    expect(await profiles.of('people.csv', {}, never)).toMatchObject({ rows: 2 });
    ann.abort();
    await refused;
    await expect(writing).rejects.toMatchObject({ code: 'EPIPE' });
  } finally {
    written.abort();
    rmSync(folder, { recursive: true });
  }
});
