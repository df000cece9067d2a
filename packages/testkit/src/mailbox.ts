import { createServer, type Socket } from 'node:net';
import { listenLocally } from './ports.ts';

/** A mail server that takes everything, knows a mail by its message id, and keeps the newest to each address. */
export interface Mailbox {
  readonly port: number;
  readonly taken: () => number;
  readonly distinct: () => number;
  /** The text of the newest mail to an address, in small letters; null: none came. */
  readonly newestTo: (address: string) => string | null;
  readonly close: () => void;
}

/** The text a person reads. */
function textOf(source: string): string {
  const [head = '', ...body] = source.split('\r\n\r\n');
  const text = body.join('\n\n').replaceAll('\r\n', '\n');
  if (/^content-transfer-encoding: *base64/im.test(head)) return Buffer.from(text, 'base64').toString();
  if (!/^content-transfer-encoding: *quoted-printable/im.test(head)) return text;
  return text
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export async function startMailbox(): Promise<Mailbox> {
  const known = new Set<string>();
  const newest = new Map<string, string>();
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let [pending, inData, to] = ['', false, ''];
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
          newest.set(to, part);
          inData = false;
          socket.write('250 Taken\r\n');
        } else if (/^DATA/i.test(part)) {
          inData = true;
          socket.write('354 Go ahead\r\n');
        } else if (/^QUIT/i.test(part)) socket.end('221 Bye\r\n');
        else {
          to = /^RCPT TO: *<([^<>]*)>/i.exec(part)?.[1]?.toLowerCase() ?? to;
          socket.write('250 OK\r\n');
        }
      }
    });
  });
  const port = await listenLocally(server);
  return {
    port,
    taken: () => taken,
    distinct: () => known.size,
    newestTo: (address) => {
      const source = newest.get(address);
      return source === undefined ? null : textOf(source);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
