import { stat } from 'node:fs/promises';
import type { Parsing } from '@weft/imports';
import { AppError } from '@weft/std';
import type { FileStore, LocalFile } from '../../files/file-store.ts';
import { releaseMemory } from '../../operations/release-memory.ts';
import { runWorker } from './run-worker.ts';
import type { FileProfile } from './worker-messages.ts';

/** Profiles kept: the import that follows a preview reads the file once more, not twice. */
const kept = 16;
/** Bytes of a file worth making room for: its upload alone leaves 70 MB of chunks that are read and not yet collected. */
const large = 32 * 1024 * 1024;

/** Looks a file through, until the signal says that nobody waits for it. */
type ProfileFile = (fileId: string, parse: Partial<Parsing>, signal: AbortSignal) => Promise<FileProfile>;

interface Profiling {
  readonly profile: Promise<FileProfile>;
  readonly stop: AbortController;
  waiting: number;
}

/** What files say of themselves, found in a worker and remembered per file and way of reading it. */
export class Profiles {
  readonly #known = new Map<string, Profiling>();
  readonly #profileFile: ProfileFile;

  constructor(profileFile: ProfileFile) {
    this.#profileFile = profileFile;
  }

  /** Throws `conflict` as soon as the signal is aborted; what nobody waits for any more is given up. */
  of(fileId: string, parse: Partial<Parsing>, signal: AbortSignal): Promise<FileProfile> {
    const { delimiter, encoding, quotes, headerRow, leadRows, columns, sheet } = parse;
    const key = JSON.stringify([fileId, delimiter, encoding, quotes, headerRow, leadRows, columns, sheet]);
    const profiling = this.#known.get(key) ?? this.#begin(key, fileId, parse);
    profiling.waiting++;
    return new Promise<FileProfile>((resolve, reject) => {
      const leave = () => {
        reject(new AppError('conflict', 'Nobody waits for this file any more'));
        if (--profiling.waiting > 0) return;
        profiling.stop.abort();
        this.#forget(key, profiling);
      };
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      profiling.profile.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #begin(key: string, fileId: string, parse: Partial<Parsing>): Profiling {
    const stop = new AbortController();
    const profiling = { profile: this.#profileFile(fileId, parse, stop.signal), stop, waiting: 0 };
    this.#known.set(key, profiling);
    profiling.profile.catch(() => this.#forget(key, profiling));
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > kept && oldest !== undefined) this.#known.delete(oldest);
    return profiling;
  }

  /** Another one of this key may have taken its place. */
  #forget(key: string, profiling: Profiling): void {
    if (this.#known.get(key) === profiling) this.#known.delete(key);
  }
}

/** The file of an import as a path; throws where its time is over. */
export async function localUpload(store: Pick<FileStore, 'local'>, fileId: string): Promise<LocalFile> {
  const file = await store.local(fileId);
  if (file === null) throw new AppError('not-found', 'The uploaded file is no longer there: upload it again');
  return file;
}

/** Looks a file of the store through in a worker. */
export const profileIn =
  (store: Pick<FileStore, 'local'>): ProfileFile =>
  async (fileId, parse, signal) => {
    await using file = await localUpload(store, fileId);
    return await profileAt(file.path, parse, signal);
  };

/** Looks a file of the disk through in a worker. */
export async function profileAt(
  path: string,
  parse: Partial<Parsing>,
  signal: AbortSignal,
): Promise<FileProfile> {
  if ((await stat(path)).size >= large) releaseMemory();
  for await (const answer of runWorker({ kind: 'profile', path, parse }, signal).answers) {
    if (answer.kind === 'profiled') return answer.profile;
    if (answer.kind === 'refused')
      throw new AppError('invalid', answer.faults[0]?.reason ?? 'The file cannot be read');
  }
  // Nobody waited for it.
  signal.throwIfAborted();
  throw new AppError('internal', 'The file could not be profiled');
}
