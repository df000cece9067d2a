import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, results, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** The first events of a form's feed, after a version. */
async function followed(flowId: string, sinceSeq: number, count: number) {
  const input = encodeURIComponent(JSON.stringify({ flowId, sinceSeq }));
  const response = await ann.call('GET', `/rpc/forms.changes?input=${input}`);
  expect(response.status).toBe(200);
  let text = '';
  for await (const chunk of must(response.body).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const found = [...text.matchAll(/^data: (\{"seq".*)$/gm)].map(([, data]) => JSON.parse(String(data)));
    if (found.length >= count)
      return found as { seq: number; editId: string; userId: string; edits: readonly unknown[] }[];
  }
  throw new Error('The feed ended');
}

const mails = async (flowId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from weft.deliveries
    where idempotency_key like ${`${flowId} %`}`.execute(server.control);
  return must(rows[0]).count;
};

describe('a person answers a form', () => {
  const questions = [
    asked('short_text', 'Name', true),
    asked('long_text', 'Note'),
    asked('email', 'Email', true),
    asked('number', 'Guests'),
    asked('checkbox', 'I come', true),
  ];
  const [name, note, email, guests, comes] = questions.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const good = { [name]: 'Ada', [email]: 'ada@example.org', [guests]: '2', [comes]: 'on' };
  let flowId: string;
  beforeAll(async () => {
    flowId = await publishedForm(ann, questions);
  });
  const open = () => openForm(server.url, flowId);
  const send = (...rest: [body: Parameters<typeof sendForm>[2], headers?: Record<string, string>]) =>
    sendForm(server.url, flowId, ...rest);

  it('and it is a record of the form, its owner gets a mail, and twice sent is once taken', async () => {
    const { response, parts } = await open();
    expect(response.status).toBe(200);
    const body = { ...parts(), ...good, [note]: ' two\r\nlines ' };
    expect(await (await send(body)).text()).toContain('Thank you');
    expect(await results(ann, flowId)).toEqual([
      { Name: 'Ada', Note: 'two\nlines', Email: 'ada@example.org', Guests: 2, 'I come': true },
    ]);
    expect(await mails(flowId)).toBe(1);
    expect(await (await send({ ...body, [name]: 'Eve' })).text()).toContain('Already received');
    expect(await (await Promise.all([send(body), send(body)]))[0]?.text()).toContain('Already received');
    expect((await results(ann, flowId)).map((row) => row.Name)).toEqual(['Ada']);
    expect(await mails(flowId)).toBe(1);
  });

  it('and is told at the fields what is wrong, with what was written kept', async () => {
    const before = (await results(ann, flowId)).length;
    const response = await send({
      ...(await open()).parts(),
      [name]: ' ',
      [email]: 'ada@',
      [guests]: 'two <b>',
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    const faults = text.match(/<p class="fault"[\s\S]*?<\/p>/g)?.map((one) => one.replace(/<[^>]*>/g, ''));
    expect(faults).toEqual([
      'Fill this in',
      'Enter an email address like name@example.com',
      'Enter a number like 12 or 12.5',
      'Tick this box to go on',
    ]);
    expect(text).toContain('value="two &lt;b&gt;"');
    expect(await results(ann, flowId)).toHaveLength(before);
  });

  it.each([
    ['a question that is not asked', [freshId('fld')]],
    ['the field of the moment', ['submitted']],
    ['the way to every object', ['__proto__']],
    ['a constructor', ['constructor', 'prototype']],
    ['ten thousand questions', Array.from({ length: 10_000 }, (_, n) => `q${n}`)],
  ])('and is refused %s', async (_what, names) => {
    const before = (await results(ann, flowId)).length;
    const parts = Object.entries({ ...(await open()).parts(), ...good });
    const response = await send([...parts, ...names.map((one) => [one, 'x'] as const)]);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await results(ann, flowId)).toHaveLength(before);
  });

  it('and is refused an answer given twice, an id that is none, and what is no form', async () => {
    const before = (await results(ann, flowId)).length;
    const { submission, snapshot } = (await open()).parts();
    const base = Object.entries({ snapshot, ...good });
    const bodies = [
      [...base, ['submission', submission], [name, 'B']],
      [...base, ['submission', 'act1']],
      base,
    ] as const;
    for (const body of bodies) expect((await send(body as never)).status).toBe(400);
    const json = { 'content-type': 'application/json' };
    expect((await send(JSON.stringify({ submission, ...good }), json)).status).toBe(400);
    expect((await send('', {})).status).toBe(400);
    expect(await results(ann, flowId)).toHaveLength(before);
  });

  it('and a body is as large as an answer may be, announced or not', async () => {
    const large = `${name}=${'x'.repeat(300_000)}`;
    expect((await send(large)).status).toBe(413);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(65_536))),
    });
    const endless = fetch(new URL(`/t/${flowId}`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(
      await endless.then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413);
  });

  it('from a page of this server or none', async () => {
    const body = { ...(await open()).parts(), ...good };
    expect((await send(body, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(body, { origin: server.url })).status).toBe(200);
  });

  it('with nothing on the page but its own files', async () => {
    const { response, text } = await open();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    // Shown in frames of this server alone, unless its maker names other sites.
    expect(policy).toContain("frame-ancestors 'self'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
    expect(text).not.toContain('style=');
  });
});

describe('a form that is not published', () => {
  it('is not there, for readers and for answers', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Draft' });
    for (const id of [flowId, 'bas000000000000000000000', await newBase(ann), 'x', '%00', '__proto__']) {
      const opened = await fetch(new URL(`/t/${id}`, server.url));
      expect([id, opened.status]).toEqual([id, 404]);
      const sent = await sendForm(server.url, id, { submission: freshId('sub') });
      expect([id, sent.status]).toEqual([id, 404]);
    }
  });

  it('is closed again when it is taken off the web, or lies in the trash', async () => {
    const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
    const status = async () => (await openForm(server.url, flowId)).response.status;
    expect(await status()).toBe(200);
    await rpc(ann, 'forms.unpublish', { flowId });
    expect(await status()).toBe(404);
    await rpc(ann, 'forms.publish', { flowId, version: 3 });
    expect(await status()).toBe(200);
    await ann.call('POST', '/admin/flows/trash', { flowIds: [flowId], action: 'trash' });
    expect(await status()).toBe(404);
    await expect(rpc(ann, 'forms.publish', { flowId, version: 1 })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});

describe('two people edit a form', () => {
  it('and neither loses what they wrote', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests' });
    const questions = [asked('short_text', 'Name'), asked('email', 'Email')];
    await edit(ann, flowId, 0, add(questions));
    const [one, two] = questions.map(({ id }) => id);
    const label = (id: string | undefined, before: string, after: string) =>
      [{ kind: 'prop', id: id ?? null, key: 'label', before, after }] as const;
    await edit(ann, flowId, 1, [...label(one, 'Name', 'Your name')]);
    await edit(ann, flowId, 1, [...label(two, 'Email', 'Your email')]);
    // Both in one label, at different places.
    const { content } = await edit(ann, flowId, 2, [...label(one, 'Your name', 'Your name, please')]);
    expect(
      Object.values(content.blocks)
        .filter(({ props }) => props.type !== 'page')
        .map(({ props }) => props.label)
        .toSorted(),
    ).toEqual(['Your email', 'Your name, please']);
  });

  it('and each hears at once what the other does, publishing too', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests' });
    const heard = followed(flowId, 0, 3);
    const name = asked('short_text', 'Name');
    const editId = freshId('edt');
    await edit(ann, flowId, 0, add([name]), editId);
    await rpc(ann, 'forms.publish', { flowId, version: 1 });
    await rpc(ann, 'forms.unpublish', { flowId });
    const told = await heard;
    expect(told.map(({ seq, edits }) => [seq, edits.length])).toEqual([
      [1, 1],
      [2, 0],
      [3, 0],
    ]);
    expect(told[0]).toMatchObject({ editId, userId: ann.id, edits: [{ kind: 'block', id: name.id }] });
    // Whoever was away gets the same.
    expect(await followed(flowId, 0, 3)).toEqual(told);
  });

  it('in the workspace it was made in, and only read it while it is locked', async () => {
    const made = await ann.call('POST', '/workspaces/', { name: 'Team' });
    const { newWorkspace } = (await made.json()) as { newWorkspace: { id: string } };
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests', workspaceId: newWorkspace.id });
    const listed = await ann.call('GET', `/admin/flows?workspaceId=${newWorkspace.id}`);
    expect(((await listed.json()) as { flows: { id: string }[] }).flows.map(({ id }) => id)).toEqual([
      flowId,
    ]);
    await expect(rpc(ann, 'forms.create', { name: 'No', workspaceId: 'wsp0' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await sql`update weft.flows set locked = true where id = ${flowId}`.execute(server.control);
    expect((await rpc(ann, 'forms.get', { flowId })).role).toBe('read');
  });

  it('once: a batch sent again changes nothing', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests' });
    const editId = freshId('edt');
    const batch = add([asked('short_text', 'Name')]);
    const first = await edit(ann, flowId, 0, batch, editId);
    const second = await edit(ann, flowId, 0, batch, editId);
    expect(second).toMatchObject({ version: first.version, content: first.content });
  });

  it('and what is no form is refused whole', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests' });
    const submitted = `fld${flowId.slice(3)}`;
    for (const id of ['not-an-id', submitted]) {
      const batch = add([{ ...asked('short_text', 'Name'), id }]);
      await expect(edit(ann, flowId, 0, batch)).rejects.toMatchObject({ kind: 'invalid' });
    }
    expect((await rpc(ann, 'forms.get', { flowId })).version).toBe(0);
  });
});

describe('the base of a form', () => {
  it('is not among the databases, in their search or their count', async () => {
    const ben = await server.signUp('Ben Alone');
    await publishedForm(ben, [asked('short_text', 'Name')], 'Guest list');
    const listed = async (query: string) =>
      ((await (await ben.call('GET', `/admin/flows?${query}`)).json()) as { flows: { type: string }[] })
        .flows;
    expect(await listed('type=base')).toEqual([]);
    expect(await listed('type=base&search=guest')).toEqual([]);
    expect((await listed('type=form')).map(({ type }) => type)).toEqual(['form']);
  });

  it('is made once when the call is sent again', async () => {
    const flowId = freshId('bas');
    for (const _ of [1, 2])
      expect(await rpc(ann, 'forms.create', { flowId, name: 'Once' })).toEqual({ flowId });
    const ben = await server.signUp('Ben Other');
    await expect(rpc(ben, 'forms.create', { flowId, name: 'Taken' })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});
