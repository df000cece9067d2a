import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
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
  return (await rpc(ann, 'records.list', inTable)).records.length;
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
  return (answer: string, submission = first.submission) =>
    sendForm(server.url, flowId, { ...first, submission, [question]: answer });
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
    const flowId = await form({ maxSubmissions: 5 });
    const send = await sender(flowId);
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(`Guest ${n}`, submissionId(n))));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(15).fill(403),
    ]);
    expect(await answers(flowId)).toBe(5);
    expect(await mails(flowId)).toBe(5);
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(5);
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
