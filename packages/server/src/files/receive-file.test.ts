import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Files } from './files.ts';
import { FolderStore } from './folder-store.ts';
import { receiveFile } from './receive-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-receive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* megabytes(count: number): AsyncIterable<Uint8Array> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(1 << 20, 'a,b\n');
}

// Linux has a device that refuses every byte with ENOSPC: no disk has to be filled.
it.skipIf(!existsSync('/dev/full'))(
  'refuses an upload with a sentence when the disk becomes full under it, and keeps nothing of it',
  async () => {
    const id = 'fil0123456789abcdefghijkl';
    symlinkSync('/dev/full', join(folder, `${id}.part`));
    const counted: string[] = [];
    const files: Pick<Files, 'claim' | 'keep' | 'release'> = {
      claim: async (file) => void counted.push(file.id),
      keep: () => Promise.reject(new Error('It came whole')),
      release: async (file) => void counted.splice(counted.indexOf(file), 1),
    };
    const received = receiveFile(
      {
        files: files as Files,
        fileStore: new FolderStore(folder),
        newId: () => id,
        log: pino({ level: 'silent' }),
      },
      {
        organizationId: 'org',
        userId: 'usr',
        purpose: 'upload',
        name: 'plans.csv',
        content: megabytes(3),
        maxBytes: 8 << 20,
      },
    );
    await expect(received).rejects.toMatchObject({
      kind: 'limit',
      message:
        'The disk of the server is full: it takes no more files. Nothing of this one was kept. Try again later, or ask whoever runs the server to make room.',
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(counted).toEqual([]);
  },
);
