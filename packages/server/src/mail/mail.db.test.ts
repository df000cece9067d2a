import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@weft/std';
import { emptyDatabase, postgresServer, productEngines } from '@weft/testkit';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { callAs, startTestServer } from '../testing.ts';
import { Mailer } from './mailer.ts';
import { startTestMailServer, type TestMailServer } from './testing.ts';

/** Slow machines are slow: a mail is waited for, not timed. */
const soon = { timeout: 60_000, interval: 50 };

const forget = (url: string, email: string) =>
  callAs(url, null)('POST', '/api/auth/request-password-reset', { email });

/** The text a person reads. */
function textOf(source: string): string {
  const body = source.slice(source.indexOf('\r\n\r\n') + 4);
  if (/^Content-Transfer-Encoding: base64/im.test(source)) return Buffer.from(body, 'base64').toString();
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(source)) return body;
  return body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const settingsFor = (mail: TestMailServer) => ({
  SMTP_URL: `smtp://127.0.0.1:${mail.port}?from=weft@team.example`,
});

it('sends by SMTP as the protocol asks, and keeps no text of what was sent', async () => {
  await using stack = new AsyncDisposableStack();
  const mail = await startTestMailServer();
  stack.defer(mail.close);
  const server = await startTestServer(settingsFor(mail));
  stack.defer(server.close);
  const ann = await server.signUp('Ann');
  const answer = await forget(server.url, ann.email);
  expect(await answer.json()).toEqual({ status: true, delivery: 'mail' });
  await expect.poll(() => mail.received.length, soon).toBe(2);

  expect(mail.received.map(({ from, to }) => [from, ...to])).toEqual([
    ['weft@team.example', ann.email],
    ['weft@team.example', ann.email],
  ]);
  const texts = mail.received.map(({ source }) => textOf(source));
  expect(texts.find((text) => text.includes(`${server.url}/verify-email#`))).toBeDefined();
  const link = /http\S+\/reset-password#(\S+)/.exec(texts.join('\n'));
  const reset = await callAs(server.url, null)('POST', '/api/auth/reset-password', {
    token: link?.[1],
    newPassword: 'new horse battery',
  });
  expect(reset.status).toBe(200);
  expect(mail.faults).toEqual([]);
  await expect
    .poll(async () => {
      const { rows } = await sql`select state, body from weft.mails`.execute(server.control);
      return rows;
    }, soon)
    .toEqual([
      { state: 'sent', body: null },
      { state: 'sent', body: null },
    ]);
});

it('sends after a restart what could not be sent before it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-mail-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // Nobody answers at this port until the second start.
  const absent = await startTestMailServer();
  await absent.close();
  const settings = { ...settingsFor(absent), DATA_DIR: folder };
  const before = await startTestServer(settings);
  const ann = await before.signUp('Ann');
  await expect
    .poll(async () => {
      const { rows } = await sql<{ state: string; fault: string | null }>`
        select state, fault from weft.mails`.execute(before.control);
      return rows.map(({ state, fault }) => [state, fault !== null]);
    }, soon)
    .toEqual([['waiting', true]]);
  await before.close();

  const mail = await startTestMailServer({ port: absent.port });
  stack.defer(mail.close);
  const after = await startTestServer(settings);
  stack.defer(after.close);
  await expect.poll(() => mail.received.map(({ to }) => to), soon).toEqual([[ann.email]]);
  expect(mail.faults).toEqual([]);
});

