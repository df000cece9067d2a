import { giveCopies, type Sql, type StoredFile } from '@weft/db';
import type { FileDeps } from './deps.ts';
import { daysKept } from './files.ts';
import { keysOf } from './thumbnails.ts';

type Deps = Pick<FileDeps, 'files' | 'fileStore' | 'newId'>;

/** Copies of a flow's files for another flow: their bytes are there, and they are its files once `belong` ran. */
export interface CopiedFiles {
  /** The id of the copy, by the id of the file. */
  readonly ids: ReadonlyMap<string, string>;
  /** In the transaction that makes the other flow, after it. */
  readonly belong: (tx: Pick<Sql, 'query'>, flowId: string) => Promise<void>;
  /** Gives them up. */
  readonly release: () => Promise<void>;
}

/** Copies files for somebody, counted as theirs from the first byte on. */
export async function copyFiles(
  { files, fileStore, newId }: Deps,
  originals: readonly StoredFile[],
  owner: { readonly organizationId: string; readonly userId: string },
): Promise<CopiedFiles> {
  const ids = new Map<string, string>();
  const release = async () => {
    for (const id of ids.values()) {
      await files.release(id);
      for (const key of keysOf(id)) await fileStore.remove(key);
    }
  };
  try {
    for (const { id: original, name, size } of originals) {
      const id = newId('fil');
      ids.set(original, id);
      await files.claim({ id, ...owner, purpose: 'attachment', name }, size);
      const [copies, keys] = [keysOf(id), keysOf(original)];
      for (const [i, key] of keys.entries()) {
        const opened = await fileStore.open(key);
        const copy = copies[i];
        if (opened !== null && copy !== undefined) await fileStore.put(copy, opened.content);
      }
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    ids,
    release,
    belong: (tx, flowId) => giveCopies(tx, ids, flowId, daysKept.attachment),
  };
}
