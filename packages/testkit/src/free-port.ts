import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Linux numbers outgoing connections from 32768 on (`ip_local_port_range`), others from 49152: among hundreds of them, a
 * port from there is taken before a server that is told it listens, or while it starts again. Browsers refuse 10080.
 */
const lowest = 11_000;
const end = 32_768;

/** What this process was told or found taken: two that ask at once get two ports. */
const told = new Set<number>();

/** A port that was free a moment ago, on 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, end);
    if (told.has(port)) continue;
    told.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
