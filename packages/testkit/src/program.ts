import { spawn } from 'node:child_process';

/**
 * The database's WebAssembly compiled once, simply: a program of a test lives for seconds, and making its code faster
 * takes half the processor time of its start.
 */
export const quickStart: readonly string[] = ['--liftoff-only'];

/** What a program of a test takes over: nothing else of the surroundings decides, such as a DATABASE_URL of the machine. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX };
}

/** Runs a file under this Node, with flags before it and words behind it. A test runner that ends early takes it along. */
export function startProgram(words: readonly string[], settings: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...words], {
    env: { ...surroundings(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  child.once('exit', () => process.off('exit', killNow));
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}
