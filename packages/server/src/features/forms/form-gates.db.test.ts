import { createHash } from 'node:crypto';
import { answerIdsOf } from '@weft/forms';
import { isWork, workText } from '@weft/public';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const form = async (settings: object, type: 'short_text' | 'email' = 'short_text') => {
  const question = asked(type, 'Who are you?', true);
  const flowId = await publishedForm(ann, [question]);
  await rpc(ann, 'forms.updateSettings', { flowId, settings });
  const { parts } = await openForm(server.url, flowId);
  const send = (answer: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    sendForm(
      server.url,
      flowId,
      { ...parts(), submission: freshId('sub'), [question.id]: answer, ...more },
      { origin: server.url, ...headers },
    );
  return { flowId, question, send };
};
const taken = async (flowId: string) => (await rpc(ann, 'forms.get', { flowId })).submissions;
const cookieOf = (response: Response): string =>
  must(response.headers.get('set-cookie')?.split(';')[0], 'a cookie');

describe('a form with a password', () => {
  it('S3 shows nothing and takes nothing before it, and asks again when it changes', async () => {
    const { flowId, send } = await form({});
    const set = (password: string | null) => rpc(ann, 'forms.setPassword', { flowId, password });
    await set('open sesame');
    const open = (cookie = '') => fetch(new URL(`/t/${flowId}`, server.url), { headers: { cookie } });
    const page = await (await open()).text();
    expect(page).toContain('type="password"');
    expect(page).not.toContain('Who are you?');
    expect((await send('Ada')).status).toBe(403);
    const unlock = (password: string) =>
      fetch(new URL(`/t/${flowId}/unlock?name=x`, server.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ password }),
      });
    expect((await unlock('sesame')).status).toBe(403);
    const unlocked = await unlock('open sesame');
    expect([unlocked.status, unlocked.headers.get('location')]).toEqual([303, `/t/${flowId}?name=x`]);
    const cookie = cookieOf(unlocked);
    const inside = await open(cookie);
    expect([inside.headers.get('x-keep-offline'), await inside.text()]).toEqual([
      'never',
      expect.stringContaining('Who are you?'),
    ]);
    expect((await send('Ada', {}, { cookie })).status).toBe(200);
    expect(JSON.stringify(await rpc(ann, 'forms.get', { flowId }))).not.toContain('sesame');
    await set('another');
    expect((await open(cookie)).status).toBe(401);
    await set(null);
    const without = await open();
    expect([without.status, without.headers.get('x-keep-offline')]).toEqual([200, null]);
  });
});

describe('guesses of a password', () => {
  it('are held to ten a minute, by pages and programs together, and whoever knows it goes on', async () => {
    const own = await startTestServer();
    const ben = await own.signUp('Ben Owner');
    const flowId = await publishedForm(ben, [asked('short_text', 'Name')]);
    await rpc(ben, 'forms.setPassword', { flowId, password: 'open sesame' });
    const unlock = (password: string) =>
      fetch(new URL(`/t/${flowId}/unlock`, own.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ password }),
      });
    const send = (password: string) => {
      const answer = { submissionId: freshId('sub'), version: 'snp000000000000000000000', answers: {} };
      return callAs(own.url, null)('POST', `/t/${flowId}/submissions`, { ...answer, password });
    };
    try {
      // The program's right password is tested before its version, which is another.
      expect((await send('open sesame')).status).toBe(409);
      for (let i = 0; i < 4; i++) expect((await send(`guess ${i}`)).status).toBe(403);
      for (let i = 4; i < 9; i++) expect((await unlock(`guess ${i}`)).status).toBe(403);
      const [page, program] = [await unlock('guess'), await send('guess')];
      expect([page.status, program.status]).toEqual([429, 429]);
      expect(Number(program.headers.get('retry-after'))).toBeGreaterThan(0);
      expect([(await unlock('open sesame')).status, (await send('open sesame')).status]).toEqual([303, 409]);
    } finally {
      await own.close();
    }
  });
});

