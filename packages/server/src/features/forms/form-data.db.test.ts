import { firstPageId, pageProps } from '@weft/forms';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, edit, freshId, publishedForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
let program: TestPerson['call'];
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
  const made = await ann.call('POST', '/v1/tokens', { name: 'Program', scopes: ['write'], expiresInDays: 1 });
  program = callAs(server.url, ((await made.json()) as { token: string }).token);
});
afterAll(() => server.close());

const put = (flowId: string, version: number, document: object) =>
  fetch(new URL(`/v1/flows/${flowId}/document`, server.url), {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${ann.token}`,
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    },
    body: JSON.stringify(document),
  });
const json = async (response: Response) => (await response.json()) as Record<string, never>;

const page = `pag${'0'.repeat(21)}`;
const name = 'fld0name00000000000000000'.slice(0, 24);
const document = {
  kind: 'form',
  schema: 1,
  props: { title: 'Guests' },
  blocks: {
    [page]: { parent: null, order: 'V', props: { type: 'page', kind: 'form', label: '' } },
    [name]: { parent: page, order: 'V', props: { type: 'short_text', label: 'Name', required: true } },
  },
};

it('a program makes a form, fills it in, publishes it, answers it and reads the answers', async () => {
  const made = await json(await program('POST', '/v1/flows', { type: 'form', name: 'Guests' }));
  const flowId = String(made.id);
  const before = await program('GET', `/v1/flows/${flowId}/document`);
  expect(before.headers.get('etag')).toBe('"0"');
  const replaced = await put(flowId, 0, document);
  expect([replaced.status, replaced.headers.get('etag')]).toEqual([200, '"1"']);
  expect(await json(await program('GET', `/v1/flows/${flowId}/document`))).toMatchObject({
    version: 1,
    document,
    problems: [],
  });
  const { publishedSnapshotId: version } = await json(
    await program('POST', `/v1/flows/${flowId}/publish`, { version: 1 }),
  );
  const answer = { submissionId: freshId('sub'), version, answers: { [name]: 'Ada' } };
  const send = (body: object) => program('POST', `/t/${flowId}/submissions`, body);
  expect(await json(await send(answer))).toMatchObject({ repeated: false, ending: null });
  expect(await json(await send({ ...answer, answers: { [name]: 'Eve' } }))).toMatchObject({ repeated: true });
  for (const who of ['Bert', 'Cleo'])
    expect((await send({ ...answer, submissionId: freshId('sub'), answers: { [name]: who } })).ok).toBe(true);
  const names: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const list = await program('GET', `/v1/flows/${flowId}/submissions?limit=2${query}`);
    const { submissions, nextCursor } = (await list.json()) as {
      submissions: readonly { answers: Record<string, unknown> }[];
      nextCursor: string | null;
    };
    names.push(...submissions.map(({ answers }) => answers[name]));
    cursor = nextCursor;
  }
  expect(names).toEqual(['Cleo', 'Bert', 'Ada']);
});

describe('a document that a program sends', () => {
  it('is refused where somebody has changed the form since it was read, and nothing is lost', async () => {
    const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
    expect((await put(flowId, 0, document)).status).toBe(409);
    expect((await fetch(new URL(`/v1/flows/${flowId}/document`, server.url), { method: 'PUT' })).status).toBe(
      401,
    );
    const { content } = await rpc(ann, 'forms.get', { flowId });
    expect(Object.values(content.blocks).map(({ props }) => props.label)).toContain('Name');
  });

  it('holds styles of its own of 10,000 characters, as the editor may send them, and what it books', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Styled' });
    const rule = 'h1 { color: #123456; }\n';
    const css = rule.repeat(Math.floor(10_000 / rule.length));
    const sent = await put(flowId, 0, { ...document, props: { ...document.props, css } });
    expect([sent.status, await sent.json()]).toEqual([200, expect.objectContaining({ problems: [] })]);
    const shorter = css.slice(rule.length);
    const change = { kind: 'prop' as const, id: null, key: 'css' };
    await edit(ann, flowId, 1, [{ ...change, before: css, after: shorter }]);
    expect((await rpc(ann, 'forms.get', { flowId })).content.props.css).toBe(shorter);
    const event = await rpc(ann, 'forms.create', { name: 'Visit', kind: 'scheduling' });
    const { content } = await rpc(ann, 'forms.get', event);
    expect((await put(event.flowId, 0, content)).status).toBe(200);
  });

  it('is refused whole where no form may be so', async () => {
    const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
    const blocks = { ...document.blocks, [name]: { ...must(document.blocks[name]), parent: 'pagnowhere' } };
    expect((await put(flowId, 2, { ...document, blocks })).status).toBe(400);
    const hostile = JSON.stringify({ ...document, blocks: {} }).replace(
      '{}',
      '{"__proto__":{"parent":null}}',
    );
    expect((await put(flowId, 2, JSON.parse(hostile) as object)).status).toBe(400);
    expect((await rpc(ann, 'forms.get', { flowId })).version).toBe(2);
  });
});

describe('an answer that a program sends', () => {
  it('is held to what the form asks, its version, its password and its settings', async () => {
    const question = asked('email', 'Address', true);
    const flowId = await publishedForm(ann, [question]);
    const published = must((await rpc(ann, 'forms.get', { flowId })).published);
    const send = async (more: object) => {
      const body = { submissionId: freshId('sub'), version: published.id, answers: {}, ...more };
      return (await program('POST', `/t/${flowId}/submissions`, body)).status;
    };
    expect(await send({})).toBe(400);
    expect(await send({ answers: { [question.id]: 'no address' } })).toBe(400);
    expect(await send({ answers: { [question.id]: 'ada@example.org', fldforeign: 'x' } })).toBe(400);
    const good = { answers: { [question.id]: 'ada@example.org' } };
    expect(await send({ ...good, version: freshId('snp') })).toBe(409);
    await rpc(ann, 'forms.setPassword', { flowId, password: 'open sesame' });
    expect(await send(good)).toBe(403);
    expect(await send({ ...good, password: 'open sesame' })).toBe(200);
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { disabledForm: true } });
    expect(await send({ ...good, password: 'open sesame' })).toBe(403);
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(1);
  });

  it('ranks by the ids of choices in their order, as a ranking is read', async () => {
    const question = asked('ranking', 'What matters most?', true);
    const flowId = await publishedForm(ann, [question]);
    const version = must((await rpc(ann, 'forms.get', { flowId })).published).id;
    const ranked = question.choices.map(({ id }) => id).toReversed();
    const send = async (answer: readonly string[]) => {
      const body = { submissionId: freshId('sub'), version, answers: { [question.id]: answer } };
      return (await program('POST', `/t/${flowId}/submissions`, body)).status;
    };
    expect(await send(ranked.slice(1))).toBe(400);
    expect(await send(ranked)).toBe(200);
    expect(await send(ranked.map((id, at) => `${id}:${at + 1}`))).toBe(200);
    const read = await program('GET', `/v1/flows/${flowId}/submissions`);
    const { submissions } = (await read.json()) as { submissions: readonly { answers: object }[] };
    expect(
      submissions.map(({ answers }) => Object.entries(answers).find(([id]) => id === question.id)),
    ).toEqual(Array(2).fill([question.id, ranked]));
  });

  it('is refused whole where it has more parts than a page may have', async () => {
    const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
    const version = must((await rpc(ann, 'forms.get', { flowId })).published).id;
    const answers = Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`fld${n}`, 'x']));
    const body = { submissionId: freshId('sub'), version, answers };
    const refused = await program('POST', `/t/${flowId}/submissions`, body);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('An answer has at most 2000 parts'),
    ]);
  });

  it('is no booking: whoever wants a time chooses it on the page', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Visit', kind: 'scheduling' });
    const { version } = await rpc(ann, 'forms.get', { flowId });
    const { publishedSnapshotId } = await rpc(ann, 'forms.publish', { flowId, version });
    const body = { submissionId: freshId('sub'), version: must(publishedSnapshotId), answers: {} };
    expect((await program('POST', `/t/${flowId}/submissions`, body)).status).toBe(403);
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(0);
  });

  it('is told an ending with what it was asked, where pages draw some of their questions', async () => {
    const questions = [asked('short_text', 'One'), asked('short_text', 'Two')];
    const flowId = await publishedForm(ann, questions);
    const ending = { ...pageProps('ending'), label: 'Thanks {{One}} {{Two}}' };
    const current = async () => (await rpc(ann, 'forms.get', { flowId })).version;
    await edit(ann, flowId, await current(), [
      { kind: 'prop', id: firstPageId, key: 'pick', before: null, after: 1 },
      {
        ...{ kind: 'block', id: freshId('pag'), before: null },
        after: { parent: null, order: 'z', props: ending },
      },
    ] as Parameters<typeof edit>[3]);
    await rpc(ann, 'forms.publish', { flowId, version: await current() });
    const version = must((await rpc(ann, 'forms.get', { flowId })).published).id;
    const answers = Object.fromEntries(questions.map(({ id, label }) => [id, `x${label}`]));
    const body = { submissionId: freshId('sub'), version, answers };
    const taken = await json(await program('POST', `/t/${flowId}/submissions`, body));
    expect(JSON.stringify(taken.ending).match(/x(One|Two)/g)).toHaveLength(1);
  });
});
