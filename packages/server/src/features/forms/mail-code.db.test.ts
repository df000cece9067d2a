import { must } from '@weft/std';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestMailServer, type TestMailServer, textOf } from '../../mail/testing.ts';
import { rpc, sharedServer, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, sendForm } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
let now = Date.now();
beforeAll(async () => {
  mail = await startTestMailServer();
  const env = { SMTP_URL: `smtp://127.0.0.1:${mail.port}?from=weft@team.example`, TRUST_PROXY: '127.0.0.1' };
  server = await startTestServer(env, { now: () => now });
  ann = await server.signUp('Ann Owner');
});
afterAll(async () => {
  await server.close();
  await mail.close();
});

let network = 0;
beforeEach(() => {
  network += 1;
});

const cookiesOf = (response: Response): readonly string[] =>
  response.headers.getSetCookie().map((cookie) => must(cookie.split(';')[0]));

/** A form that asks for a code by mail, as one browser sees it. */
async function guarded(settings: object = {}, more: readonly ReturnType<typeof asked>[] = []) {
  const question = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [question, ...more]);
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { mailCode: true, ...settings } });
  const request = (path: string, cookie: string, body?: Record<string, string>) =>
    fetch(new URL(`/t/${flowId}${path}`, server.url), {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie, origin: server.url, 'x-forwarded-for': `10.9.0.${network}` },
      ...(body !== undefined && { body: new URLSearchParams(body) }),
    });
  const browser = () => {
    const jar = new Map<string, string>();
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const visit = async (path: string, body?: Record<string, string>) => {
      const response = await request(path, cookie(), body);
      for (const text of cookiesOf(response)) {
        const [name = '', value = ''] = text.split('=');
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    /** Asks for a code, and reads it in the mail. */
    const askFor = async (email: string) => {
      const before = mail.received.length;
      const page = await visit('/verify', { email });
      if (page.status !== 200) return { page, code: '' };
      const isTheirs = ({ to }: { to: readonly string[] }) => to[0] === email.toLowerCase();
      const received = await vi.waitFor(() => must(mail.received.slice(before).find(isTheirs)));
      return { page, code: must(/^\d{6}$/m.exec(textOf(received.source))?.[0], 'a code') };
    };
    const prove = async (email: string) => {
      const { code } = await askFor(email);
      return visit('/verify', { code });
    };
    const send = async (name: string, further: Record<string, string> = {}) => {
      const { text } = await visit('');
      const part = (of: string) => must(new RegExp(`name="${of}" value="([^"]*)"`).exec(text)?.[1], of);
      const parts = { submission: freshId('sub'), snapshot: part('snapshot'), token: part('token') };
      return visit('', { ...parts, [question.id]: name, ...further });
    };
    return { jar, cookie, visit, askFor, prove, send };
  };
  return { flowId, question, browser };
}

const answersOf = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const names = new Map(table.fields.map(({ id, name }) => [id, name]));
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  return records.map(({ data }) =>
    Object.fromEntries(Object.entries(data).map(([id, value]) => [names.get(id), value])),
  );
};