describe('what is set while an answer is being kept', () => {
  /** Does something to the form between the look at an answer and the moment it is counted. */
  const meanwhile = async (change: string, send: () => Promise<Response>) => {
    await sql`create function weft.meanwhile() returns trigger language plpgsql as $$ begin
      ${sql.raw(change)} return new; end $$`.execute(server.control);
    await sql`create trigger meanwhile before update of submissions on weft.documents
      for each row execute function weft.meanwhile()`.execute(server.control);
    try {
      return await send();
    } finally {
      await sql`drop trigger meanwhile on weft.documents`.execute(server.control);
      await sql`drop function weft.meanwhile()`.execute(server.control);
    }
  };
  const set = (settings: object) =>
    `update weft.flows set settings = settings || '${JSON.stringify(settings)}' where id = new.flow_id;`;

  it.each([
    ['closed', set({ disabledForm: true }), 403, 'This form is closed'],
    ['over', set({ expirationDate: '2020-01-01T00:00:00.000Z' }), 403, 'This form is closed'],
    ['locked', `new.password_hash := 'another';`, 403, 'another password'],
    ['for proven people alone', set({ mailCode: true }), 409, 'changed in this moment'],
    ['for a domain alone', set({ allowedDomains: ['x.org'] }), 409, 'changed in this moment'],
  ])('S1 counts: by then it is %s, and nothing is kept', async (_, change, status, why) => {
    const { flowId, send } = await form({});
    const answer = await meanwhile(change, () => send('Ada'));
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(why)]);
    expect(await taken(flowId)).toBe(0);
    expect((await rpc(ann, 'forms.sessionCounts', { flowId })).sessionCounts.finished).toBe(0);
    expect((await send('Ada')).status).toBe(200);
  });
});

describe('a form that takes one answer of each person', () => {
  it('S5 knows them by a cookie', async () => {
    const { flowId, send } = await form({ onePerPerson: 'browser' });
    const opened = await openForm(server.url, flowId);
    const cookie = cookieOf(opened.response);
    expect((await send('Ada')).status).toBe(400);
    const both = await Promise.all([send('Ada', {}, { cookie }), send('Ada again', {}, { cookie })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await (await send('Ada', {}, { cookie })).text()).toContain('answered it already');
    expect(await taken(flowId)).toBe(1);
  });

  it('S5 and knows them under each address of the form', async () => {
    const { flowId, question } = await form({ onePerPerson: 'browser' });
    await rpc(ann, 'forms.setEnding', { flowId, customEnding: 'one-for-each' });
    const { response, parts } = await openForm(server.url, flowId);
    expect(response.headers.get('set-cookie')).toContain('; Path=/t/;');
    const cookie = cookieOf(response);
    const named = await fetch(new URL('/t/one-for-each', server.url), { headers: { cookie } });
    expect(named.headers.get('set-cookie')).toBeNull();
    const send = (address: string) => {
      const body = { ...parts(), submission: freshId('sub'), [question.id]: 'Ada' };
      return sendForm(server.url, address, body, { cookie, origin: server.url });
    };
    expect([(await send(flowId)).status, (await send('one-for-each')).status]).toEqual([200, 403]);
  });

  it('S5 or by their address, which has to be of an allowed domain', async () => {
    const { flowId, send } = await form({ onePerPerson: 'email', allowedDomains: ['example.org'] }, 'email');
    expect(await (await send('ada@other.org')).text()).toContain('@example.org');
    expect((await send('ada@example.org')).status).toBe(200);
    expect((await send('ADA@example.org')).status).toBe(403);
    expect((await send('grace@example.org')).status).toBe(200);
    expect(await taken(flowId)).toBe(2);
  });
});

it('S6 a choice with a capacity is taken so many times, however many come at once', async () => {
  const day = asked('single_choice', 'Day', true);
  const monday = must(day.choices[0]).id;
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Days' });
  await edit(ann, flowId, 0, add([day]));
  await edit(ann, flowId, 1, [{ kind: 'prop', id: monday, key: 'capacity', before: null, after: 3 }]);
  await rpc(ann, 'forms.publish', { flowId, version: 2 });
  const { parts, text } = await openForm(server.url, flowId);
  expect(text).not.toContain('capacity');
  const send = (choice: string) =>
    sendForm(server.url, flowId, { ...parts(), submission: freshId('sub'), [day.id]: choice });
  const sent = await Promise.all(Array.from({ length: 10 }, () => send(monday)));
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await taken(flowId)).toBe(3);
  expect(await (await send(monday)).text()).toContain('is full: choose something else');
  expect((await openForm(server.url, flowId)).text).toMatch(new RegExp(`value="${monday}"[^>]*disabled`));
  expect((await send(must(day.choices[1]).id)).status).toBe(200);
});

