import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestMailServer, textOf } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail());
});
afterAll(() => server.close());

const firstPage = `pag${'0'.repeat(21)}`;

async function begun() {
  const question = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [question, asked('number', 'Guests')]);
  const parts = { ...(await openForm(server.url, flowId)).parts(), page: firstPage };
  const keep = async (text: string) => {
    const response = await fetch(new URL(`/t/${flowId}/unfinished`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...parts, [question.id]: text }),
    });
    return { cookie: response.headers.get('set-cookie'), ...((await response.json()) as { kept: boolean }) };
  };
  const reopen = async (cookie: string, query = '') => {
    const response = await fetch(new URL(`/t/${flowId}${query}`, server.url), {
      headers: { cookie: must(cookie.split(';')[0]) },
    });
    return { text: await response.text(), cookie: response.headers.get('set-cookie') };
  };
  return { flowId, question, parts, keep, reopen };
}

describe('somebody comes back to a form they have begun', () => {
  it('and finds what they wrote, in the same browser only, until they begin anew', async () => {
    const { flowId, parts, keep, reopen } = await begun();
    const { kept, cookie } = await keep('Ada <b>');
    expect([kept, cookie]).toEqual([
      true,
      `form_answer_${flowId}=${parts.submission}; Path=/t/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    ]);
    await keep('Ada <i>');
    const { text } = await reopen(must(cookie));
    expect(text).toContain('value="Ada &lt;i&gt;"');
    expect(text).toContain(`value="${parts.submission}"`);
    expect(text).toContain('What you filled in before is still here');
    for (const other of ['', 'sub000000000000000000000', '%27'])
      expect((await reopen(`form_answer_${flowId}=${other}`)).text).not.toContain('Ada');
    const anew = await reopen(must(cookie), '?new');
    expect(anew.text).not.toContain('Ada');
    expect(anew.cookie).toContain('Max-Age=0');
  });

  it('and nothing is begun under an id without a token of its page', async () => {
    const { flowId, question, parts } = await begun();
    const asks = { ...parts, token: '', go: 'mail', later: 'ada@example.org', [question.id]: 'Ada' };
    const response = await fetch(new URL(`/t/${flowId}/unfinished`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(asks),
    });
    expect(await response.json()).toEqual({ kept: false });
    // A good address is not called wrong.
    expect(await (await sendForm(server.url, flowId, asks)).text()).toContain('could not be kept here');
  });

  it('however many are kept at once: who finds no turn is told when to come again', async () => {
    const { question, keep, ...form } = await begun();
    const others = await Promise.all(
      Array.from({ length: 120 }, async () => ({
        ...form.parts,
        ...(await openForm(server.url, form.flowId)).parts(),
      })),
    );
    const send = async (parts: (typeof others)[number]) => {
      const response = await fetch(new URL(`/t/${form.flowId}/unfinished`, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...parts, page: firstPage, [question.id]: 'x'.repeat(10_000) }),
      });
      return (await response.json()) as { readonly kept: boolean; readonly retryAfter?: number };
    };
    let unkept = others;
    while (unkept.length > 0) {
      const answers = await Promise.all(unkept.map(send));
      for (const one of answers)
        expect(one).toEqual(one.kept ? { kept: true } : { kept: false, retryAfter: 3 });
      unkept = unkept.filter((_, at) => answers[at]?.kept !== true);
    }
    expect((await rpc(ann, 'forms.unfinished', { flowId: form.flowId })).unfinished).toHaveLength(50);
    expect((await keep('Ada')).kept).toBe(true);
  });

  it('and not with an answer that was sent: what arrives late is not kept', async () => {
    const { flowId, question, parts, keep, reopen } = await begun();
    const { cookie } = await keep('Ada');
    const sent = await sendForm(server.url, flowId, { ...parts, go: 'next', [question.id]: 'Ada' });
    expect(await sent.text()).toContain('Thank you');
    expect(sent.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await keep('Ada L')).kept).toBe(false);
    expect((await reopen(must(cookie))).text).not.toContain('value="Ada');
  });

  it('and without a script too: a page that is sent and comes back is kept', async () => {
    const { flowId, question, parts, reopen } = await begun();
    const guests = { ...parts, go: 'next', [question.id]: '' };
    const refused = await sendForm(server.url, flowId, guests);
    expect(refused.status).toBe(400);
    const { text } = await reopen(must(refused.headers.get('set-cookie')));
    expect(text).toContain('is still here');
    expect(text).not.toContain('class="fault"');
  });

  it('and another form does not know of it', async () => {
    const [one, other] = [await begun(), await begun()];
    const { cookie } = await one.keep('Ada');
    expect((await other.reopen(must(cookie))).text).not.toContain('Ada');
  });

  it('on another device by a mailed link, once, whoever else finds it', async () => {
    const { flowId, question, parts } = await begun();
    const asks = { ...parts, go: 'mail', [question.id]: 'Ada' };
    const wrong = await sendForm(server.url, flowId, { ...asks, later: 'nobody' });
    expect([wrong.status, (await wrong.text()).includes('Enter an email address')]).toEqual([200, true]);
    const sent = await sendForm(server.url, flowId, { ...asks, later: 'ada@example.org' });
    expect(await sent.text()).toContain('A link is on its way');
    for (let i = 0; i < 4; i++) await sendForm(server.url, flowId, { ...asks, later: 'ada@example.org' });
    const refused = await sendForm(server.url, flowId, { ...asks, later: 'ada@example.org' });
    expect(await refused.text()).toContain('the newest of them works');
    const links = () =>
      mail.received
        .filter(({ to }) => to.includes('ada@example.org'))
        .map(({ source }) => textOf(source))
        .map((text) => must(/\/t\/\S+\/continue\/\S+/.exec(text)?.[0]));
    await expect.poll(() => links().length, { timeout: 60_000, interval: 50 }).toBe(5);
    const press = (link: string) => fetch(new URL(link, server.url), { method: 'POST', redirect: 'manual' });
    const taken: Response[] = [];
    for (const link of links()) {
      // Looked at by a program that follows links.
      for (let i = 0; i < 2; i++)
        expect(await (await fetch(new URL(link, server.url))).text()).toContain('Go on with your answer');
      taken.push(await press(link), await press(link));
    }
    const opened = taken.filter(({ status }) => status !== 404);
    expect(opened.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, `/t/${flowId}`],
    ]);
    expect(opened[0]?.headers.get('set-cookie')).toContain(parts.submission);
  });
});

it('whoever made the form sees how far people are, and what is new', async () => {
  const { flowId, question, parts, keep } = await begun();
  await keep('Ada');
  const { unfinished } = await rpc(ann, 'forms.unfinished', { flowId });
  expect(unfinished.map(({ answers }) => answers)).toEqual([[{ question: 'Name', answer: 'Ada' }]]);
  await sendForm(server.url, flowId, { ...parts, [question.id]: 'Ada' });
  const counts = () => rpc(ann, 'forms.sessionCounts', { flowId });
  expect(await counts()).toEqual({
    ...{ sessionCounts: { finished: 1, in_progress: 0, spam: 0, waiting: 0 }, unreadCount: 1, capped: false },
  });
  await rpc(ann, 'forms.markRead', { flowId, until: new Date().toISOString() });
  expect((await counts()).unreadCount).toBe(0);
});

const readers = {
  in_progress: async (of: { readonly flowId: string; readonly cursor?: string }) => {
    const { unfinished, nextCursor } = await rpc(ann, 'forms.unfinished', of);
    return { page: unfinished, nextCursor };
  },
  spam: async (of: { readonly flowId: string; readonly cursor?: string }) => {
    const { spam, nextCursor } = await rpc(ann, 'forms.spam', of);
    return { page: spam, nextCursor };
  },
};

it.each(['in_progress', 'spam'] as const)('and reads all of them in pages: %s', async (state) => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  await sql`insert into weft.form_sessions (flow_id, id, state, snapshot_id, sent, started_at, updated_at)
    select ${flowId}, 'sub' || lpad(i::text, 21, '0'), ${state}, 'snp', '[]'::jsonb, now(),
      date_trunc('milliseconds', now() - (i / 60) * interval '1 minute')
    from generate_series(1, 120) i`.execute(server.control);
  const ids: string[] = [];
  let of: Parameters<(typeof readers)[typeof state]>[0] | null = { flowId };
  while (of !== null) {
    const { page, nextCursor }: Awaited<ReturnType<(typeof readers)[typeof state]>> =
      await readers[state](of);
    ids.push(...page.map(({ submissionId }) => submissionId));
    of = nextCursor === null ? null : { flowId, cursor: nextCursor };
  }
  expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
});

it('links are mailed to so many addresses a minute from one network, and then it says so', async () => {
  const { flowId, question, parts } = await begun();
  const asks = { ...parts, go: 'mail', [question.id]: 'Ada' };
  const texts: string[] = [];
  for (let i = 0; i < 31; i++) {
    const sent = await sendForm(server.url, flowId, { ...asks, later: `ada${i}@example.org` });
    texts.push(await sent.text());
  }
  expect(texts[0]).toContain('A link is on its way');
  expect(texts.at(-1)).toContain('Many links were asked for here');
});
