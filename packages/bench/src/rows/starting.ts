import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@weft/testkit';
import type { Figure } from '../measure.ts';
import { pssOf, serverBelow } from '../server-memory.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

async function start(dataDir: string): Promise<{ readonly child: ChildProcess; readonly took: number }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), HOST: '127.0.0.1' };
  const begun = performance.now();
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => String(text).includes('Weft is ready at') && resolve());
    child.once('exit', () => reject(new Error('npm start ended before it was ready')));
  });
  return { child, took: performance.now() - begun };
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => setTimeout(resolve, 1_000));
    child.kill('SIGTERM');
  });

/** Milliseconds a server gets to rest before its memory is looked at: what starting left behind is released by then. */
const rest = 10_000;

async function memoryAtRest({ child }: { readonly child: ChildProcess }): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, rest));
  return pssOf(serverBelow(child.pid ?? 0));
}

/** The second `npm start` to the ready line, and the server's memory at rest after the first, which makes the database, and the second. */
export async function secondStart(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  const engine = 'embedded';
  const unit = 'MB PSS';
  try {
    const first = await start(dataDir);
    const afterFirst = await memoryAtRest(first);
    await stop(first.child);
    const second = await start(dataDir);
    const memory = await memoryAtRest(second);
    await stop(second.child);
    return [
      { name: 'second npm start to ready', engine, value: second.took, unit: 'ms', limit: 3_000 },
      {
        name: 'memory of the server process at rest, first start',
        engine,
        value: afterFirst,
        unit,
        limit: 300,
      },
      { name: 'memory of the server process at rest', engine, value: memory, unit, limit: 260 },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
