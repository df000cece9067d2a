import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { captchaServices } from './captcha-services.ts';
import { asked, freshId, openForm, publishedForm, sendForm } from './testing.ts';

/** The services as they document themselves: strict about method, type and fields; each token is good once. */
interface Verdict {
  readonly status?: number;
  readonly body: string;
}
const asks: { readonly path: string; readonly fields: Record<string, string> }[] = [];
let faults: string[] = [];
let answerWith: ((fields: Record<string, string>) => Verdict) | 'hang-up' = () => ({ body: '{}' });
const standIn = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    const { pathname: path } = new URL(request.url ?? '', 'http://service');
    const fields = Object.fromEntries(new URLSearchParams(body));
    const allowed = ['secret', 'response', ...(path.startsWith('/hcaptcha') ? ['sitekey'] : [])];
    if (request.method !== 'POST') faults.push(`${request.method}`);
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') faults.push('type');
    faults.push(...Object.keys(fields).filter((name) => !allowed.includes(name)));
    faults.push(...allowed.filter((name) => !fields[name]));
    asks.push({ path, fields });
    if (answerWith === 'hang-up') return void request.socket.destroy();
    const { status = 200, body: said } = answerWith(fields);
    response.writeHead(status, { 'content-type': 'application/json' }).end(said);
  });
});

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  await new Promise<void>((done) => standIn.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
  const captchas = {
    turnstile: { ...captchaServices.turnstile, verify: `${origin}/turnstile/v0/siteverify` },
    hcaptcha: { ...captchaServices.hcaptcha, verify: `${origin}/hcaptcha/siteverify` },
  };
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { captchas });
  ann = await server.signUp('Ann Owner');
});
afterAll(async () => {
  await server.close();
  standIn.close();
});
beforeEach(() => {
  faults = [];
  asks.length = 0;
});

type Service = 'turnstile' | 'hcaptcha';
const secret = 'a-secret-of-the-service';

async function checked(service: Service, settings: object = {}) {
  const question = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [question]);
  const captcha = { service, siteKey: 'site-key-of-the-form', secret };
  await rpc(ann, 'forms.setCaptcha', { flowId, captcha });
  await rpc(ann, 'forms.updateSettings', { flowId, settings });
  const good = (): Verdict => ({
    body: JSON.stringify({
      ...{ success: true, hostname: new URL(server.url).hostname, 'error-codes': [] },
      ...(service === 'turnstile' && { action: flowId }),
    }),
  });
  answerWith = good;
  const send = async (token: string | null, more: Record<string, string> = {}) => {
    const { parts } = await openForm(server.url, flowId);
    const body = { ...parts(), submission: freshId('sub'), [question.id]: 'Ada', ...more };
    const response = await sendForm(server.url, flowId, {
      ...body,
      ...(token !== null && { captcha: token }),
    });
    return { status: response.status, text: await response.text() };
  };
  const taken = async () => (await rpc(ann, 'forms.get', { flowId })).submissions;
  const spam = async () => (await rpc(ann, 'forms.spam', { flowId })).spam;
  return { flowId, question, good, send, taken, spam };
}

