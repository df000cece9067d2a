import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '@weft/std';
import type { Services } from './context.ts';

const every = 60 * 60_000;
/** Bytes that nothing names are left alone this long: their row may be written the next moment. */
const youth = 24 * 60 * 60_000;

/** Bases are looked through once a day: each is asked for what it no longer keeps. */
const purgeEvery = 24 * 60 * 60_000;

type HousekeepingDeps = Pick<
  Services,
  'files' | 'invitations' | 'mails' | 'purge' | 'settings' | 'log' | 'now'
>;

/** Removes what is kept for a time only, when that time is over: at the start, and every hour. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  readonly #closing = new AbortController();
  #purged = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
  }

  start(): void {
    const run = () => {
      this.#running = this.run().catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'what is no longer kept could not be removed'),
      );
    };
    this.#timer = setInterval(run, every);
    this.#timer.unref();
    run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  /** Any number of servers may do this at once: what is gone already is no fault. */
  async run(): Promise<void> {
    const { files, invitations, mails, settings } = this.#deps;
    await mails.removeOld();
    await invitations.removeOld();
    for (const id of await files.takeExpired()) await rm(join(settings.filesDir, id), { force: true });
    await this.#removeUnnamed();
    await this.#purge();
  }

  async #purge(): Promise<void> {
    const { purge, log, now } = this.#deps;
    if (now() - this.#purged < purgeEvery) return;
    this.#purged = now();
    await purge(this.#closing.signal, (error) => log.warn({ err: error }, 'a base could not be purged'));
  }

  /** What a server left that ended between the bytes and their row, or between the row and the bytes. */
  async #removeUnnamed(): Promise<void> {
    const { files, settings, now } = this.#deps;
    const names = await readdir(settings.filesDir).catch((): string[] => []);
    const old: string[] = [];
    for (const name of names.filter((each) => isId('fil', each.replace(/\.part$/, '')))) {
      const found = await stat(join(settings.filesDir, name)).catch(() => null);
      if (found !== null && found.mtimeMs < now() - youth) old.push(name);
    }
    for (const name of await files.unknown(old)) await rm(join(settings.filesDir, name), { force: true });
  }
}