describe('spam', () => {
  const states = async (flowId: string) => {
    const { rows } = await sql<{ state: string }>`select state from weft.form_sessions
      where flow_id = ${flowId} order by state`.execute(server.control);
    return rows.map(({ state }) => state);
  };

  it('S4 is kept apart, and whoever sends it is told nothing', async () => {
    const { flowId, send } = await form({});
    const thanks = await (await send('Ada')).text();
    expect(await (await send('Bot', { website: 'http://x' })).text()).toBe(thanks);
    expect(await taken(flowId)).toBe(1);
    expect(await states(flowId)).toEqual(['finished', 'spam']);
  });

  it('pushes out the oldest where a form has much of it', async () => {
    const { flowId, send } = await form({});
    await sql`insert into weft.form_sessions (flow_id, id, state, snapshot_id, reasons, started_at, updated_at)
      select ${flowId}, 'subold' || lpad(i::text, 18, '0'), 'spam', 'snp',
        '["A field that no person sees was filled in"]'::jsonb, now(), now() - make_interval(secs => i)
      from generate_series(1, 500) i`.execute(server.control);
    await send('Bot', { website: 'http://x' });
    const { rows } = await sql<{
      kept: number;
      oldest: string;
    }>`select count(*)::int as kept, max(id) as oldest
      from weft.form_sessions where flow_id = ${flowId} and id like 'subold%'`.execute(server.control);
    expect([rows[0]?.oldest, (await states(flowId)).length]).toEqual([
      `subold${'499'.padStart(18, '0')}`,
      500,
    ]);
  });

  it('S4 counts as an answer where the defence is off', async () => {
    const { flowId, send } = await form({ spamDefence: false });
    expect((await send('Bot', { website: 'http://x' })).status).toBe(200);
    expect(await states(flowId)).toEqual(['finished']);
  });

  it('stores nothing of an answer whose page was not opened here', async () => {
    const { flowId, send } = await form({});
    const other = await form({});
    const foreign = (await openForm(server.url, other.flowId)).parts().token;
    for (const token of ['', 'x', `${foreign.split('.')[0]}.${'A'.repeat(32)}`, foreign]) {
      const refused = await send('Ada', { token });
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain('value="Ada"');
    }
    expect(await states(flowId)).toEqual([]);
  });
});

describe('spam in the results', () => {
  const spam = async (flowId: string) => (await rpc(ann, 'forms.spam', { flowId })).spam;

  it('S4 is told with its reasons, and becomes an answer or goes', async () => {
    const { flowId, send } = await form({});
    for (const who of ['Ada', 'Bot']) await send(who, { website: 'http://x' });
    const [bot, ada] = await spam(flowId);
    const sent = { at: '2026-01-02T03:04:05.000Z', person: 'hash of a person' };
    await sql`update weft.form_sessions set started_at = ${sent.at}, updated_at = ${sent.at}, person = ${sent.person}
      where flow_id = ${flowId} and id = ${must(ada).submissionId}`.execute(server.control);
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { onePerPerson: 'browser' } });
    expect(ada).toMatchObject({
      reasons: expect.arrayContaining(['A field that no person sees was filled in']),
      answers: [{ question: 'Who are you?', answer: 'Ada' }],
    });
    const of = (submissionId: string) => ({ flowId, submissionId });
    expect(await rpc(ann, 'forms.acceptSpam', of(must(ada).submissionId))).toEqual({
      accepted: true,
      waiting: false,
    });
    expect(await rpc(ann, 'forms.deleteSpam', of(must(bot).submissionId))).toEqual({ deleted: true });
    await expect(rpc(ann, 'forms.acceptSpam', of(must(bot).submissionId))).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect([await spam(flowId), await taken(flowId)]).toEqual([[], 1]);
    const { rows } = await sql<
      Record<string, unknown>
    >`select started_at, updated_at, person from weft.form_sessions
      where flow_id = ${flowId} and id = ${must(ada).submissionId}`.execute(server.control);
    const at = new Date(sent.at);
    expect(rows.map((row) => Object.values(row))).toEqual([[at, at, sent.person]]);
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
    const { records } = await rpc(ann, 'records.list', {
      basePublicId: flowId,
      tableId: must(metadata.tables[0]).id,
    });
    expect(JSON.stringify(records[0]?.data)).toContain(sent.at.slice(0, 19));
  });
});

describe('a form elsewhere', () => {
  const ancestors = (response: Response) =>
    /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

  it('is shown in frames of the sites that its maker names, and of no others', async () => {
    const { flowId } = await form({});
    expect(ancestors((await openForm(server.url, flowId)).response)).toBe("'self'");
    const settings = { embedSites: ['https://example.org'] };
    await rpc(ann, 'forms.updateSettings', { flowId, settings });
    const { response } = await openForm(server.url, flowId);
    expect(ancestors(response)).toBe("'self' https://example.org");
    expect(response.headers.get('x-frame-options')).toBeNull();
    const hostile = { embedSites: ["https://x.org; script-src 'unsafe-inline'"] };
    await expect(rpc(ann, 'forms.updateSettings', { flowId, settings: hostile })).rejects.toThrow();
    const site = await fetch(new URL('/sign-in', server.url));
    expect(site.headers.get('x-frame-options')).not.toBeNull();
  });

  it('has an ending in words that no other form has, and keeps its first link', async () => {
    const { flowId, question } = await form({});
    const other = await form({});
    const name = (of: string, customEnding: string | null) =>
      rpc(ann, 'forms.setEnding', { flowId: of, customEnding });
    await name(flowId, 'autumn-classes');
    const opened = await openForm(server.url, 'autumn-classes');
    expect(opened.text).toContain('action="/t/autumn-classes"');
    const sent = { ...opened.parts(), [question.id]: 'Ada' };
    expect((await sendForm(server.url, 'autumn-classes', sent)).status).toBe(200);
    expect((await openForm(server.url, flowId)).response.status).toBe(200);
    await expect(name(other.flowId, 'autumn-classes')).rejects.toMatchObject({ kind: 'conflict' });
    await expect(name(other.flowId, other.flowId)).rejects.toMatchObject({ kind: 'invalid' });
    await name(flowId, null);
    await name(other.flowId, 'autumn-classes');
    expect((await rpc(ann, 'forms.get', { flowId: other.flowId })).customEnding).toBe('autumn-classes');
  });
});

