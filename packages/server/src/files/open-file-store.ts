import { dirname, join } from 'node:path';
import type { Settings } from '../settings.ts';
import type { FileStore } from './file-store.ts';
import { requireFolder } from './folder-fault.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';

export interface OpenedFileStore extends AsyncDisposable {
  readonly store: FileStore;
}

/** Copies of files of a store elsewhere, a folder a process: the server removes what a killed one left. */
export const copiesIn = (dataDir: string): string => join(dataDir, 'copies');

/** The store of the settings, looked at before anything is built on it; throws a sentence where it cannot be used. */
export async function openFileStore({
  files,
  dataDir,
}: Pick<Settings, 'files' | 'dataDir'>): Promise<OpenedFileStore> {
  if (files.kind === 'folder') {
    requireFolder(dirname(files.path) === dataDir ? 'DATA_DIR' : 'FILES_URL', files.path);
    return { store: new FolderStore(files.path), [Symbol.asyncDispose]: async () => {} };
  }
  const store = new S3Store(files.place, join(copiesIn(dataDir), String(process.pid)));
  try {
    await store.check();
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
  return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}
