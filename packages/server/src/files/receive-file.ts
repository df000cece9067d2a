import { createHash } from 'node:crypto';
import type { NewFile, StoredFile } from '@weft/db';
import { AppError } from '@weft/std';
import { EventLoopThrottle } from '../event-loop-throttle.ts';
import type { FileDeps } from './deps.ts';
import { headLength, typeOfContent } from './file-kind.ts';
import { writingFault } from './file-quota.ts';

type ReceiveDeps = Pick<FileDeps, 'files' | 'fileStore' | 'newId' | 'log'>;

/** Of all files the process takes in: where the machine is short of processors, each rests after so many bytes. */
const throttle = new EventLoopThrottle();
const bytesBetweenRests = 1024 * 1024;
/** Milliseconds one file rests in all, behind others that come at the same time: it has to be there before its request is over. */
const longestRest = 30_000;

export interface IncomingFile extends Omit<NewFile, 'id'> {
  readonly content: AsyncIterable<Uint8Array>;
  /** The bytes it may come to; what is larger is refused with `limit`. */
  readonly maxBytes: number;
  /** Throws where what it was found to be is not taken. */
  readonly check?: (mimeType: string) => void;
}

/** Takes a file in: counted before its first byte, hashed and looked at on its way, kept whole or not at all. */
export async function receiveFile(deps: ReceiveDeps, incoming: IncomingFile): Promise<StoredFile> {
  const { content, maxBytes, check, ...rest } = incoming;
  const file: NewFile = { ...rest, id: deps.newId('fil') };
  await deps.files.claim(file, maxBytes);
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  let restsAt = bytesBetweenRests;
  let rested = 0;
  const counted = async function* (): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      if (size < headLength) head.push(chunk.subarray(0, headLength - size));
      size += chunk.length;
      if (size > maxBytes) throw new AppError('limit', 'File is too large');
      hash.update(chunk);
      yield chunk;
      if (size < restsAt || rested >= longestRest) continue;
      restsAt = size + bytesBetweenRests;
      const began = performance.now();
      await throttle.turn();
      rested += performance.now() - began;
    }
  };
  try {
    await deps.fileStore.put(file.id, counted());
    const mimeType = await typeOfContent(Buffer.concat(head), file.name);
    check?.(mimeType);
    return await deps.files.keep(file, { size, mimeType, hash: hash.digest('hex') });
  } catch (error) {
    await deps.fileStore.remove(file.id).catch(() => {});
    await deps.files.release(file.id).catch((fault: unknown) => {
      deps.log.warn({ err: fault }, 'an upload that was given up counts for some minutes more');
    });
    throw writingFault(error, file.purpose);
  }
}
