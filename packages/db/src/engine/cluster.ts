import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseError } from '../pg-errors.ts';
import { flushFolder } from './durable-files.ts';

const maker = fileURLToPath(new URL('./make-cluster.ts', import.meta.url));

/**
 * Makes the files of an empty embedded database where its folder is absent. A process of its own makes them beside the
 * folder and ends: PostgreSQL's initdb would leave 400 MB behind in this one, and 90 MB where a thread of this one ran it.
 * The folder is there whole or not at all. One that exists, perhaps on a disk of its own, is left to whoever opens it.
 */
export async function makeClusterIn(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  const prefix = `${basename(folder)}.new-`;
  // What a start left that was killed in the middle. Its process may still write there: it removes the rest itself.
  for (const name of await readdir(parent))
    if (name.startsWith(prefix))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  const making = await mkdtemp(join(parent, prefix));
  try {
    await make(making);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
  flushFolder(parent);
}

function make(folder: string): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, maker, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    const fail = (message: string) => reject(databaseError({ message, code: '57P01' }));
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : fail(said.trim() || `Preparing the database ended with ${code ?? signal}`),
    );
  });
}