it('tries again when told to wait, and gives up at once when the address is refused for good', async () => {
  const answers: { [address: string]: string } = {
    'person1@example.org': '451 Try later',
    'person2@example.org': '550 No such person',
  };
  await using stack = new AsyncDisposableStack();
  const mail = await startTestMailServer({ refuse: (address) => answers[address] ?? null });
  stack.defer(mail.close);
  const server = await startTestServer(settingsFor(mail));
  stack.defer(server.close);
  const ann = await server.signUp('Ann');
  await server.signUp('Bob');
  const states = async () => {
    const { mails } = (await (await ann.call('GET', '/v1/outbox')).json()) as {
      mails: { to: string; state: string; fault: string | null }[];
    };
    return Object.fromEntries(
      mails.map(({ to, state, fault }) => [to, [state, /451|550/.exec(fault ?? '')?.[0]]]),
    );
  };
  await expect.poll(states, soon).toEqual({
    'person1@example.org': ['waiting', '451'],
    'person2@example.org': ['failed', '550'],
  });
  delete answers['person1@example.org'];
  await sql`update weft.mails set next_attempt_at = now()`.execute(server.control);
  // The next mail of anybody makes the loop look.
  await forget(server.url, 'person2@example.org');
  await expect.poll(() => mail.received.map(({ to }) => to), soon).toEqual([['person1@example.org']]);
});

describe.each(productEngines)('two senders on %s', (engine) => {
  it.skipIf(engine === 'PostgreSQL' && postgresServer() === undefined)('send each mail once', async () => {
    await using stack = new AsyncDisposableStack();
    const database = engine === 'embedded' ? null : await emptyDatabase();
    if (database !== null) stack.defer(database.drop);
    const server = await startTestServer(database === null ? {} : { DATABASE_URL: database.url });
    stack.defer(server.close);
    const sent: string[] = [];
    const sender = () => ({
      send: async ({ to }: { readonly to: string }) => {
        await new Promise((resolve) => setImmediate(resolve));
        sent.push(to);
      },
      close: () => {},
    });
    const log = pino({ level: 'silent' });
    const { mails } = server.services;
    const mailers = [1, 2].map(() => new Mailer({ mails, sender, works: true, log }));
    for (const mailer of mailers) stack.defer(() => mailer.close());
    const people = Array.from({ length: 40 }, (_, at) => `person${at}@example.org`);
    await Promise.all(
      people.map((to, at) => must(mailers[at % 2], 'a mailer').send({ to, subject: 'Hello', text: 'Hello' })),
    );
    await expect.poll(() => sent.toSorted(), soon).toEqual(people.toSorted());
  });
});

it('gives its name and password, and waits for the right one', async () => {
  await using stack = new AsyncDisposableStack();
  const mail = await startTestMailServer({ login: { user: 'weft@team.example', password: 'p@ss word' } });
  stack.defer(mail.close);
  const folder = await mkdtemp(join(tmpdir(), 'weft-mail-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const settings = (password: string) => ({
    SMTP_URL: `smtp://weft%40team.example:${password}@127.0.0.1:${mail.port}`,
    DATA_DIR: folder,
  });
  const mistaken = await startTestServer(settings('wrong'));
  await mistaken.signUp('Ann');
  const faults = async () => {
    const { rows } = await sql<{ state: string; fault: string | null }>`
      select state, fault from weft.mails`.execute(mistaken.control);
    return rows.map(({ state, fault }) => [state, fault?.includes('535')]);
  };
  await expect.poll(faults, soon).toEqual([['waiting', true]]);
  await mistaken.close();
  const server = await startTestServer(settings('p%40ss%20word'));
  stack.defer(server.close);
  await expect.poll(() => mail.received.map(({ from }) => from), soon).toEqual(['weft@team.example']);
  expect(mail.faults).toEqual([]);
});

it('does not flood a mailbox, nor say so', async () => {
  const server = await startTestServer();
  try {
    const ann = await server.signUp('Ann');
    for (let i = 0; i < 7; i++) expect((await forget(server.url, ann.email)).status).toBe(200);
    const { mails } = (await (await ann.call('GET', '/v1/outbox')).json()) as { mails: { state: string }[] };
    expect(mails.map(({ state }) => state)).toEqual(Array(6).fill('kept'));
  } finally {
    await server.close();
  }
});
