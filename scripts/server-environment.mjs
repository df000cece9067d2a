// What servers run with, whichever command starts them.
import { join } from 'node:path';
import { root } from './install.mjs';

export function prepareEnvironment() {
  // Compiled code is kept inside the repository: the second start is faster, and nothing is left in /tmp.
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  // What one thread has freed is there for all others: glibc otherwise keeps up to eight heaps for each processor.
  process.env.MALLOC_ARENA_MAX ??= '2';
}
