import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
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
    const outbox = (await (await ann.call('GET', '/v1/outbox')).json()) as {
      readonly mails: readonly { readonly to: string; readonly text: string }[];
    };
    const mail = must(outbox.mails.find(({ to }) => to === 'ada@example.org'));
    expect(mail.text).not.toContain('Guests');
    const link = must(/\/t\/\S+\/continue\/\S+/.exec(mail.text)?.[0]);
    const at = new URL(link, server.url);
    // Looked at by a program that follows links.
    for (let i = 0; i < 2; i++) expect(await (await fetch(at)).text()).toContain('Go on with your answer');
    const taken = await fetch(at, { method: 'POST', redirect: 'manual' });
    expect([taken.status, taken.headers.get('location')]).toEqual([303, `/t/${flowId}`]);
    expect(taken.headers.get('set-cookie')).toContain(parts.submission);
    expect((await fetch(at, { method: 'POST', redirect: 'manual' })).status).toBe(404);
  });
});
