import { createHash } from 'node:crypto';
import type { NewFile } from '@weft/db';
import { writingFault } from '../../files/file-quota.ts';
import type { ArchivesDeps } from './deps.ts';

/** Bytes asked for ahead of what is written. */
const ahead = 64 * 1024 ** 2;

/**
 * Keeps an exported file while it is written, counted as its person's file; its id. `onPiece` is called with each piece: what it
 * throws ends the writing, with nothing kept.
 */
export async function writeExport(
  { files, fileStore, newId }: Pick<ArchivesDeps, 'files' | 'fileStore' | 'newId'>,
  { mimeType, ...owner }: Pick<NewFile, 'organizationId' | 'userId' | 'name'> & { readonly mimeType: string },
  content: AsyncIterable<Uint8Array>,
  onPiece: () => Promise<void>,
): Promise<string> {
  const file: NewFile = { ...owner, id: newId('fil'), purpose: 'export' };
  const hash = createHash('sha256');
  let [size, claimed] = [0, 0];
  const counted = async function* (): AsyncIterable<Uint8Array> {
    for await (const piece of content) {
      size += piece.length;
      if (size > claimed) {
        claimed = size + ahead;
        await files.claim(file, claimed);
      }
      hash.update(piece);
      await onPiece();
      yield piece;
    }
  };
  try {
    await fileStore.put(file.id, counted());
    const facts = { size, mimeType, hash: hash.digest('hex') };
    return (await files.keep(file, facts)).id;
  } catch (error) {
    await fileStore.remove(file.id).catch(() => {});
    await files.release(file.id).catch(() => {});
    throw writingFault(error, file.purpose);
  }
}