it('S11 shows a form to whoever proves an address, and keeps the address with the answer', async () => {
  const { flowId, browser } = await guarded();
  const { visit, askFor, send } = browser();
  const first = await visit('?name=x');
  expect([first.status, first.headers.get('x-keep-offline')]).toEqual([401, 'never']);
  expect(first.text).toContain('Send me a code');
  expect(first.text).not.toContain('Name');
  expect((await visit('/pages')).status).toBe(403);
  const { page, code } = await askFor('Ada@Example.org');
  expect(page.text).toContain('A code is on its way to ada@example.org');
  const wrong = await visit('/verify?name=x', { code: code === '000000' ? '000001' : '000000' });
  expect([wrong.status, wrong.text.includes('This is not the code')]).toEqual([403, true]);
  const right = await visit('/verify?name=x', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([right.status, right.headers.get('location')]).toEqual([303, `/t/${flowId}?name=x`]);
  const sent = await send('Ada');
  expect([sent.status, sent.text.includes('Thank you')]).toEqual([200, true]);
  expect(await answersOf(flowId)).toEqual([
    expect.objectContaining({ Name: 'Ada', 'Verified email': 'ada@example.org' }),
  ]);
  const { rows } = await sql`select * from weft.form_mail_codes`.execute(server.control);
  expect(rows).toEqual([]);
});

it('S11 lets only the browser that proved an address keep the images of the form', async () => {
  const { flowId, browser } = await guarded();
  const body = new FormData();
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#c43' } })
    .png()
    .toBuffer();
  body.append('file', new Blob([png as unknown as ArrayBuffer]), 'photo.png');
  const uploaded = await fetch(new URL(`/v1/forms/${flowId}/images`, server.url), {
    ...{ method: 'POST', headers: { authorization: `Bearer ${ann.token}` }, body },
  });
  const { image } = (await uploaded.json()) as { image: string };
  const banner = { ...asked('image', ''), settings: { image, alt: 'A red square' } };
  await edit(ann, flowId, 1, add([banner]));
  await rpc(ann, 'forms.publish', { flowId, version: (await rpc(ann, 'forms.get', { flowId })).version });
  const { prove, visit } = browser();
  await prove('ada@example.org');
  const shown = await visit(`/images/${image.split(' ')[0]}`);
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([
    200,
    'private, max-age=31536000, immutable',
  ]);
});

it('S11 takes nothing without a proof: no answer, no draft, no file, no program, no proof of another form', async () => {
  const { flowId, question, browser } = await guarded();
  const other = await guarded();
  const proven = other.browser();
  await proven.prove('ada@example.org');
  const forged = proven.cookie().replaceAll(other.flowId, flowId);
  const parts = { ...(await openForm(server.url, await publishedForm(ann, [question]))).parts() };
  const [, , tampered = ''] = [...proven.jar.values()].join().split('.');
  for (const cookie of ['', forged, `form_email_${flowId}=0.YWRh.${tampered}`, `form_email_${flowId}=`]) {
    const sent = await sendForm(
      server.url,
      flowId,
      { ...parts, [question.id]: 'Ada' },
      { cookie, origin: server.url },
    );
    expect([sent.status, await sent.text()]).toEqual([403, expect.stringContaining('prove their email')]);
    const draft = await fetch(new URL(`/t/${flowId}/unfinished`, server.url), {
      method: 'POST',
      headers: { cookie, origin: server.url },
      body: new URLSearchParams({ ...parts, [question.id]: 'Ada' }),
    });
    expect(draft.status).toBe(403);
  }
  const body = { submissionId: parts.submission, version: parts.snapshot, answers: {} };
  expect((await ann.call('POST', `/t/${flowId}/submissions`, body)).status).toBe(403);
  expect(await answersOf(flowId)).toEqual([]);
  expect((await browser().visit('')).status).toBe(401);
});

it('S11 takes a code in the browser that asked for it, for ten minutes, five times and once', async () => {
  const { flowId, browser } = await guarded();
  const one = browser();
  const { code } = await one.askFor('eve1@example.org');
  expect((await browser().visit('/verify', { code })).status).toBe(400);
  // The address is part of what is proved.
  const name = `form_code_${flowId}`;
  const pending = must(one.jar.get(name));
  one.jar.set(name, `${pending.split('.')[0]}.${Buffer.from('eve@example.org').toString('base64url')}`);
  expect((await one.visit('/verify', { code })).status).toBe(403);
  one.jar.set(name, pending);
  for (let tries = 1; tries < 5; tries++)
    expect((await one.visit('/verify', { code: 'no' })).status).toBe(403);
  const tired = await one.visit('/verify', { code });
  expect([tired.status, tired.text]).toEqual([403, expect.stringContaining('tried too often')]);
  network += 100;
  const again = await one.askFor('eve1@example.org');
  now += 10 * 60_000 + 1;
  expect((await one.visit('/verify', { code: again.code })).status).toBe(403);
  const last = await one.askFor('eve1@example.org');
  const kept = new Map(one.jar);
  expect((await one.visit('/verify', { code: last.code })).status).toBe(303);
  const twin = browser();
  for (const [key, value] of kept) twin.jar.set(key, value);
  expect((await twin.visit('/verify', { code: last.code })).status).toBe(403);
  const month = 31 * 24 * 3_600_000;
  now += month;
  expect((await one.visit('')).status).toBe(401);
  now -= month;
});

it('S11 mails codes to allowed domains alone, five an hour to an address and thirty a minute to a network', async () => {
  const { browser } = await guarded({ allowedDomains: ['example.org'] });
  const { visit, askFor } = browser();
  const elsewhere = await visit('/verify', { email: 'ada@other.org' });
  expect([elsewhere.status, elsewhere.text]).toEqual([400, expect.stringContaining('@example.org')]);
  expect((await visit('/verify', { email: 'nobody' })).status).toBe(400);
  for (let i = 0; i < 5; i++) expect((await askFor('many@example.org')).code).toMatch(/^\d{6}$/);
  const many = await visit('/verify', { email: 'many@example.org' });
  expect([many.status, many.text]).toEqual([429, expect.stringContaining('several codes')]);
  for (let i = 0; i < 22; i++) await visit('/verify', { code: '1' });
  expect((await visit('/verify', { email: 'more@example.org' })).status).toBe(429);
});

it('S5 and S11 take one answer of each address that was proved', async () => {
  const { flowId, browser } = await guarded({ onePerPerson: 'email', allowedDomains: ['example.org'] });
  const [one, two] = [browser(), browser()];
  await one.prove('eda@example.org');
  expect((await one.send('Ada')).status).toBe(200);
  await two.prove('EDA@example.org');
  const second = await two.send('Ada again');
  expect([second.status, second.text]).toEqual([403, expect.stringContaining('answered it already')]);
  // A domain that is taken from the list takes its people along.
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { allowedDomains: ['other.org'] } });
  const refused = await one.send('Ada once more');
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('@other.org')]);
  expect(await answersOf(flowId)).toHaveLength(1);
});

