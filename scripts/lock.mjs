// One at a time: `npm start` and `npm test` may be started together on a fresh clone.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache');

/** Runs `work` while no other process of this checkout does work of the same name. */
export async function withLock(name, work) {
  const file = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  for (let waited = 0; !take(file); waited += 250) {
    if (waited === 2_000)
      process.stderr.write(`Waiting for another process of this folder to finish its ${name} (${file})…\n`);
    await sleep(250);
  }
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
    // An empty file is one being written at this moment, or one that a kill or a full disk left so.
    if (holder === 0) return Date.now() - statSync(file).mtimeMs < 5_000;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
