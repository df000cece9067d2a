import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError, notFound } from '@weft/std';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';

interface MadeBackup {
  readonly name: string;
  readonly bytes: number;
  /** ISO 8601 UTC. */
  readonly madeAt: string;
}

interface RunningBackup {
  readonly startedAt: string;
  /** '3 of 12 tables, 3,400 rows, 1.2 MB'; null until there is something to tell. */
  readonly progress: string | null;
}

export interface BackupsState {
  readonly backups: readonly MadeBackup[];
  readonly running: RunningBackup | null;
  /** Why the last one that was asked for here was not made. */
  readonly fault: string | null;
  /** Where they lie on this machine. */
  readonly folder: string;
}

interface BackupsDeps {
  readonly settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'fileQuota'>;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const operate = fileURLToPath(new URL('../operate.ts', import.meta.url));
const namePattern = /^weft-\d{4}-\d\d-\d\dT\d{6}Z\.weft$/;
/** Archives kept here at a time; the oldest are for a person to remove. */
const maxBackups = 20;
/** Of what the command says, the end is kept. */
const maxSaid = 2_000;

/**
 * Backups of the whole server, made and kept on its own machine: `backups` in the data folder. Each is made by the
 * command an operator has, in a process of its own, one at a time.
 */
export class Backups implements AsyncDisposable {
  readonly #deps: BackupsDeps;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  #running: RunningBackup | null = null;
  #fault: string | null = null;
  /** Has its final name a moment before the command has ended. */
  #making: string | null = null;

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
    this.#folder = join(deps.settings.dataDir, 'backups');
  }

  async state(): Promise<BackupsState> {
    return {
      backups: await this.#list(),
      running: this.#running,
      fault: this.#fault,
      folder: this.#folder,
    };
  }

  /** Begins one; its state tells how far it is. */
  async begin(): Promise<string> {
    if (this.#running !== null) throw new AppError('conflict', 'A backup is being made already');
    const startedAt = new Date(this.#deps.now()).toISOString();
    // Taken before anything is waited for: two that are asked for at once are one.
    this.#running = { startedAt, progress: null };
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      await this.#requireRoom();
    } catch (error) {
      this.#running = null;
      throw error;
    }
    const name = `weft-${startedAt.slice(0, 19).replaceAll(':', '')}Z.weft`;
    this.#fault = null;
    this.#making = name;
    this.#ended = this.#make(join(this.#folder, name));
    return name;
  }

  async open(name: string): Promise<{ readonly bytes: number; readonly content: Readable }> {
    const found = (await this.#list()).find((one) => one.name === name);
    if (found === undefined) throw notFound('Backup not found');
    return { bytes: found.bytes, content: createReadStream(join(this.#folder, name)) };
  }

  async remove(name: string): Promise<void> {
    if (!(await this.#list()).some((one) => one.name === name)) throw notFound('Backup not found');
    await rm(join(this.#folder, name), { force: true });
  }

  /** Resolves once the one being made is done, whole or not. */
  async idle(): Promise<void> {
    await this.#ended;
  }

  /** Stops the one being made: nothing half done is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }

  async #requireRoom(): Promise<void> {
    const made = await this.#list();
    if (made.length >= maxBackups)
      throw new AppError('limit', `There are ${maxBackups} backups: download and delete one first`);
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < this.#deps.settings.fileQuota.leastFree + (made[0]?.bytes ?? 0))
      throw new AppError('limit', 'The disk has too little room for another backup: delete one first');
  }

  /** Newest first; those under way have another name. */
  async #list(): Promise<readonly MadeBackup[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter(
      (name) => namePattern.test(name) && name !== this.#making,
    );
    const found = await Promise.all(
      names.map(async (name) => {
        const { size, mtime } = await stat(join(this.#folder, name));
        return { name, bytes: size, madeAt: mtime.toISOString() };
      }),
    );
    return found.toSorted((a, b) => (a.name < b.name ? 1 : -1));
  }

  async #make(file: string): Promise<void> {
    const { settings, log } = this.#deps;
    const child = spawn(process.execPath, [operate, 'backup', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        DATA_DIR: settings.dataDir,
        DATABASE_URL: settings.databaseUrl ?? '',
        // Not needed to read the data; a fault of theirs would stop the command.
        BASE_URL: '',
        WEFT_STARTER: '',
      },
    });
    this.#child = child;
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-maxSaid);
      const line = said.trimEnd().split('\n').at(-1) ?? null;
      if (this.#running !== null) this.#running = { ...this.#running, progress: line };
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        said = error.message;
        resolve(null);
      });
      child.once('close', resolve);
    });
    this.#child = null;
    this.#running = null;
    this.#making = null;
    if (code === 0) return;
    this.#fault = said.trim().split('\n').at(-1) || 'The backup ended without a word';
    log.error({ code, said }, 'a backup was not made');
  }
}
