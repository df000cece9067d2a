import type { FormQuestion } from '@weft/forms';
import { must } from '@weft/std';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c43' } })
    .withExif({ IFD0: { Copyright: 'somebody at home' } })
    .png()
    .toBuffer();

async function uploadImage(flowId: string, content: Buffer | string, person = ann) {
  const body = new FormData();
  body.append('file', new Blob([content as unknown as ArrayBuffer]), 'photo.png');
  const response = await fetch(new URL(`/v1/forms/${flowId}/images`, server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body,
  });
  return { status: response.status, ...((await response.json()) as { image: string }) };
}

const inTable = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  return rpc(ann, 'records.list', { basePublicId: flowId, tableId: must(metadata.tables[0]).id });
};

/** A published form with an image, and a choice between two pictures of it. */
async function pictureForm() {
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Pets' });
  const { image } = await uploadImage(flowId, await photo(2_000, 1_000));
  const banner = { ...asked('image', ''), settings: { image, alt: 'A red banner' } };
  const pet: FormQuestion = asked('picture_choice', 'Your pet', true);
  const choices = pet.choices.map((choice, at) => ({ ...choice, image, alt: `Pet ${at}` }));
  await edit(ann, flowId, 0, add([banner, { ...pet, choices }]));
  return { flowId, image, fileId: must(image.split(' ')[0]), choices };
}

describe('images of a form', () => {
  it('are seen by those who answer it, smaller and without what a camera wrote, and a picture is chosen (D10)', async () => {
    const { flowId, image, fileId, choices } = await pictureForm();
    expect(image).toBe(`${fileId} 1600x800`);
    const address = new URL(`/t/${flowId}/images/${fileId}`, server.url);
    expect((await fetch(address)).status).toBe(404);
    await rpc(ann, 'forms.publish', { flowId, version: 1 });
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const facts = await sharp(await response.arrayBuffer()).metadata();
    expect(facts).toMatchObject({ width: 1_600, height: 800 });
    expect(facts.exif).toBeUndefined();
    const { text, parts } = await openForm(server.url, flowId);
    expect(text).toContain(
      `src="/t/${flowId}/images/${fileId}" alt="A red banner" width="1600" height="800"`,
    );
    expect(text).toContain('alt="Pet 1"');
    const { records } = await inTable(flowId);
    expect(records).toEqual([]);
    const second = must(choices[1]).id;
    const [questionId] = must(/name="(fld[^"]*)"/.exec(text)).slice(1);
    await sendForm(server.url, flowId, { ...parts(), [must(questionId)]: second });
    expect((await inTable(flowId)).records[0]?.data[must(questionId)]).toBe(second);
  });

  it('of another form, or that are gone, keep a form from being published', async () => {
    const { image } = await pictureForm();
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Thief' });
    const banner = { ...asked('image', ''), settings: { image, alt: 'Not mine' } };
    await edit(ann, flowId, 0, add([banner, asked('short_text', 'Name')]));
    await expect(rpc(ann, 'forms.publish', { flowId, version: 1 })).rejects.toMatchObject({
      message: 'The image at ‘Not mine’ is no longer there, or is of another form: choose it again',
    });
  });

  it('that a form does not show are nobody’s to see by its address', async () => {
    const { fileId } = await pictureForm();
    const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
    expect((await fetch(new URL(`/t/${flowId}/images/${fileId}`, server.url))).status).toBe(404);
  });

  it('are copied with the form, and are held by its draft and versions', async () => {
    const { flowId, fileId } = await pictureForm();
    await rpc(ann, 'forms.publish', { flowId, version: 1 });
    const answer = await ann.call('POST', `/admin/flows/duplicate/${flowId}`, { newFlowName: 'Copy' });
    const copyId = ((await answer.json()) as { flow: { id: string } }).flow.id;
    const { content, version } = await rpc(ann, 'forms.get', { flowId: copyId });
    const copied = must(/fil[0-9a-z]{21}/.exec(JSON.stringify(content)))[0];
    expect(copied).not.toBe(fileId);
    await rpc(ann, 'forms.publish', { flowId: copyId, version });
    expect((await fetch(new URL(`/t/${copyId}/images/${copied}`, server.url))).status).toBe(200);
    expect(await server.parts.bases.deps.documents.heldFiles(flowId)).toEqual([fileId]);
  });

  it.each([
    ['a text', 'not an image at all'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['half a PNG', Buffer.from('iVBORw0KGgoAAAANSUhEUgAA', 'base64')],
  ])('are images by their content: %s is refused', async (_what, content) => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Pets' });
    expect(await uploadImage(flowId, content)).toMatchObject({ status: 400 });
  });
});
