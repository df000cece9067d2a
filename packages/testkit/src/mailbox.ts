import { createServer, type Socket } from 'node:net';
import { freePort } from './postgres.ts';

/** A mail server that takes everything and knows a mail by its message id. */
export interface Mailbox {
  readonly port: number;
  readonly taken: () => number;
  readonly distinct: () => number;
  readonly close: () => void;
}

export async function startMailbox(): Promise<Mailbox> {
  const known = new Set<string>();
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let [pending, inData] = ['', false];
    socket.write('220 bench ESMTP\r\n');
    socket.setEncoding('latin1').on('data', (chunk) => {
      pending += String(chunk);
      for (;;) {
        const end = pending.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const part = pending.slice(0, end);
        pending = pending.slice(end + (inData ? 5 : 2));
        if (inData) {
          taken++;
          known.add(/^message-id: *(\S+)/im.exec(part)?.[1] ?? 'none');
          inData = false;
          socket.write('250 Taken\r\n');
        } else if (/^DATA/i.test(part)) {
          inData = true;
          socket.write('354 Go ahead\r\n');
        } else if (/^QUIT/i.test(part)) socket.end('221 Bye\r\n');
        else socket.write('250 OK\r\n');
      }
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    taken: () => taken,
    distinct: () => known.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
