import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { must } from '@weft/std';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came, dots unstuffed. */
  readonly source: string;
}

export interface TestMailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** What was against the protocol; a test that ends with any has failed. */
  readonly faults: readonly string[];
  /** How many times an address was offered, taken or not. */
  readonly offered: () => number;
  readonly close: () => Promise<void>;
}

export interface TestMailOptions {
  /** The answer to `RCPT TO`; null takes the address. */
  readonly refuse?: (address: string) => string | null;
  readonly port?: number;
  /** Asked for before any mail is taken. */
  readonly login?: { readonly user: string; readonly password: string };
}

const command = /^(EHLO|HELO|AUTH PLAIN |MAIL FROM:|RCPT TO:|DATA$|RSET$|NOOP$|QUIT$)/i;

/** The commands a state of the conversation allows (RFC 5321, section 4.1.4). */
const allowed: { readonly [state: string]: RegExp } = {
  greeted: /^(EHLO|HELO|QUIT|NOOP|RSET)/i,
  ready: /^(EHLO|AUTH|MAIL FROM:|QUIT|NOOP|RSET)/i,
  mail: /^(RCPT TO:|QUIT|NOOP|RSET)/i,
  rcpt: /^(RCPT TO:|DATA|QUIT|NOOP|RSET)/i,
};

interface Ears {
  readonly fault: (what: string) => void;
  readonly offer: (address: string) => string | null;
  readonly take: (mail: ReceivedMail) => void;
  readonly login: TestMailOptions['login'];
}

/** One conversation. Strict: bare line feeds, lines too long, 8-bit bytes and commands out of order are faults. */
function converse(socket: Socket, { fault, offer, take, login }: Ears): void {
  let state: 'greeted' | 'ready' | 'mail' | 'rcpt' | 'data' = 'greeted';
  let known = login === undefined;
  let from = '';
  let to: string[] = [];
  let lines: string[] = [];
  let pending = '';
  const say = (text: string) => socket.write(`${text}\r\n`);

  const onCommand = (line: string): void => {
    if (line.length > 510) fault(`A command of ${line.length} characters`);
    if (!command.test(line)) {
      fault(`No such command: ${line}`);
      return void say('500 What?');
    }
    if (allowed[state]?.test(line) !== true) {
      fault(`Out of order: ${line}`);
      return void say('503 Bad sequence of commands');
    }
    const path = /<([^<>\s]*)>/.exec(line)?.[1];
    if (/^(EHLO|HELO)/i.test(line)) {
      state = 'ready';
      return void say(login === undefined ? '250 test.example' : '250-test.example\r\n250 AUTH PLAIN');
    }
    if (/^AUTH/i.test(line)) {
      const told = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString();
      known = login !== undefined && told === `\0${login.user}\0${login.password}`;
      return void say(known ? '235 Welcome' : '535 Wrong');
    }
    if (!known && /^MAIL/i.test(line)) return void say('530 Who are you?');
    if (/^MAIL/i.test(line)) {
      if (path === undefined || path === '') return void say('501 Whose?');
      from = path;
      state = 'mail';
      return void say('250 OK');
    }
    if (/^RCPT/i.test(line)) {
      const refusal = path === undefined ? '501 To whom?' : offer(path);
      if (refusal !== null) return void say(refusal);
      to.push(path ?? '');
      state = 'rcpt';
      return void say('250 OK');
    }
    if (/^DATA/i.test(line)) {
      state = 'data';
      return void say('354 Go ahead');
    }
    if (/^RSET/i.test(line)) {
      state = 'ready';
      to = [];
      return void say('250 OK');
    }
    if (/^QUIT/i.test(line)) {
      say('221 Bye');
      return void socket.end();
    }
    say('250 OK');
  };

  const onData = (line: string): void => {
    if (line !== '.') {
      if (line.length > 998) fault(`A line of ${line.length} characters`);
      lines.push(line.startsWith('.') ? line.slice(1) : line);
      return;
    }
    const source = lines.join('\r\n');
    for (const header of ['From', 'To', 'Date', 'Message-ID', 'Subject', 'MIME-Version'])
      if (source.match(new RegExp(`^${header}: \\S`, 'gim'))?.length !== 1)
        fault(`Not exactly one ${header}`);
    take({ from, to, source });
    lines = [];
    to = [];
    state = 'ready';
    say('250 Taken');
  };

  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    pending += chunk;
    if (/[\u0080-\u00ff]/.test(String(chunk))) fault('8-bit bytes without 8BITMIME');
    if (/[^\r]\n/.test(pending)) fault('A bare line feed');
    for (let end = pending.indexOf('\r\n'); end !== -1; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (state === 'data') onData(line);
      else onCommand(line);
    }
  });
  say('220 test.example ESMTP');
}

/** A strict mail server on this machine that keeps what it is given. */
export async function startTestMailServer(options: TestMailOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  let offers = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, {
      fault: (what) => faults.push(what),
      offer: (address) => {
        offers += 1;
        return options.refuse?.(address) ?? null;
      },
      take: (mail) => received.push(mail),
      login: options.login,
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    port: (must(server.address(), 'the address listened on') as AddressInfo).port,
    received,
    faults,
    offered: () => offers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The text a person reads. */
export function textOf(source: string): string {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4);
  if (/^Content-Transfer-Encoding: base64/im.test(source)) return Buffer.from(body, 'base64').toString();
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(source)) return body;
  return body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
