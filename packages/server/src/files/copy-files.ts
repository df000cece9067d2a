import type { Sql } from '@weft/db';
import type { FileDeps } from './deps.ts';
import type { StoredFile } from './files.ts';
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
    belong: async (tx, flowId) => {
      await tx.query(
        `UPDATE weft.files c SET flow_id = $3, pending = false, size = o.size, mime_type = o.mime_type, hash = o.hash,
           downloaded = o.downloaded, thumbnails = o.thumbnails, kept_until = now() + interval '30 days'
         FROM unnest($1::text[], $2::text[]) AS pair (original, copy) JOIN weft.files o ON o.id = pair.original
         WHERE c.id = pair.copy`,
        [[...ids.keys()], [...ids.values()], flowId],
      );
    },
  };
}
