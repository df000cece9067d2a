import type { FormQuestion } from '@weft/forms';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function fileForm(settings: FormQuestion['settings'] = {}, required = true) {
  const question = { ...asked('file', 'Your photo', required), settings };
  const flowId = await publishedForm(ann, [question], 'Photos');
  return { flowId, question };
}

async function upload(
  flowId: string,
  questionId: string,
  name: string,
  content: Buffer | string,
  page: Record<string, string> = {},
) {
  const body = new FormData();
  for (const [key, value] of Object.entries(page)) body.append(key, value);
  body.append('file', new Blob([content as unknown as ArrayBuffer]), name);
  const response = await fetch(new URL(`/t/${flowId}/files/${questionId}`, server.url), {
    method: 'POST',
    body,
  });
  const answer = (await response.json()) as { id: string; mimeType: string; error?: { message: string } };
  return { status: response.status, ...answer };
}

const items = async (flowId: string, fieldId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const inTable = { basePublicId: flowId, tableId: must(metadata.tables[0]).id };
  const { records } = await rpc(ann, 'records.list', inTable);
  return records.map(({ data }) => data[fieldId] as readonly { originalName: string; url: string }[] | null);
};

describe('somebody sends a file with an answer', () => {
  it('and its owner opens it, each file is part of one answer, and the answer sent again is taken once', async () => {
    const { flowId, question } = await fileForm();
    const sent = await upload(flowId, question.id, 'me "at home".png', png);
    expect(sent).toMatchObject({ status: 200, name: 'me "at home".png', mimeType: 'image/png' });
    const body = { ...(await openForm(server.url, flowId)).parts(), [question.id]: sent.id };
    expect(await (await sendForm(server.url, flowId, body)).text()).toContain('Thank you');
    expect(await (await sendForm(server.url, flowId, body)).text()).toContain('Already received');
    const again = { ...body, ...(await openForm(server.url, flowId)).parts() };
    expect((await sendForm(server.url, flowId, again)).status).toBe(409);
    const found = await items(flowId, question.id);
    expect(found).toMatchObject([
      [{ originalName: 'me "at home".png', mimeType: 'image/png', size: png.length }],
    ]);
    const url = must(found[0]?.[0]).url;
    expect((await ann.call('GET', url)).status).toBe(200);
    expect((await fetch(new URL(new URL(url, server.url).pathname, server.url))).status).toBe(401);
  });

  it('without a script too: the page keeps it until it is taken back', async () => {
    const { flowId, question } = await fileForm();
    const name = asked('short_text', 'Name', true);
    const both = await publishedForm(
      ann,
      [question, name].map((one) => ({ ...one, id: freshId('fld') })),
    );
    const { parts, text } = await openForm(server.url, both);
    expect(text).toContain('enctype="multipart/form-data"');
    const fileId = must(/type="file"[^>]* name="(fld[^"]*)"/.exec(text)?.[1]);
    const body = new FormData();
    for (const [key, value] of Object.entries(parts())) body.append(key, value);
    body.append('page', `pag${'0'.repeat(21)}`);
    body.append(fileId, new Blob([png]), 'me.png');
    const response = await fetch(new URL(`/t/${both}`, server.url), { method: 'POST', body });
    const page = await response.text();
    expect([response.status, page.includes('Fill this in')]).toEqual([400, true]);
    const kept = must(/name="fld[^"]*" value="(fil[^"]*)" data-size/.exec(page)?.[1]);
    const back = await sendForm(server.url, both, {
      ...{ ...parts(), page: `pag${'0'.repeat(21)}`, [fileId]: kept, go: `remove:${kept}` },
    });
    const without = await back.text();
    expect([back.status, without.includes(kept), without.includes('class="fault"')]).toEqual([
      200,
      false,
      false,
    ]);
    expect(flowId).not.toBe(both);
  });

  it('and a page with files keeps none that the question does not take, nor any once the form is closed', async () => {
    const { flowId, question } = await fileForm({ accept: 'images', maxMegabytes: 1 });
    const { parts } = await openForm(server.url, flowId);
    const send = async (...contents: readonly Buffer[]) => {
      const body = new FormData();
      for (const [key, value] of Object.entries(parts())) body.append(key, value);
      body.append('page', `pag${'0'.repeat(21)}`);
      for (const content of contents) body.append(question.id, new Blob([new Uint8Array(content)]), 'me.png');
      const response = await fetch(new URL(`/t/${flowId}`, server.url), { method: 'POST', body });
      return { status: response.status, text: await response.text() };
    };
    const kept = async () => {
      const { rows } = await sql`select id from weft.files where flow_id = ${flowId}`.execute(server.control);
      return rows.length;
    };
    const large = await send(Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]));
    expect([large.status, large.text.includes('at most 1 MB')]).toEqual([400, true]);
    const program = await send(Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]));
    expect([program.status, program.text.includes('This takes images')]).toEqual([400, true]);
    expect(await kept()).toBe(0);
    expect((await send(png, png)).text).toContain('Choose one file');
    expect(await kept()).toBe(1);
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { disabledForm: true } });
    expect([(await send(png)).status, await kept()]).toEqual([403, 1]);
  });

  it.each([
    ['a page that is called a picture', 'photo.png', '<html><script>alert(1)</script></html>'],
    ['a drawing with a script', 'photo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['nothing', 'photo.png', ''],
    ['a program', 'photo.jpg', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])],
  ])('and is refused %s where pictures are asked for', async (_what, name, content) => {
    const { flowId, question } = await fileForm({ accept: 'images' });
    expect((await upload(flowId, question.id, name, content)).status).toBe(400);
    expect(await items(flowId, question.id)).toEqual([]);
  });

  it('and is refused one that is too large, a file of another form, one of a cell, and one to no question', async () => {
    const { flowId, question } = await fileForm({ maxMegabytes: 1 });
    const large = await upload(
      flowId,
      question.id,
      'large.png',
      Buffer.concat([png, Buffer.alloc(1024 * 1024)]),
    );
    expect(large).toMatchObject({ status: 413, error: { message: 'File is too large' } });
    const other = await fileForm();
    const theirs = await upload(other.flowId, other.question.id, 'me.png', png);
    for (const id of [theirs.id, 'fil000000000000000000000', "'; DROP TABLE weft.files"]) {
      const body = { ...(await openForm(server.url, flowId)).parts(), [question.id]: id };
      const response = await sendForm(server.url, flowId, body);
      expect([response.status, (await response.text()).includes('no longer there')]).toEqual([400, true]);
    }
    expect((await upload(flowId, freshId('fld'), 'me.png', png)).status).toBe(404);
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { disabledForm: true } });
    expect((await upload(flowId, question.id, 'me.png', png)).status).toBe(403);
  });

  it('to a question that is gone meanwhile, where they began before that', async () => {
    const { flowId, question } = await fileForm();
    const name = asked('short_text', 'Name');
    await edit(ann, flowId, 1, add([name]));
    await rpc(ann, 'forms.publish', { flowId, version: 3 });
    const [begun, plain] = [await openForm(server.url, flowId), await openForm(server.url, flowId)];
    const { content } = await rpc(ann, 'forms.get', { flowId });
    const before = must(content.blocks[question.id]) as never;
    await edit(ann, flowId, 4, [{ kind: 'block', id: question.id, before, after: null }]);
    await rpc(ann, 'forms.publish', { flowId, version: 5 });
    const sent = await upload(flowId, question.id, 'me.png', png, begun.parts());
    expect(sent).toMatchObject({ status: 200, name: 'me.png' });
    const answered = { ...begun.parts(), [question.id]: sent.id };
    expect((await sendForm(server.url, flowId, answered)).status).toBe(200);
    const body = new FormData();
    for (const [key, value] of Object.entries(plain.parts())) body.append(key, value);
    body.append(question.id, new Blob([png]), 'without a script.png');
    const response = await fetch(new URL(`/t/${flowId}`, server.url), { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(await items(flowId, question.id)).toMatchObject([
      [{ originalName: 'me.png' }],
      [{ originalName: 'without a script.png' }],
    ]);
    // Who opens the form from then on has no such question, whatever their page says.
    const late = (await openForm(server.url, flowId)).parts();
    for (const page of [{}, late, { ...late, snapshot: begun.parts().snapshot }])
      expect((await upload(flowId, question.id, 'me.png', png, page)).status).toBe(404);
  });

  it('a polyglot is a download or a picture, never a page', async () => {
    const { flowId, question } = await fileForm();
    const gif = Buffer.concat([
      Buffer.from('GIF89a/*'),
      Buffer.from('*/=1;alert(1)//<script>alert(1)</script>'),
    ]);
    for (const [name, content] of [
      ['a.gif', gif],
      ['a.html', Buffer.from('<script>alert(1)</script>')],
      ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ] as const) {
      const { id } = await upload(flowId, question.id, name, content);
      const opened = await ann.call('GET', `/files/${id}/${name}`);
      expect(opened.status).toBe(200);
      expect(opened.headers.get('content-type')).toMatch(/^(image\/gif|application\/octet-stream)$/);
      expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
      expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('nobody who is known sent it, nor in the form that an export of it makes', async () => {
    const { flowId, question } = await fileForm();
    const { id } = await upload(flowId, question.id, 'me.png', png);
    const body = { ...(await openForm(server.url, flowId)).parts(), [question.id]: id };
    expect((await sendForm(server.url, flowId, body)).status).toBe(200);
    const archive = new FormData();
    archive.set('file', await (await ann.call('GET', `/admin/flows/export/${flowId}`)).blob(), 'a.weft.zip');
    const imported = await fetch(new URL('/admin/flows/import', server.url), {
      ...{ method: 'POST', body: archive },
      headers: { authorization: `Bearer ${ann.token}` },
    });
    const { flow } = (await imported.json()) as { flow: { id: string } };
    for (const [form, fieldId] of [
      [flowId, question.id],
      [flow.id, question.id],
    ] as const)
      expect((await items(form, fieldId))[0]).toEqual([
        expect.not.objectContaining({ metadata: expect.objectContaining({ userId: expect.anything() }) }),
      ]);
  });

  it('a file without its answer is removed after a day, one of an answer stays', async () => {
    const { flowId, question } = await fileForm();
    const [kept, left] = [
      await upload(flowId, question.id, 'kept.png', png),
      await upload(flowId, question.id, 'left.png', png),
    ];
    const body = { ...(await openForm(server.url, flowId)).parts(), [question.id]: kept.id };
    expect((await sendForm(server.url, flowId, body)).status).toBe(200);
    const days = async (id: string) => {
      const { rows } = await sql<{
        days: number;
      }>`select extract(epoch from kept_until - now()) / 86400 as days
        from weft.files where id = ${id}`.execute(server.control);
      return Math.round(Number(must(rows[0]).days));
    };
    expect([await days(kept.id), await days(left.id)]).toEqual([30, 1]);
    // One that an answer in progress names stays as long as that.
    const begun = await upload(flowId, question.id, 'begun.png', png);
    const unfinished = { ...(await openForm(server.url, flowId)).parts(), [question.id]: begun.id };
    await fetch(new URL(`/t/${flowId}/unfinished`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(unfinished),
    });
    expect(await days(begun.id)).toBe(30);
    await sql`update weft.files set kept_until = now() - interval '1 second' where id in (${kept.id}, ${left.id})`.execute(
      server.control,
    );
    const { files } = server.parts.housekeeping;
    expect(await files.takeExpired()).toEqual([left.id]);
  });
});
