import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let server: TestServer;
let ann: TestPerson;
let colleague: TestPerson;
let eve: TestPerson;
let image: Uint8Array<ArrayBuffer>;

const send = (person: TestPerson, content: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'image/png' }), 'me.png');
  return fetch(new URL('/v1/me/picture', server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
};
const pictureOf = async (person: TestPerson) =>
  ((await (await person.call('GET', '/v1/me')).json()) as { user: { picture: string | null } }).user.picture;

beforeAll(async () => {
  server = await startTestServer({ UPLOAD_FREE_MB: '0' });
  ann = await server.signUp('Ann Owner');
  eve = await server.signUp('Eve Stranger');
  const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
  colleague = await server.signUp('Rob Colleague', { invitationCode: code });
  const made = sharp({ create: { width: 300, height: 300, channels: 3, background: '#c2255c' } });
  image = new Uint8Array(await made.jpeg().toBuffer());
});
afterAll(() => server.close());

it('a picture is set, seen by colleagues only, replaced and removed', async () => {
  expect(await pictureOf(ann)).toBeNull();
  const { picture } = (await (await send(ann, image)).json()) as { picture: string };
  expect(await pictureOf(ann)).toBe(picture);
  const status = async (person: TestPerson, path: string) => (await person.call('GET', path)).status;
  expect([await status(ann, picture), await status(colleague, picture)]).toEqual([200, 200]);
  expect(await status(eve, picture)).toBe(404);
  const { people } = (await (await colleague.call('GET', '/v1/people')).json()) as { people: object[] };
  expect(people).toContainEqual(
    expect.objectContaining({ id: ann.id, name: 'Ann Owner', role: 'admin', picture }),
  );

  const { picture: next } = (await (await send(ann, image)).json()) as { picture: string };
  expect([await status(ann, picture), await status(ann, next)]).toEqual([404, 200]);
  expect((await ann.call('DELETE', '/v1/me/picture')).status).toBe(200);
  expect([await pictureOf(ann), await status(ann, next)]).toEqual([null, 404]);
});

it.each(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'just a text'])(
  'what is no image by its content is refused, and the picture stays: %s',
  async (content) => {
    const { picture } = (await (await send(ann, image)).json()) as { picture: string };
    const response = await send(ann, content);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { kind: 'invalid' } }]);
    expect(await pictureOf(ann)).toBe(picture);
  },
);

it('a picture of the organization is set by its admins and seen by its members', async () => {
  const set = (person: TestPerson) => {
    const form = new FormData();
    form.set('file', new Blob([image], { type: 'image/jpeg' }), 'mark.jpg');
    return fetch(new URL('/v1/organization/picture', server.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    });
  };
  expect((await set(colleague)).status).toBe(403);
  const { picture } = (await (await set(ann)).json()) as { picture: string };
  const listed = await (await colleague.call('GET', '/v1/organizations')).json();
  expect(listed).toMatchObject({ organizations: [{ picture }] });
  const status = async (person: TestPerson) => (await person.call('GET', picture)).status;
  expect([await status(ann), await status(colleague), await status(eve)]).toEqual([200, 200, 404]);
  expect((await ann.call('DELETE', '/v1/organization/picture')).status).toBe(200);
  expect([await status(ann), (await (await ann.call('GET', '/v1/me')).json()) as object]).toMatchObject([
    404,
    { organization: { picture: null } },
  ]);
});
