import { stat } from 'node:fs/promises';
import type { CsvProfile, Parsing } from '@weft/imports';
import { AppError } from '@weft/std';
import { giveBackMemory } from '../give-back-memory.ts';
import { runWorker } from './run-worker.ts';

/** Profiles kept: the import that follows a preview reads the file once more, not twice. */
const kept = 16;
/** Bytes of a file worth making room for: its upload alone leaves 70 MB of chunks that are read and not yet collected. */
const large = 32 * 1024 * 1024;

/** What files say of themselves, found in a worker and remembered per file and way of reading it. */
export class Profiles {
  readonly #profiles = new Map<string, Promise<CsvProfile>>();

  of(path: string, parse: Partial<Parsing>): Promise<CsvProfile> {
    const key = JSON.stringify([path, parse.delimiter, parse.encoding, parse.headerRow, parse.leadRows]);
    const known = this.#profiles.get(key);
    if (known !== undefined) return known;
    const profile = profileFile(path, parse);
    this.#profiles.set(key, profile);
    profile.catch(() => this.#profiles.delete(key));
    const oldest = this.#profiles.keys().next().value;
    if (this.#profiles.size > kept && oldest !== undefined) this.#profiles.delete(oldest);
    return profile;
  }
}

async function profileFile(path: string, parse: Partial<Parsing>): Promise<CsvProfile> {
  if ((await stat(path)).size >= large) giveBackMemory();
  const never = new AbortController().signal;
  for await (const answer of runWorker({ kind: 'profile', path, parse }, never).answers)
    if (answer.kind === 'profiled') return answer.profile;
  throw new AppError('internal', 'The file could not be profiled');
}
