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

export interface ProgramOptions {
  /**
   * As a service has one. Linux shares the processors between sessions where they are short, and each connection of
   * PostgreSQL is a session: programs that share one have as much together as one of those.
   */
  readonly ownSession?: boolean;
}

/** Runs a file under this Node, with flags before it and words behind it. A test runner that ends early takes it along. */
export function startProgram(
  words: readonly string[],
  settings: NodeJS.ProcessEnv,
  { ownSession = false }: ProgramOptions = {},
) {
  const child = spawn(process.execPath, [...words], {
    env: { ...surroundings(), ...settings },
    detached: ownSession,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  child.once('exit', () => process.off('exit', killNow));
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  return child;
}
