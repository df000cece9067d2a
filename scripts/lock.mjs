// One at a time: `npm start` and `npm test` may be started together on a fresh clone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache');

/** Runs `work` while no other process of this checkout does work of the same name. */
export async function withLock(name, work) {
  const file = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  while (!take(file)) await sleep(250);
  const release = () => rmSync(file, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!holderIsAlive(file)) rmSync(file, { force: true });
    return false;
  }
}

function holderIsAlive(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // An empty file is one being written at this moment.
    if (holder === 0) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