it('the summary counts what was opened, begun, finished and chosen, what is no longer asked too', async () => {
  const color = asked('single_choice', 'Color', true);
  const flowId = await publishedForm(ann, [color, asked('number', 'How many?')]);
  for (const choice of color.choices) {
    const { parts } = await openForm(server.url, flowId);
    expect((await sendForm(server.url, flowId, { ...parts(), [color.id]: choice.id })).status).toBe(200);
  }
  await server.parts.forms.flushViews();
  const { content, version } = await rpc(ann, 'forms.get', { flowId });
  const before = must(content.blocks[color.id]);
  const gone = [color.id, ...color.choices.map(({ id }) => id)].map((id) => ({
    ...{ kind: 'block' as const, id, before: content.blocks[id] ?? before, after: null },
  }));
  await edit(ann, flowId, version, gone.reverse());
  const { tableId } = answerIdsOf(flowId);
  const ofAnswers = { basePublicId: flowId, tableId };
  const field = { name: 'Who calls back', type: 'single_line_text' } as const;
  await rpc(ann, 'fields.create', { ...ofAnswers, field });
  const late = asked('short_text', 'Asked later', true);
  await edit(ann, flowId, version + 1, add([late]));
  await rpc(ann, 'forms.publish', { flowId, version: version + 2 });
  const { parts } = await openForm(server.url, flowId);
  await sendForm(server.url, flowId, { ...parts(), [late.id]: 'Ada' });
  const summary = await rpc(ann, 'forms.summary', { flowId });
  expect(summary).toMatchObject({ views: 2, starts: 0, finished: 3, spam: 0 });
  expect(summary.questions.map(({ label, isRemoved, answered }) => [label, isRemoved, answered])).toEqual([
    ['Asked later', false, 1],
    ['How many?', false, 0],
    ['Who calls back', false, 0],
    ['Color', true, 2],
  ]);
  const file = await ann.call('GET', `/v1/bases/${flowId}/tables/${tableId}/export?format=csv`);
  const [header] = (await file.text()).split('\r\n');
  expect(header).toBe('Submitted,Asked later,How many?,Who calls back,Color');
  expect(summary.questions[3]?.bars).toMatchObject([
    { label: 'First choice', count: 1 },
    { label: 'Second choice', count: 1 },
  ]);
});

it('asks for proof of work where its maker wants that, of pages and programs alike (S9)', async () => {
  const question = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [question]);
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { proofOfWork: true } });
  const { parts, text } = await openForm(server.url, flowId);
  expect(text).toContain('data-work');
  const given = { ...parts(), [question.id]: 'Ada' };
  const without = await sendForm(server.url, flowId, { ...given, work: '1' });
  expect([without.status, await without.text()]).toEqual([400, expect.stringContaining('Nothing was sent')]);
  const { submission, snapshot } = parts();
  const program = { submissionId: submission, version: snapshot, answers: { [question.id]: 'Ada' } };
  expect((await ann.call('POST', `/t/${flowId}/submissions`, program)).status).toBe(403);
  let nonce = 0;
  const hash = () => createHash('sha256').update(workText(submission, nonce)).digest();
  while (!isWork(hash())) nonce++;
  const sent = await sendForm(server.url, flowId, { ...given, work: String(nonce) });
  expect(await sent.text()).toContain('Thank you');
  // Of one answer, not of another.
  const other = await sendForm(server.url, flowId, {
    ...given,
    submission: freshId('sub'),
    work: String(nonce),
  });
  expect(other.status).toBe(400);
});

it('S1 a form that is closed while somebody fills it in says so at the next page, not at the end', async () => {
  const { flowId, send } = await form({});
  expect((await send('')).status).toBe(400);
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { disabledForm: true } });
  const [unfinished, whole] = [await send(''), await send('Ada')];
  expect(unfinished.status).toBe(whole.status);
  expect(await unfinished.text()).not.toContain('Who are you?');
});
