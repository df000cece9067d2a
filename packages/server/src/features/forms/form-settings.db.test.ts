import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' });
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const name = asked('short_text', 'Name', true);

async function form(settings: object): Promise<string> {
  const flowId = await publishedForm(ann, [{ ...name, id: asked('short_text', '').id }]);
  await set(flowId, settings);
  return flowId;
}
const set = (flowId: string, settings: object) => rpc(ann, 'forms.updateSettings', { flowId, settings });

const answers = async (flowId: string): Promise<number> => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const inTable = { basePublicId: flowId, tableId: must(metadata.tables[0]).id };
  return must((await rpc(ann, 'records.list', { ...inTable, includeTotal: true })).total);
};
const mails = async (flowId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from weft.deliveries
    where idempotency_key like ${`${flowId} %`}`.execute(server.control);
  return must(rows[0]).count;
};

/** Opens the page once, and sends what it is given each time. */
async function sender(flowId: string) {
  const { text, parts } = await openForm(server.url, flowId);
  const question = must(/name="(fld[^"]*)"/.exec(text)?.[1]);
  const first = parts();
  return (answer: string, submission = first.submission, address = '10.2.0.1') => {
    const sent = { ...first, submission, [question]: answer };
    return sendForm(server.url, flowId, sent, { 'x-forwarded-for': address });
  };
}
const submissionId = (n: number) => `sub${String(n).padStart(21, '0')}`;

describe('a form takes answers', () => {
  it('until it is closed by hand, which acts at once, and again once it is opened', async () => {
    const flowId = await form({});
    const send = await sender(flowId);
    await set(flowId, { disabledForm: true });
    const refused = await send('Ada');
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('takes no answers now');
    expect((await openForm(server.url, flowId)).response.status).toBe(403);
    await set(flowId, { disabledForm: false });
    expect((await send('Ada')).status).toBe(200);
    expect(await answers(flowId)).toBe(1);
  });

  it('from its opening until its expiration', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const flowId = await form({ openDate: soon });
    expect((await openForm(server.url, flowId)).text).toContain('not opened yet');
    await set(flowId, { openDate: past, expirationDate: soon });
    expect((await openForm(server.url, flowId)).response.status).toBe(200);
    await set(flowId, { openDate: null, expirationDate: past });
    expect((await openForm(server.url, flowId)).text).toContain('time to answer it is over');
    await expect(set(flowId, { openDate: soon, expirationDate: past })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('as many as it may take, however many come at once, and a repeated one is no further one', async () => {
    const flowId = await form({ maxSubmissions: 50 });
    const send = await sender(flowId);
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, n) => send(`Guest ${n}`, submissionId(n), `10.2.${n % 8}.1`)),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(50).fill(200),
      ...Array<number>(150).fill(403),
    ]);
    expect(await answers(flowId)).toBe(50);
    expect(await mails(flowId)).toBe(50);
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(50);
    const again = await send('again', submissionId(sent.findIndex(({ ok }) => ok)));
    expect(await again.text()).toContain('Already received');
  });

  it('and tells its owner by mail only where that is wanted', async () => {
    const flowId = await form({ notifyOwner: false });
    expect((await (await sender(flowId))('Ada')).status).toBe(200);
    expect([await answers(flowId), await mails(flowId)]).toEqual([1, 0]);
  });

  it('or stores nothing of one whose mail cannot be queued', async () => {
    const flowId = await form({});
    const send = await sender(flowId);
    await sql`alter table weft.deliveries add constraint no_more check (false) not valid`.execute(
      server.control,
    );
    try {
      expect((await send('Ada')).status).toBeGreaterThanOrEqual(500);
    } finally {
      await sql`alter table weft.deliveries drop constraint no_more`.execute(server.control);
    }
    expect([await answers(flowId), await mails(flowId)]).toEqual([0, 0]);
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(0);
    expect((await send('Ada')).status).toBe(200);
    expect([await answers(flowId), await mails(flowId)]).toEqual([1, 1]);
  });
});

it('whoever answers is told by mail what the form says, with their answers, and without their links', async () => {
  const who = asked('short_text', 'Your name', true);
  const email = asked('email', 'Email', true);
  const flowId = await publishedForm(ann, [who, email]);
  await set(flowId, {
    notifyOwner: false,
    replySubject: 'We have your answer',
    replyText: 'Dear {{Your name}}, thank you.',
  });
  const { parts } = await openForm(server.url, flowId);
  const send = (name: string, submission: string) =>
    sendForm(server.url, flowId, { ...parts(), submission, [who.id]: name, [email.id]: 'Ada@Example.org' });
  expect((await send('Ada', submissionId(901))).status).toBe(200);
  expect((await send('https://evil.example/x now', submissionId(902))).status).toBe(200);
  expect((await send('Eve', submissionId(903))).status).toBe(200);
  expect((await send('Flood', submissionId(904))).status).toBe(200);
  const outbox = await ann.call('GET', '/v1/outbox');
  const { mails: kept } = (await outbox.json()) as {
    mails: readonly { to: string; subject: string; text: string }[];
  };
  const replies = kept.filter(({ subject }) => subject === 'We have your answer').map(({ text }) => text);
  expect(replies).toHaveLength(3);
  expect(replies.some((text) => text.startsWith('Dear Ada, thank you.'))).toBe(true);
  expect(replies.join()).not.toContain('https://');
});

it('mails go out for the answers that their conditions ask for, and for no other', async () => {
  const [who, email] = [asked('short_text', 'Your name', true), asked('email', 'Email', true)];
  const flowId = await publishedForm(ann, [who, email]);
  const named = (value: string) => ({
    ...{ conjunction: 'and', items: [{ fieldId: who.id, operator: 'contains', value }] },
  });
  const reply = { replySubject: 'We have your answer', replyText: 'Thank you.' };
  const conditions = { notifyWhen: named('Ada'), replyWhen: named('Bert') };
  const { settings } = await set(flowId, { notifyOwner: true, ...reply, ...conditions });
  expect(settings).toMatchObject(conditions);
  const counts: number[] = [];
  for (const [at, called] of ['Cleo', 'Ada', 'Bert', 'Ada and Bert'].entries()) {
    const { parts } = await openForm(server.url, flowId);
    const submission = submissionId(950 + at);
    const sent = { ...parts(), submission, [who.id]: called, [email.id]: `a${at}@example.org` };
    expect((await sendForm(server.url, flowId, sent)).status).toBe(200);
    counts.push(await mails(flowId));
  }
  expect(counts).toEqual([0, 1, 2, 4]);
});

it('mails nobody but the owner where conditions ask about a question that is gone', async () => {
  const [who, email] = [asked('short_text', 'Your name', true), asked('email', 'Email', true)];
  const flowId = await publishedForm(ann, [who, email]);
  const gone = { conjunction: 'and', items: [{ fieldId: 'fldGone', operator: 'contains', value: 'Ada' }] };
  const reply = { replySubject: 'We have your answer', replyText: 'Thank you.' };
  await set(flowId, { notifyOwner: true, ...reply, notifyWhen: gone, replyWhen: gone });
  const { parts } = await openForm(server.url, flowId);
  const sent = { ...parts(), [who.id]: 'Cleo', [email.id]: 'cleo@example.org' };
  expect((await sendForm(server.url, flowId, sent)).status).toBe(200);
  const { rows } = await sql<{ target: string }>`select target from weft.deliveries
    where idempotency_key like ${`${flowId} %`}`.execute(server.control);
  expect(rows.length).toBe(1);
  expect(rows.map(({ target }) => target)).not.toContain('cleo@example.org');
});