describe.each(['turnstile', 'hcaptcha'] as const)('S12 a form with %s', (service) => {
  it('takes an answer whose token the service knows, and each token as the service says', async () => {
    const { send, taken, question, flowId } = await checked(service);
    const { text, response } = await openForm(server.url, flowId);
    expect(text).toContain(`data-captcha="${service}"`);
    expect(text).toContain('site-key-of-the-form');
    expect(text).not.toContain(secret);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const origin of captchaServices[service].origins)
      for (const directive of ['script-src', 'frame-src'])
        expect(policy).toMatch(new RegExp(`${directive} [^;]*${origin.replaceAll('*', '\\*')}`));
    expect(response.headers.get('x-keep-offline')).toBe('never');
    const submission = freshId('sub');
    // What the widgets add by themselves is no answer.
    const widget = { 'h-captcha-response': 'x', 'g-recaptcha-response': 'x', 'cf-turnstile-response': 'x' };
    const first = await send('good', { submission, ...widget });
    expect([first.status, first.text.includes('Thank you')]).toEqual([200, true]);
    expect(asks.map(({ fields }) => [fields.secret, fields.response])).toEqual([[secret, 'good']]);
    answerWith = () => ({ body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' });
    expect((await send('good', { submission })).text).toContain('Already received');
    const used = await send('good', { [question.id]: 'Eve' });
    expect([used.status, used.text.includes('value="Eve"')]).toEqual([400, true]);
    expect([await taken(), faults]).toEqual([1, []]);
  });

  it('refuses what brings no token, or one of another site or form', async () => {
    const { send, taken, spam, good } = await checked(service);
    for (const token of [null, '', 'x'.repeat(9_000)]) expect((await send(token)).status).toBe(400);
    expect(asks).toEqual([]);
    const said = JSON.parse(good().body) as object;
    const others = [
      { ...said, hostname: 'evil.example' },
      { ...said, hostname: undefined },
      { success: false, 'error-codes': ['invalid-input-response'] },
      ...(service === 'turnstile'
        ? [
            { ...said, action: 'another' },
            { ...said, action: undefined },
          ]
        : []),
    ];
    for (const other of others) {
      answerWith = () => ({ body: JSON.stringify(other) });
      expect((await send('token')).status).toBe(400);
    }
    expect([await taken(), await spam()]).toEqual([0, []]);
  });

  it('keeps an answer among the spam where the service is away, marked as not verified, and it can be taken', async () => {
    const { send, taken, spam, flowId } = await checked(service, { spamDefence: false });
    const away: (typeof answerWith)[] = [
      'hang-up',
      () => ({ status: 503, body: 'busy' }),
      () => ({ body: '<html>' }),
      () => ({ body: '{"success":false,"error-codes":["invalid-input-secret"]}' }),
      () => ({ body: '{"success":false}' }),
    ];
    for (const answer of away) {
      answerWith = answer;
      const { status, text } = await send('token');
      expect([status, text.includes('Thank you')]).toEqual([200, true]);
    }
    expect((await send('missing')).status).toBe(200);
    const kept = await spam();
    expect(kept.map(({ reasons }) => reasons[0]?.startsWith('Not verified: '))).toEqual(
      Array.from({ length: 6 }, () => true),
    );
    expect(await taken()).toBe(0);
    await rpc(ann, 'forms.acceptSpam', { flowId, submissionId: must(kept[0]).submissionId });
    expect(await taken()).toBe(1);
  });
});

it('S12 tells its secret to nobody: not to its maker, not in a copy, an export or the database', async () => {
  const { flowId } = await checked('turnstile');
  const got = await rpc(ann, 'forms.get', { flowId });
  expect(got.captcha).toEqual({ service: 'turnstile', siteKey: 'site-key-of-the-form' });
  expect(JSON.stringify(got)).not.toContain(secret);
  const copy = await ann.call('POST', `/admin/flows/duplicate/${flowId}`, { newFlowName: 'Copy' });
  const { flow } = (await copy.json()) as { flow: { id: string } };
  expect((await rpc(ann, 'forms.get', { flowId: flow.id })).captcha).toBeNull();
  const { rows } = await sql<{ text: string }>`select row_to_json(s)::text as text from weft.secrets s
    union all select row_to_json(c)::text from weft.form_captchas c`.execute(server.control);
  expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
  await rpc(ann, 'forms.setCaptcha', { flowId, captcha: null });
  const { rows: left } = await sql`select 1 from weft.secrets where owner = ${`captcha ${flowId}`}`.execute(
    server.control,
  );
  expect([left, (await openForm(server.url, flowId)).text.includes('data-captcha')]).toEqual([[], false]);
});

it('S12 a file of an answer that is not verified is kept with it', async () => {
  const photo = asked('file', 'Photo', true);
  const flowId = await publishedForm(ann, [photo]);
  const captcha = { service: 'hcaptcha' as const, siteKey: 'key', secret };
  await rpc(ann, 'forms.setCaptcha', { flowId, captcha });
  answerWith = 'hang-up';
  const { parts } = await openForm(server.url, flowId);
  const body = new FormData();
  body.append('file', new Blob(['a,b']), 'a.csv');
  const sent = await fetch(new URL(`/t/${flowId}/files/${photo.id}`, server.url), { method: 'POST', body });
  const { id } = (await sent.json()) as { id: string };
  const answer = await sendForm(server.url, flowId, { ...parts(), captcha: 'token', [photo.id]: id });
  expect(answer.status).toBe(200);
  const [kept] = (await rpc(ann, 'forms.spam', { flowId })).spam;
  await rpc(ann, 'forms.acceptSpam', { flowId, submissionId: must(kept).submissionId });
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const { records } = await rpc(ann, 'records.list', {
    ...{ basePublicId: flowId, tableId: must(metadata.tables[0]).id },
  });
  expect(JSON.stringify(records)).toContain('a.csv');
  const program = { submissionId: freshId('sub'), version: parts().snapshot, answers: {} };
  expect((await ann.call('POST', `/t/${flowId}/submissions`, program)).status).toBe(403);
});
