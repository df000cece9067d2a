import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Linux numbers outgoing connections from 32768 on where nobody told it otherwise (`ip_local_port_range`), macOS from
 * 49152: among hundreds of them, a port from there is taken before a server that is told it listens, or while it starts
 * again. Browsers refuse 10080, and none above it that is ours.
 */
const lowest = 11_000;
const end = 32_768;

/** What this process was told or found taken: two that ask at once get two ports. */
const told = new Set<number>();

/** A port that was free a moment ago, on 127.0.0.1, for a server that is told its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, end);
    if (told.has(port)) continue;
    told.add(port);
    if (await isFree(port)) return port;
  }
}

/** Lets a server of the test's own listen on 127.0.0.1; at which port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
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
