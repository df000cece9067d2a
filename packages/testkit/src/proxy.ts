import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from './ports.ts';

/** A plain proxy before several servers: each connection goes to the next of them that answers. */
export interface FrontProxy {
  readonly url: string;
  /** Sends what comes from now on to these. */
  to(servers: readonly string[]): void;
  /** Bytes that servers have sent by way of it. */
  sent(): number;
  /** Breaks what is connected. */
  cut(): void;
  close(): Promise<void>;
}

export async function startProxy(): Promise<FrontProxy> {
  const sockets = new Set<Socket>();
  let servers: readonly URL[] = [];
  let turn = 0;
  let sent = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  };
  /** Tries each server once, beginning with the one whose turn it is. */
  const forward = (visitor: Socket, left: number): void => {
    const server = servers[turn++ % servers.length];
    if (left === 0 || server === undefined) return void visitor.destroy();
    const there = connect({ host: server.hostname, port: Number(server.port) });
    keep(there);
    const refused = () => forward(visitor, left - 1);
    there.once('error', refused);
    there.once('connect', () => {
      there.off('error', refused);
      // Whatever breaks one side breaks the other, as with any proxy that passes bytes on.
      there.on('error', () => visitor.destroy());
      visitor.on('error', () => there.destroy());
      there.on('close', () => visitor.destroy());
      visitor.on('close', () => there.destroy());
      there.on('data', (bytes) => {
        sent += bytes.length;
      });
      there.pipe(visitor).pipe(there);
    });
  };
  const listener = createServer((visitor) => {
    keep(visitor);
    visitor.on('error', () => {});
    forward(visitor, servers.length);
  });
  const port = await listenLocally(listener);
  return {
    url: `http://127.0.0.1:${port}`,
    to: (next) => {
      servers = next.map((url) => new URL(url));
    },
    sent: () => sent,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
