import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { quickStart, startProgram } from './program.ts';

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
  const child = startProgram([...quickStart, program, command, ...given], settings);
  let out = '';
  let err = '';
  child.stdout.on('data', (text: string) => {
    out += text;
  });
  child.stderr.on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
  return { process: child, ended };
}
