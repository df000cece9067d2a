import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingItem } from '../connectors/connector.ts';
import { type ServiceConfig, type ServiceFault, ServiceHttp } from '../connectors/service-http.ts';
import { smtp } from '../connectors/smtp/smtp.ts';
import { OutgoingHttp } from '../safe-fetch/outgoing-http.ts';
import { certificate, MailServer, mailLogin } from './mail-server.ts';

const usual = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...usual, certificate]));
afterAll(() => setDefaultCACertificates(usual));

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

const httpOf = (config: ServiceConfig, allowPrivateHosts: readonly string[]) => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const outgoing = new OutgoingHttp({ allowPrivateHosts, resolve });
  open.push(outgoing);
  return new ServiceHttp(outgoing, smtp, {
    ...{ config, headers: async () => ({}), refresh: async () => false },
  });
};

/** A mail server, and a connection to it. */
async function mailServer(change: ServiceConfig = {}) {
  const config = {
    ...mailLogin,
    host: 'mail.example',
    email: 'ada@example.org',
    encryption: 'TLS',
    ...change,
  };
  const server = new MailServer(config.encryption === 'SSL');
  open.push(server);
  const http = httpOf({ ...config, port: await server.listen() }, ['mail.example']);
  const write = (to = 'bo@example.org') =>
    smtp.write?.run(http, {}, item({ to, subject: 'Hello\r\nBcc: eve@example.org', text: '.Größe\n.' }));
  return { server, http, write };
}

const item = (values: { readonly [id: string]: string }): OutgoingItem => ({
  ...{ key: "key'1", fields: [], values: new Map(Object.entries(values)) },
});

const faultOf = (work: Promise<unknown> | undefined) =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error as ServiceFault,
  );

describe('a mail server', () => {
  it.each(['TLS', 'SSL'])('is let in and takes a mail, encrypted by %s', async (encryption) => {
    const { server, http, write } = await mailServer({ encryption });
    expect(await smtp.check(http)).toEqual({ id: 'ada mail.example', label: 'ada@example.org' });
    expect(await write()).toEqual({ said: 'Sent a mail to bo@example.org' });
    expect(server.violations).toEqual([]);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'ada@example.org', to: 'bo@example.org' });
    expect(mail?.source).toContain('Subject: Hello Bcc: eve@example.org\n');
    expect(mail?.source).toContain('Message-ID: <key_1@example.org>');
    expect(mail?.source).toContain('..Gr=C3=B6=C3=9Fe');
  });

  it('is asked for by another password when it refuses this one', async () => {
    const { http, server } = await mailServer({ password: 'wrong' });
    const fault = await faultOf(smtp.check(http));
    expect(fault?.class).toBe('reconnect');
    expect(fault?.message).toContain('Wrong password');
    expect(fault?.message).not.toContain('wrong');
    expect(server.violations).toEqual([]);
  });

  it.each([
    ['AUTH', '454 Later', 'retry'],
    ['STARTTLS', '502 No', 'permanent'],
    ['RCPT', '450 Greylisted', 'retry'],
    ['RCPT', '550 Nobody', 'permanent'],
    ['data', '452 Full', 'retry'],
    ['data', '554 Spam', 'permanent'],
    // An end without a word: of the conversation, and of one that had a mail in it.
    ['EHLO', '', 'retry'],
    ['data', '', 'unknown'],
  ])('that says to %s “%s” is asked again, or not', async (word, said, expected) => {
    const { server, write } = await mailServer();
    server.answers.set(word, said);
    const fault = await faultOf(write());
    expect(fault?.class).toBe(expected);
    expect(fault?.message).toContain(said.slice(4));
    expect(server.mails).toEqual([]);
  });

  it('takes no password where its certificate is for another host', async () => {
    const { server, http } = await mailServer({ host: 'other.example' });
    const allowed = httpOf(http.config, ['other.example']);
    expect((await faultOf(smtp.check(allowed)))?.class).toBe('retry');
    expect(server.violations).toEqual([]);
  });

  it.each(['mail.example', '127.0.0.1', '::1', 'localhost'])(
    'in a private network is not called: %s',
    async (host) => {
      const { http } = await mailServer();
      const fault = await faultOf(smtp.check(httpOf({ ...http.config, host }, [])));
      expect(fault?.class).toBe('permanent');
      expect(fault?.message).toContain('private network');
    },
  );

  it('is not given a mail to several people, or to nobody', async () => {
    const { server, write } = await mailServer();
    for (const to of ['a@example.org, b@example.org', 'Ada', '<a@example.org>'])
      expect((await faultOf(write(to)))?.class).toBe('permanent');
    expect(server.mails).toEqual([]);
  });
});

describe('the settings of a mail server', () => {
  const [way] = smtp.auth;
  const fields = way.kind === 'config' ? way.fields : [];
  const faultIn = (key: string, value: string) => {
    const { source = '', message } = fields.find((one) => one.key === key)?.pattern ?? {};
    return new RegExp(`^(?:${source})$`, 'u').test(value) ? null : message;
  };

  it('are all asked for, with 587 and TLS at first', () => {
    const first = fields.map(({ key, initial, optional }) => [key, initial, optional]);
    expect(first).toEqual([
      ['host', undefined, undefined],
      ['port', 587, undefined],
      ['username', undefined, undefined],
      ['email', undefined, undefined],
      ['password', undefined, undefined],
      ['encryption', 'TLS', undefined],
    ]);
  });

  it('have a host name or address, a port and an email address', () => {
    for (const host of ['smtp.example.org', 'mailer', '192.0.2.7', '2001:db8::1', 'größe.example'])
      expect(faultIn('host', host)).toBeNull();
    for (const host of ['https://a.example', 'a b', '-a.example', 'a..b', 'a/b'])
      expect(faultIn('host', host)).toBe('Please enter a valid host');
    expect(['1', '65535', '0', '65536', '2.5'].map((port) => faultIn('port', port) === null)).toEqual([
      ...[true, true, false, false, false],
    ]);
    expect(faultIn('email', 'ada@example.org')).toBeNull();
    for (const email of ['ada', 'ada@', 'ada@example.org, bo@example.org'])
      expect(faultIn('email', email)).toBe('Please enter a valid email address');
  });
});
