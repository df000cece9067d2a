import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@weft/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, startTestServer, type TestPerson, type TestServer } from '../testing.ts';
import { startTestMailServer, type TestMailServer, textOf } from './testing.ts';

/** Slow machines are slow: a mail is waited for, not timed. */
const soon = { timeout: 60_000, interval: 50 };

const forget = (url: string, email: string) =>
  callAs(url, null)('POST', '/api/auth/request-password-reset', { email });

describe('a server that sends by SMTP', () => {
  /** What the mail server says to an address, if it does not take its mails. */
  const answers: { [address: string]: string } = {};
  let mail: TestMailServer;
  let server: TestServer;
  /** The first to sign up: she sees the outbox. */
  let ann: TestPerson;
  beforeAll(async () => {
    mail = await startTestMailServer({ refuse: (address) => answers[address] ?? null });
    server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}?from=weft@team.example` });
    ann = await server.signUp('Ann');
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });

  it('does so as the protocol asks, and keeps no text of what was sent', async () => {
    const ben = await server.signUp('Ben');
    const received = () => mail.received.filter(({ to }) => to.includes(ben.email));
    const answer = await forget(server.url, ben.email);
    expect(await answer.json()).toEqual({ status: true, delivery: 'mail' });
    await expect.poll(() => received().length, soon).toBe(2);

    expect(received().map(({ from, to }) => [from, ...to])).toEqual([
      ['weft@team.example', ben.email],
      ['weft@team.example', ben.email],
    ]);
    const texts = received().map(({ source }) => textOf(source));
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
        const { rows } =
          await sql`select state, content from weft.deliveries where target = ${ben.email}`.execute(
            server.control,
          );
        return rows;
      }, soon)
      .toEqual([
        { state: 'sent', content: null },
        { state: 'sent', content: null },
      ]);
  });

  it('tries again when told to wait, and gives up at once when the address is refused for good', async () => {
    // Whoever signs up next, and the one after.
    const [waiting, refused] = ['person3@example.org', 'person4@example.org'];
    answers[waiting] = '451 Try later';
    answers[refused] = '550 No such person';
    await server.signUp('Cat');
    await server.signUp('Dan');
    const states = async () => {
      const { mails } = (await (await ann.call('GET', '/v1/outbox')).json()) as {
        mails: { to: string; state: string; fault: string | null }[];
      };
      const open = mails.filter(({ state }) => state !== 'sent');
      return Object.fromEntries(
        open.map(({ to, state, fault }) => [to, [state, /451|550/.exec(fault ?? '')?.[0]]]),
      );
    };
    await expect.poll(states, soon).toEqual({ [waiting]: ['waiting', '451'], [refused]: ['failed', '550'] });
    const taken = mail.received.length;
    delete answers[waiting];
    await sql`update weft.jobs set run_at = now()`.execute(server.control);
    // The next mail of anybody makes the loop look.
    await forget(server.url, refused);
    await expect.poll(() => mail.received.slice(taken).map(({ to }) => to), soon).toEqual([[waiting]]);
  });
});

it('does not flood a mailbox, nor says so', async () => {
  await using stack = new AsyncDisposableStack();
  const server = await startTestServer();
  stack.defer(server.close);
  const ann = await server.signUp('Ann');
  for (let i = 0; i < 7; i++) expect((await forget(server.url, ann.email)).status).toBe(200);
  const { rows } = await sql<{ state: string }>`
    select state from weft.deliveries where target = ${ann.email}`.execute(server.control);
  expect(rows.map(({ state }) => state)).toEqual(Array(6).fill('kept'));
});

it('keeps a mail until there is a mail server that takes its name and password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-mail-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // Nobody answers at this port until the second start.
  const port = await freePort();
  const start = (password: string) =>
    startTestServer({
      SMTP_URL: `smtp://weft%40team.example:${password}@127.0.0.1:${port}`,
      DATA_DIR: folder,
    });
  const waitsFor = async ({ control }: TestServer, reason: string) => {
    const faults = async () => {
      const { rows } = await sql<{ state: string; fault: string | null }>`
        select state, answer as fault from weft.deliveries`.execute(control);
      return rows.map(({ state, fault }) => [state, fault?.includes(reason)]);
    };
    await expect.poll(faults, soon).toEqual([['waiting', true]]);
  };
  const alone = await start('wrong');
  const ann = await alone.signUp('Ann');
  await waitsFor(alone, 'ECONNREFUSED');
  await alone.close();

  const login = { user: 'weft@team.example', password: 'p@ss word' };
  const mail = await startTestMailServer({ port, login });
  stack.defer(mail.close);
  const mistaken = await start('wrong');
  await waitsFor(mistaken, '535');
  await mistaken.close();
  const server = await start('p%40ss%20word');
  stack.defer(server.close);
  const arrived = () => mail.received.map(({ from, to }) => [from, ...to]);
  await expect.poll(arrived, soon).toEqual([['weft@team.example', ann.email]]);
  expect(mail.faults).toEqual([]);
});
