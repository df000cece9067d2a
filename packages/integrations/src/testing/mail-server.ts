import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** A key and its certificate for mail.example, which only tests trust. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgm6TfUA/sK+mKhJqs
zDCh1MOgwP0xc6DKzCtYY1GLjuyhRANCAAQ9Fc/G/qXuuXUmZ8LjnOC+TIgv0sGC
5iChN9Mwgr0lU01u1MKFEEz/ICsdg/48qQGH7fzoxvJYhCdeSpphNKSb
-----END PRIVATE KEY-----`;
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBaTCCARCgAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxtYWlsLmV4
YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDG1haWwuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD0Vz8b+
pe65dSZnwuOc4L5MiC/SwYLmIKE30zCCvSVTTW7UwoUQTP8gKx2D/jypAYft/OjG
8liEJ15KmmE0pJujSzBJMBcGA1UdEQQQMA6CDG1haWwuZXhhbXBsZTAPBgNVHRMB
Af8EBTADAQH/MB0GA1UdDgQWBBS8E08S4bvOrNxW8w1VAfYKOIe9QTAKBggqhkjO
PQQDAgNHADBEAiArrdHS1QNZXUljfS06kGcZ2CS0uNTqtkzbhOsnJaWDZgIgGH/1
b7RO11FNz8wiirv4Wak0e9WVu1GfP52H+Q1H7Dk=
-----END CERTIFICATE-----`;

export const mailLogin = { username: 'ada', password: 'se cret' };

/** A strict mail server (RFC 5321): it takes the password and mails only encrypted, and only in their order. */
export class MailServer implements AsyncDisposable {
  readonly mails: { readonly from: string; readonly to: string; readonly source: string }[] = [];
  /** Commands that came where they may not. */
  readonly violations: string[] = [];
  /** Said in the place of the usual answer, by the first word of a command; 'data' stands for the mail itself. */
  readonly answers = new Map<string, string>();
  readonly #isSecure: boolean;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    if (this.#isSecure) this.#converse(this.#encrypted(socket), true);
    else this.#converse(socket, false);
  });

  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #encrypted(socket: Socket): TLSSocket {
    return new TLSSocket(socket, { isServer: true, key, cert: certificate }).on('error', () => {});
  }

  #converse(socket: Socket, isEncrypted: boolean, isGreeted = false): void {
    const state = { isLoggedIn: false, from: '', to: '', lines: null as string[] | null, pending: '' };
    /** What is answered to each command, where it may come; undefined: it may not. */
    const commands: { readonly [word: string]: (line: string) => string | undefined } = {
      EHLO: () => `250-mail.example\r\n250 ${isEncrypted ? 'AUTH PLAIN' : 'STARTTLS'}`,
      STARTTLS: () => (isEncrypted ? undefined : '220 Go ahead'),
      AUTH: (line) => {
        const given = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString();
        state.isLoggedIn = given === `\0${mailLogin.username}\0${mailLogin.password}`;
        return !isEncrypted ? undefined : state.isLoggedIn ? '235 Welcome' : '535 Wrong password';
      },
      MAIL: (line) => {
        state.from = /<(.*?)>/.exec(line)?.[1] ?? '';
        return state.isLoggedIn ? '250 OK' : undefined;
      },
      RCPT: (line) => {
        if (state.from === '' || state.to !== '') return undefined;
        state.to = /<(.*?)>/.exec(line)?.[1] ?? '';
        return '250 OK';
      },
      DATA: () => {
        if (state.to === '') return undefined;
        state.lines = [];
        return '354 Go ahead';
      },
      data: () => {
        this.mails.push({ from: state.from, to: state.to, source: (state.lines ?? []).join('\n') });
        return '250 Taken';
      },
      QUIT: () => '221 Bye',
    };
    const onLine = (line: string): void => {
      if (state.lines !== null && line !== '.') {
        state.lines.push(line);
        return;
      }
      const word = state.lines === null ? (line.split(/[ :]/)[0] ?? '').toUpperCase() : 'data';
      const told = this.answers.get(word);
      const said = told ?? commands[word]?.(line);
      if (word === 'data') state.lines = null;
      if (said === undefined) this.violations.push(line);
      if (said === '') socket.destroy();
      else socket.write(`${said ?? '503 Bad sequence of commands'}\r\n`);
      if (said !== undefined && told === undefined && word === 'STARTTLS') {
        socket.removeAllListeners('data');
        this.#converse(this.#encrypted(socket), true, true);
      }
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (state.pending + chunk.toString()).split('\r\n');
      state.pending = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    if (!isGreeted) socket.write('220 mail.example\r\n');
  }
}
