import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.ts';
import { copyPreparedDatabase } from './prepared-database.ts';
import { quickStart, startProgram } from './program.ts';

const serverMain = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const readyLine = /^Weft is ready at (\S+)$/m;
/** Milliseconds. A start takes some seconds; on a machine with much to do it once took more than a minute. */
const patienceWithStart = 110_000;

/** The real server on a data folder of its own, as a person on one machine runs it. */
export interface Product extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** What the server was started with, for commands beside it. */
  readonly env: NodeJS.ProcessEnv;
  /** Of the process that runs now. */
  pid(): number;
  /** What the server has said so far, both streams: shown when a test fails. */
  log(): string;
  /** Ends the server the polite way, or as a power cut would, and starts another on the same data and address. */
  restart(how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /**
   * Ends the server the polite way, or as a power cut would; its data stays until `stop`. Answers its exit code, null
   * when it was killed.
   */
  pause(how?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * Boots the product; `settings` are environment variables of docs/contract.md section 2, `flags` those of Node: none
 * where it is measured as people run it.
 */
export async function startProduct(
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = quickStart,
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weft-product-'));
  const port = await freePort();
  // A server of one of these begins elsewhere, or from nothing.
  if (!('DATABASE_URL' in settings) && !('DATA_DIR' in settings))
    await copyPreparedDatabase(join(dataDir, 'database'));
  const env = { DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', ...settings };
  let log = '';
  const heard = (text: string) => {
    log += text;
  };
  const boot = () => bootServer(flags, env, heard, () => log);
  const begin = () =>
    boot().catch((error: unknown) => {
      rmSync(dataDir, { recursive: true, force: true });
      throw error;
    });

  let server = await begin();
  const stop = async () => {
    await end(server.process, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    url: server.url,
    dataDir,
    env,
    pid: () => server.process.pid ?? 0,
    log: () => log,
    restart: async (how) => {
      await end(server.process, how);
      server = await boot();
    },
    pause: (how = 'SIGTERM') => end(server.process, how),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
}

async function bootServer(
  flags: readonly string[],
  env: NodeJS.ProcessEnv,
  heard: (text: string) => void,
  log: () => string,
): Promise<Server> {
  const child = startProgram([...flags, serverMain], env);
  child.stderr.on('data', heard);
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const fail = (why: string) => reject(new Error(`${why}. It said:\n${log()}`));
    const patience = setTimeout(
      () => fail(`The server was not ready within ${patienceWithStart / 1_000} s`),
      patienceWithStart,
    );
    child.stdout.on('data', (text: string) => {
      heard(text);
      said += text;
      const ready = readyLine.exec(said)?.[1];
      if (ready === undefined) return;
      clearTimeout(patience);
      resolve(ready);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(patience);
      fail(`The server ended with ${code ?? signal} before it was ready`);
    });
  });
  return { process: child, url };
}

function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    const hurry = setTimeout(() => child.kill('SIGKILL'), 12_000);
    child.once('exit', (code) => {
      clearTimeout(hurry);
      resolve(code);
    });
    child.kill(signal);
  });
}