it('S11 takes the proven address alone for whoever answers’ own, and mails to it', async () => {
  const [own, friend] = [asked('email', 'Your email'), asked('email', 'A friend’s')];
  const reply = { replySubject: 'We have it', replyText: 'Thank you' };
  const { flowId, browser } = await guarded(reply, [own, friend]);
  const { prove, send, visit } = browser();
  await prove('ona@example.org');
  expect((await visit('')).text).toContain('value="ona@example.org"');
  const other = await send('Ona', { [own.id]: 'eve@example.org' });
  expect([other.status, other.text]).toEqual([
    400,
    expect.stringContaining('Give the address you have proved: ona@example.org'),
  ]);
  expect((await send('Ona', { [friend.id]: 'fay@example.org' })).status).toBe(200);
  expect(await answersOf(flowId)).toHaveLength(1);
  const received = await vi.waitFor(() =>
    must(mail.received.find(({ source }) => source.includes('We have it'))),
  );
  expect(received.to).toEqual(['ona@example.org']);
});

it('S3 and S11 ask for the password first, and an answer that was begun goes on elsewhere behind a code', async () => {
  const { flowId, question, browser } = await guarded();
  await rpc(ann, 'forms.setPassword', { flowId, password: 'open sesame' });
  const { visit, prove, jar } = browser();
  expect((await visit('')).text).toContain('type="password"');
  expect((await visit('/verify', { email: 'ida@example.org' })).status).toBe(303);
  expect((await visit('/unlock', { password: 'open sesame' })).status).toBe(303);
  expect((await visit('')).text).toContain('Send me a code');
  await prove('ida@example.org');
  const { text } = await visit('');
  const part = (of: string) => must(new RegExp(`name="${of}" value="([^"]*)"`).exec(text)?.[1], of);
  const kept = await visit('/unfinished', {
    ...{ submission: part('submission'), snapshot: part('snapshot'), token: part('token') },
    [question.id]: 'Ada',
  });
  expect(kept.text).toBe('{"kept":true}');
  const elsewhere = browser();
  for (const [name, value] of jar) if (!name.startsWith('form_email')) elsewhere.jar.set(name, value);
  const closed = await elsewhere.visit('');
  expect([closed.status, closed.text.includes('Ada')]).toEqual([401, false]);
  await elsewhere.prove('ida@example.org');
  expect((await elsewhere.visit('')).text).toContain('value="Ada"');
});

it('S4 and S11 keep the address with what looks like spam, until it becomes an answer', async () => {
  const { flowId, question, browser } = await guarded();
  const { visit, prove } = browser();
  await prove('uma@example.org');
  const { text } = await visit('');
  const part = (of: string) => must(new RegExp(`name="${of}" value="([^"]*)"`).exec(text)?.[1], of);
  const submission = part('submission');
  await visit('', {
    ...{ submission, snapshot: part('snapshot'), token: part('token'), website: 'http://x' },
    [question.id]: 'Ada',
  });
  await rpc(ann, 'forms.acceptSpam', { flowId, submissionId: submission });
  expect(await answersOf(flowId)).toEqual([expect.objectContaining({ 'Verified email': 'uma@example.org' })]);
});

it('S11 is not asked for by a server that sends no mail', async () => {
  const ben = await (await sharedServer()).signUp('Ben Owner');
  const flowId = await publishedForm(ben, [asked('short_text', 'Name')]);
  await expect(
    rpc(ben, 'forms.updateSettings', { flowId, settings: { mailCode: true } }),
  ).rejects.toMatchObject({ kind: 'conflict' });
});
