import { type Block, type Content, ordersBetween } from '@weft/documents';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { freshId, removeOld } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
let clock = Date.now();
beforeAll(async () => {
  server = await startTestServer({}, { now: () => clock });
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** A browser: it keeps cookies and follows to the quiz; everything it is told is collected. */
class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #flowId: string;
  readonly traffic: string[] = [];
  text = '';
  status = 0;

  constructor(flowId: string) {
    this.#flowId = flowId;
  }

  async go(path = '', parts?: readonly (readonly [string, string])[]): Promise<this> {
    const response = await fetch(new URL(`/t/${this.#flowId}${path}`, server.url), {
      redirect: 'manual',
      headers: {
        origin: new URL(server.url).origin,
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(parts && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(parts && { method: 'POST', body: new URLSearchParams(parts.map(([...pair]) => pair)).toString() }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = must(/^([^=]+)=([^;]*)/.exec(cookie));
      if (cookie.includes('Max-Age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    this.text = await response.text();
    this.status = response.status;
    this.traffic.push(this.text, ...[...response.headers].map((pair) => pair.join(': ')));
    return response.status === 303 ? this.go() : this;
  }

  start = () => this.go('/start', []);

  /** Sends the page that is shown, with these answers. */
  send(answers: readonly (readonly [string, string])[], go = 'next', path = ''): Promise<this> {
    const hidden = [...this.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&lt;', '<').replaceAll('&gt;', '>')] as const,
    );
    return this.go(path, [...hidden, ...answers, ['go', go]]);
  }
}

const first = `pag${'0'.repeat(21)}`;

/** A quiz of two pages with a question each; its name is asked on the first. */
async function quiz(props: Content['props'], drawn: { readonly pick?: number } = {}) {
  const made = await ann.call('POST', '/v1/flows', { type: 'quiz', name: 'Planets' });
  const { id: flowId, version } = (await made.json()) as { id: string; version: number };
  const document = await ann.call('GET', `/v1/flows/${flowId}/document`);
  const { document: content } = (await document.json()) as { document: Content };
  expect(content.props.quiz).toBe(true);
  const [name, large, small, second] = [freshId('fld'), freshId('fld'), freshId('fld'), freshId('pag')];
  const orders = ordersBetween(null, null, 4).map((order) => must(order));
  const choice = (parent: string, place: number, label: string, points?: number) => {
    const id = freshId('opt');
    const block: Block = {
      ...{ parent, order: must(orders[place]) },
      props: { type: 'choice', label, ...(points !== undefined && { points }) },
    };
    return [id, block] as const;
  };
  const ask = (parent: string, order: string | undefined, type: string, label: string, more = {}): Block => ({
    ...{ parent, order: must(order), props: { type, label, required: type !== 'short_text', ...more } },
  });
  const choices = [
    choice(large, 0, 'Jupiter', 2),
    choice(large, 1, 'Mars'),
    choice(small, 0, 'Venus'),
    choice(small, 1, 'Mercury', 3),
  ] as const;
  const blocks: Content['blocks'] = {
    ...content.blocks,
    [first]: { ...must(content.blocks[first]), props: { ...must(content.blocks[first]).props, ...drawn } },
    [second]: { parent: null, order: 'W', props: { type: 'page', kind: 'form', label: '' } },
    [name]: ask(first, orders[0], 'short_text', 'Your name'),
    [large]: ask(first, orders[1], 'single_choice', 'The largest?', {
      explanation: 'Heavier than all others.',
    }),
    [small]: ask(second, orders[0], 'single_choice', 'The smallest?', {
      explanation: 'Not larger than a moon.',
    }),
    ...Object.fromEntries(choices),
  };
  const put = await fetch(new URL(`/v1/flows/${flowId}/document`, server.url), {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${ann.token}`,
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    },
    body: JSON.stringify({ ...content, props: { ...content.props, ...props }, blocks }),
  });
  const kept = (await put.json()) as { version: number };
  expect(put.status, JSON.stringify(kept)).toBe(200);
  await rpc(ann, 'forms.publish', { flowId, version: kept.version });
  const [[jupiter], [mars], [venus], [mercury]] = choices;
  return { flowId, name, large, small, jupiter, mars, venus, mercury };
}

/** The score of each answer, the newest last. */
async function scores(flowId: string): Promise<readonly unknown[]> {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const score = table.fields.find(({ name }) => name === 'Score');
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  return records.map(({ data }) => data[score?.id ?? '']);
}

const minute = 60_000;
beforeEach(() => {
  clock = Date.now();
});

describe('a quiz with a time limit (Q5, Q6)', () => {
  it('runs from the press on, by the clock of the server, and takes what comes in time', async () => {
    const { flowId, large, small, jupiter, mercury } = await quiz({ timeLimit: 1 });
    const browser = new Browser(flowId);
    await browser.go();
    expect(browser.text).toContain('You have 1 minute.');
    expect(browser.text).not.toContain('The largest?');
    await browser.start();
    expect(browser.text).toContain('data-left="60"');
    clock += 20_000;
    // Opening it again gives nobody more time.
    await browser.go();
    expect(browser.text).toContain('data-left="40"');
    await browser.send([[large, jupiter]]);
    clock += 45_000;
    await browser.send([[small, mercury]]);
    expect(browser.text).toContain('5 of 5 points');
  });

  it('judges what was kept in time, and reads nothing that comes later', async () => {
    const { flowId, large, small, jupiter, mercury, mars } = await quiz({ timeLimit: 1 });
    const browser = await new Browser(flowId).start();
    // Nobody skips what is required by saying that the time is over.
    await browser.send([], 'time');
    expect(browser.text).toContain('The largest?');
    await browser.send([[large, jupiter]]);
    clock += minute + 15_000;
    await browser.send([[large, mars]], 'stay', '/unfinished');
    expect(browser.text).toBe('{"kept":false}');
    await browser.go();
    expect(browser.text).toContain('The time is over');
    await browser.send([[small, mercury]], 'time');
    expect(browser.text).toContain('2 of 5 points');
    expect(await scores(flowId)).toEqual([2]);
  });

  it('judges by itself what nobody comes back to hand in, once, as of the end of its time', async () => {
    const { flowId, large, small, jupiter, mercury } = await quiz({ timeLimit: 1 });
    const [kept, still] = [await new Browser(flowId).start(), await new Browser(flowId).start()];
    await kept.send([[large, jupiter]]);
    await removeOld(server);
    expect(await scores(flowId)).toEqual([]);
    clock += minute + 15_000;
    // The form closes between the end of that time and the next look at it.
    const expirationDate = new Date(clock - 5_000).toISOString();
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { expirationDate } });
    await removeOld(server);
    await removeOld(server);
    expect(await scores(flowId)).toEqual([2]);
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { expirationDate: null } });
    // Of what nothing was kept, nothing is judged; what comes late from elsewhere changes nothing.
    await kept.send([[small, mercury]], 'time');
    await still.go();
    expect(await scores(flowId)).toEqual([2]);
  });

  it('is taken out of the spam with what there was when its time ended', async () => {
    const { flowId, large, jupiter } = await quiz({ timeLimit: 1 });
    const browser = await new Browser(flowId).start();
    await browser.send([[large, jupiter]]);
    clock += minute;
    await browser.send([['website', 'https://spam.example']], 'time');
    const { spam } = await rpc(ann, 'forms.spam', { flowId });
    const { submissionId } = must(spam[0]);
    expect(await scores(flowId)).toEqual([]);
    expect(await rpc(ann, 'forms.acceptSpam', { flowId, submissionId })).toMatchObject({ accepted: true });
    expect(await scores(flowId)).toEqual([2]);
  });

  it('with a captcha counts nothing that came without it, as its time ends and later (S12)', async () => {
    const { flowId, large, jupiter } = await quiz({ timeLimit: 1 });
    const captcha = { service: 'turnstile' as const, siteKey: 'site', secret: 'a-secret-of-the-service' };
    await rpc(ann, 'forms.setCaptcha', { flowId, captcha });
    const [sends, leaves] = [new Browser(flowId), new Browser(flowId)];
    await (await sends.go()).start();
    await (await leaves.go()).start();
    await leaves.send([[large, jupiter]], 'next', '/unfinished');
    clock += minute - 1_000;
    await sends.send([[large, jupiter]], 'time');
    expect(sends.status).toBe(200);
    expect(sends.text).not.toContain('Right answer');
    clock += minute;
    await removeOld(server);
    const { spam } = await rpc(ann, 'forms.spam', { flowId });
    expect(spam.map(({ reasons }) => reasons)).toEqual([
      ['Not verified: the captcha was not passed before the time was over'],
      ['Not verified: the captcha was not passed before the time was over'],
    ]);
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(0);
  });

  it('takes an answer of no program, and none that was not begun', async () => {
    const { flowId, large, jupiter } = await quiz({ timeLimit: 1 });
    const { published } = await rpc(ann, 'forms.get', { flowId });
    const body = { submissionId: freshId('sub'), version: must(published).id, answers: { [large]: jupiter } };
    expect((await ann.call('POST', `/t/${flowId}/submissions`, body)).status).toBe(403);
    const browser = await new Browser(flowId).go('', [
      ['submission', freshId('sub')],
      ['snapshot', must(published).id],
      [large, jupiter],
    ]);
    expect(browser.status).toBe(409);
    expect(await scores(flowId)).toEqual([]);
  });
});

it('nobody makes up ids until they like the questions that are drawn for them (Q3)', async () => {
  const { flowId, name, large } = await quiz({}, { pick: 1 });
  const madeUp = freshId('sub');
  const drawnFor = (text: string) => [name, large].filter((id) => text.includes(`name="${id}"`));
  const visitor = await new Browser(flowId).go();
  const hidden = (part: string) => must(new RegExp(`name="${part}" value="([^"]*)"`).exec(visitor.text)?.[1]);
  const [own, token] = [hidden('submission'), hidden('token')];
  expect(drawnFor(visitor.text)).toHaveLength(1);
  const pages = async (submission: string) =>
    (await fetch(new URL(`/t/${flowId}/pages?submission=${submission}&token=${token}`, server.url))).text();
  expect(await pages(own)).toContain(own);
  expect(await pages(madeUp)).not.toContain(madeUp);
  const page = { snapshot: hidden('snapshot'), token, page: first, go: 'next' };
  const other = new Browser(flowId);
  await other.go('', Object.entries({ ...page, submission: madeUp }));
  expect([other.status, other.text.includes(madeUp)]).toEqual([409, false]);
  const kept = await other.go('/unfinished', Object.entries({ ...page, submission: madeUp }));
  expect(kept.text).toBe('{"kept":false}');
  const program = await fetch(new URL(`/t/${flowId}/submissions`, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ submissionId: madeUp, version: page.snapshot, answers: {} }),
  });
  expect(program.status).toBe(403);
});

it('a browser begins a quiz as often as its attempts allow, also at one moment (Q5)', async () => {
  const { flowId, large, small, mars, venus } = await quiz({ attempts: 3 });
  const browser = await new Browser(flowId).go();
  expect(browser.text).toContain('You have 3 attempts left.');
  await browser.start();
  await browser.send([[large, mars]]);
  await browser.send([[small, venus]]);
  expect(browser.text).toContain('0 of 5 points');
  await browser.go();
  expect(browser.text).toContain('You have 2 attempts left.');
  // Pressed twice, also at one moment, it is one attempt, which goes on.
  await Promise.all(Array.from({ length: 5 }, () => browser.start()));
  await browser.go('?new');
  expect(browser.text).toContain('You have 1 attempt left.');
  await browser.start();
  await browser.send([[large, mars]]);
  await browser.send([[small, venus]]);
  await browser.start();
  await browser.send([[large, mars]]);
  await browser.send([[small, venus]]);
  await browser.go();
  expect(browser.text).toContain('You have used all your attempts');
  await browser.start();
  expect(browser.text).toContain('You have used all your attempts');
  expect((await new Browser(flowId).go('/start', [])).status).toBe(400);
});

it('an attempt whose time is over is followed by the next one (Q5)', async () => {
  const { flowId } = await quiz({ attempts: 2, timeLimit: 5 });
  const browser = await new Browser(flowId).go();
  await browser.start();
  clock += 6 * 60_000;
  await browser.go('?new');
  expect(browser.text).toContain('You have 1 attempt left.');
  await browser.start();
  await browser.go('?new');
  expect(browser.text).toContain('You have used all your attempts');
});

describe('a quiz that tells points behind each page (Q7)', () => {
  it('fixes what it has judged, and leads on alone', async () => {
    const { flowId, large, small, jupiter, mars, mercury } = await quiz({ feedback: 'pages' });
    const browser = await new Browser(flowId).start();
    await browser.send([[large, mars]]);
    expect(browser.text).toContain('Heavier than all others.');
    expect(browser.text).toContain('0 of 2');
    expect(browser.text).not.toContain('>Back</button>');
    await browser.send([], 'back');
    expect(browser.text).toContain('The smallest?');
    await browser.send([
      [large, jupiter],
      [small, mercury],
    ]);
    expect(browser.text).toContain('3 of 5 points');
    expect(await scores(flowId)).toEqual([3]);
  });
});

it('nothing tells the key or a score before it is due, in all that a taken quiz is told (Q4)', async () => {
  const props = { timeLimit: 5, attempts: 3, feedback: 'pages', passMark: 60, showResult: 'score' };
  const { flowId, name, large, small, jupiter, mercury } = await quiz(props);
  const browser = await new Browser(flowId).go();
  await browser.start();
  await browser.send([], 'next');
  await browser.send([[name, 'Ada']], 'stay', '/unfinished');
  await browser.go();
  const secret =
    /points"|>\d of \d<|\d points|Heavier than|larger than a moon|passMark|feedback"|Passed|Right answer/;
  for (const text of browser.traffic) expect(text).not.toMatch(secret);
  await browser.send([
    [name, 'Ada'],
    [large, jupiter],
  ]);
  expect(browser.text).toContain('2 of 2');
  // Of the page to come still nothing.
  for (const text of browser.traffic) expect(text).not.toMatch(/larger than a moon|Passed|>\d of 3<|of 5/);
  await browser.send([[small, mercury]]);
  expect(browser.text).toContain('5 of 5 points');
  expect(browser.text).toContain('Not larger than a moon.');
});

it('a leaderboard names the best by their answers, without those that were deleted (Q8)', async () => {
  // The question's id is known once the form is made.
  const { flowId, name, large, small, jupiter, mars, mercury } = await quiz({});
  const { version } = await rpc(ann, 'forms.get', { flowId });
  const chosen = { kind: 'prop', id: null, key: 'leaderboard', before: null, after: name } as const;
  const edited = await rpc(ann, 'forms.edit', { flowId, version, editId: freshId('edt'), edits: [chosen] });
  await rpc(ann, 'forms.publish', { flowId, version: edited.version });
  const take = async (who: string, answer: string) => {
    const browser = await new Browser(flowId).go();
    await browser.send([
      [name, who],
      [large, answer],
    ]);
    return (await browser.send([[small, mercury]])).text;
  };
  await take('Bob <b>', mars);
  await take('Cid', jupiter);
  const told = await take('Eve', mars);
  const places = (text: string) =>
    [...text.matchAll(/<li><span>([^<]*)<\/span> <span>(\d+) points/g)].map(([, ...each]) => each);
  expect(places(told)).toEqual([
    ['Cid', '5'],
    ['Bob &lt;b&gt;', '3'],
    ['Eve', '3'],
  ]);
  const tableId = must((await rpc(ann, 'metadata.get', { basePublicId: flowId })).metadata.tables[0]).id;
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId });
  const cid = must(records.find(({ data }) => data[name] === 'Cid'));
  await rpc(ann, 'records.delete', { basePublicId: flowId, tableId, recordIds: [cid.id] } as never);
  expect(places(await take('Fay', mars)).map(([who]) => who)).toEqual(['Bob &lt;b&gt;', 'Eve', 'Fay']);
});
