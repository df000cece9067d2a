import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../server/src/operate.ts', import.meta.url));

/** A command of an operator while it runs. */
export interface Operation {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** Starts `npm run <command> -- …` on the instance that these settings name. */
export function operate(
  settings: NodeJS.ProcessEnv,
  command: string,
  ...given: readonly string[]
): Operation {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  // As with the servers of tests: optimising a database that lives for seconds costs more than it brings.
  const child = spawn(process.execPath, ['--liftoff-only', program, command, ...given], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', killNow);
      resolve({ code, out, err });
    });
  });
  return { process: child, ended };
}
