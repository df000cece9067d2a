import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { must } from '@weft/std';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';

interface Uploaded {
  readonly url: string;
  readonly fileName: string;
  readonly size: number;
  readonly mimeType: string;
}

let server: TestServer;
let ann: TestPerson;
let reader: TestPerson;
let eve: TestPerson;
let place: { basePublicId: string; tableId: string; fieldId: string };
let recordId: string;
let image: Uint8Array<ArrayBuffer>;

async function post(
  person: TestPerson | null,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  at: Partial<typeof place> = place,
  type = 'image/png',
): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([content], { type }), name);
  return fetch(new URL('/fileupload', server.url), {
    method: 'POST',
    headers: {
      ...(person && { authorization: `Bearer ${person.token}` }),
      'base-public-id': at.basePublicId ?? '',
      'table-id': at.tableId ?? '',
      'field-id': at.fieldId ?? '',
      'run-as-admin': 'true',
    },
    body: form,
  });
}
const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>, type?: string) =>
  (await (await post(ann, name, content, place, type)).json()) as Uploaded;

const idIn = (url: string) => must(new URL(url).pathname.split('/')[2]);
const item = (file: Uploaded, more: object = {}) => ({
  filename: idIn(file.url),
  originalName: file.fileName,
  size: file.size,
  mimeType: file.mimeType,
  url: file.url,
  uploadedAt: '2026-01-31T09:30:00.000Z',
  ...more,
});
const write = (person: TestPerson, value: unknown) =>
  rpc(person, 'records.update', { ...place, recordId, data: { [place.fieldId]: value as never } });
const read = async (person: TestPerson) => {
  const { data } = await rpc(person, 'records.get', { ...place, recordId });
  return data[place.fieldId] as readonly (Uploaded & { filename: string; metadata?: object })[] | undefined;
};
const anonymous = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

/** A base with a field of attachments and a record. */
async function makePlace(person: TestPerson) {
  const basePublicId = await newBase(person);
  const { table } = await rpc(person, 'tables.create', {
    basePublicId,
    name: 'Things',
    fields: [
      { name: 'Name', type: 'single_line_text' },
      { name: 'Files', type: 'attachments' },
    ],
    records: [{ data: {} }],
  });
  return { basePublicId, tableId: table.id, fieldId: must(table.fields[1]).id };
}

beforeAll(async () => {
  server = await startTestServer({ UPLOAD_FREE_MB: '0', ALLOW_PRIVATE_HOSTS: '127.0.0.2/32' });
  ann = await server.signUp('Ann Owner');
  eve = await server.signUp('Eve Stranger');
  const invitation = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
  reader = await server.signUp('Rob Reader', { invitationCode: invitation.code });
  place = await makePlace(ann);
  await sql`insert into weft.flow_members (flow_id, user_id, access_level) values (${place.basePublicId}, ${reader.id}, 'read')`.execute(
    server.control,
  );
  const { records } = await rpc(ann, 'records.list', place);
  recordId = must(records[0]).id;
  const made = sharp({ create: { width: 400, height: 200, channels: 3, background: '#3b5bdb' } });
  image = new Uint8Array(await made.png().toBuffer());
});
afterAll(() => server.close());

describe('a file is uploaded into a cell', () => {
  it('answers what it is, and the cell holds it as the server knows it', async () => {
    const file = await upload('photo.png', image, 'text/html');
    expect(file).toEqual({
      url: expect.stringContaining(`${server.url}/files/fil`),
      fileName: 'photo.png',
      size: image.length,
      mimeType: 'image/png',
    });
    // What a browser says of it beside its id is not believed.
    await write(ann, [
      item(file, { size: 1, mimeType: 'text/html', originalName: 'x', url: 'https://evil.example/' }),
    ]);
    const [held] = must(await read(ann));
    expect(held).toMatchObject({
      filename: idIn(file.url),
      originalName: 'photo.png',
      size: image.length,
      mimeType: 'image/png',
      metadata: { userId: ann.id },
    });
    expect(new Uint8Array(await (await anonymous(must(held).url)).arrayBuffer())).toEqual(image);
  });

  it('is found by its address when the item has another file name', async () => {
    const file = await upload('a.txt', 'hello');
    await write(ann, [item(file, { filename: 'a.txt' })]);
    expect(must(await read(ann))[0]?.filename).toBe(idIn(file.url));
  });

  it('is undone and redone', async () => {
    const file = await upload('undo.txt', 'hello');
    await write(ann, [item(file)]);
    await write(ann, null);
    expect(await read(ann)).toBeUndefined();
    await rpc(ann, 'history.undo', place);
    expect(must(await read(ann))[0]?.filename).toBe(idIn(file.url));
  });

  it.each(['../../../etc/passwd', 'a\\b/c.txt', 'a"b.txt', 'photo\u202egnp.exe', 'x'.repeat(500)])(
    'whatever it is called: %j',
    async (name) => {
      const file = await upload(name, 'hello');
      expect(file.fileName).not.toMatch(/[\\/\u202e]/);
      expect(new URL(file.url).pathname.split('/')).toHaveLength(4);
      expect(await (await anonymous(file.url)).text()).toBe('hello');
    },
  );
});

describe('a file is refused', () => {
  const status = async (response: Promise<Response>) => (await response).status;
  it('of nobody, a reader, another organization, and into what is no field of files', async () => {
    expect(await status(post(null, 'a.txt', 'x'))).toBe(401);
    expect(await status(post(reader, 'a.txt', 'x'))).toBe(403);
    expect(await status(post(eve, 'a.txt', 'x'))).toBe(404);
    expect(await status(post(ann, 'a.txt', 'x', { ...place, fieldId: 'fld000000000000000000000' }))).toBe(
      404,
    );
    expect(await status(post(ann, 'a.txt', 'x', { ...place, tableId: 'tbl000000000000000000000' }))).toBe(
      404,
    );
    expect(await status(post(ann, 'a.txt', 'x', {}))).toBe(400);
    const { metadata } = await rpc(ann, 'metadata.get', place);
    const text = must(metadata.tables[0]?.primaryFieldId);
    expect(await status(post(ann, 'a.txt', 'x', { ...place, fieldId: text }))).toBe(400);
  });

  it('past 20 MB, and nothing of it is kept', async () => {
    const before = await sql`select count(*) from weft.files`.execute(server.control);
    const response = await post(ann, 'big.bin', new Uint8Array(20 * 1024 * 1024 + 1));
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: { message: 'File is too large' } },
    ]);
    expect(await sql`select count(*) from weft.files`.execute(server.control)).toEqual(before);
  });

  it('in a cell, when it was not uploaded to this database', async () => {
    const other = await makePlace(eve);
    const foreign = (await (await post(eve, 'secret.txt', 'secret', other)).json()) as Uploaded;
    for (const bad of [item(foreign), item(foreign, { filename: 'fil000000000000000000000', url: '/x' })])
      await expect(write(ann, [bad])).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('a file is read', () => {
  let file: Uploaded;
  const bare = () => new URL(new URL(file.url).pathname, server.url).href;
  beforeAll(async () => {
    file = await upload('read.png', image);
  });

  it('by whoever may read the database, and by a link until it expires', async () => {
    const as = (person: TestPerson | null) =>
      callAs(server.url, person?.token ?? null)('GET', new URL(bare()).pathname);
    expect((await as(ann)).status).toBe(200);
    expect((await as(reader)).status).toBe(200);
    expect((await as(eve)).status).toBe(404);
    expect((await as(null)).status).toBe(401);
    expect((await anonymous(file.url)).status).toBe(200);
    const expired = new URL(file.url);
    expired.searchParams.set('expires', '1000000000');
    expect((await anonymous(expired.href)).status).toBe(401);
    const later = new URL(file.url);
    later.searchParams.set('expires', '99999999999');
    expect((await anonymous(later.href)).status).toBe(401);
    const another = await upload('another.png', image);
    expect((await anonymous(`${bare()}${new URL(another.url).search}`)).status).toBe(401);
  });

  it('in parts', async () => {
    const part = async (range: string) => {
      const response = await anonymous(file.url, { range });
      return [
        response.status,
        response.headers.get('content-range'),
        (await response.arrayBuffer()).byteLength,
      ];
    };
    const { length } = image;
    expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${length}`, 10]);
    expect(await part('bytes=10-')).toEqual([206, `bytes 10-${length - 1}/${length}`, length - 10]);
    expect(await part('bytes=-5')).toEqual([206, `bytes ${length - 5}-${length - 1}/${length}`, 5]);
    expect(await part(`bytes=${length}-`)).toEqual([416, `bytes */${length}`, 0]);
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, length]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';
  it.each([
    ['script.svg', svg, 'image/svg+xml'],
    ['script.svg', `<?xml version="1.0"?>${svg}`, 'image/svg+xml'],
    ['page.html', html, 'text/html'],
    ['page.png', html, 'text/plain'],
    ['paper.pdf', '%PDF-1.7\n<script>', 'application/pdf'],
  ])('only as a download, when it is no image by its content: %s, %s', async (name, content, mimeType) => {
    const sent = await upload(name, content, 'image/png');
    expect(sent.mimeType).toBe(mimeType);
    const { headers } = await anonymous(sent.url);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/sandbox/);
  });

  it('in place, when it is an image, with nothing in it that runs', async () => {
    const polyglot = new Uint8Array([...image, ...new TextEncoder().encode(html)]);
    const { headers } = await anonymous((await upload('p.html', polyglot, 'text/html')).url);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toMatch(/^inline;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox/);
    expect((await anonymous(`${file.url}&download`)).headers.get('content-disposition')).toMatch(
      /^attachment;/,
    );
  });
});

describe('thumbnails', () => {
  const thumbnail = async ({ url }: Uploaded, size: number) => {
    await expect.poll(async () => state(idIn(url)), { timeout: 10_000 }).not.toBe('waiting');
    return anonymous(`${url}&size=${size}`);
  };
  const state = async (id: string) => {
    const { rows } = await sql<{ thumbnails: string | null }>`
      select thumbnails from weft.files where id = ${id}`.execute(server.control);
    return rows[0]?.thumbnails;
  };

  it('are made of an image', async () => {
    const file = await upload('large.png', image);
    for (const size of [32, 120]) {
      const response = await thumbnail(file, size);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const { width, height } = await sharp(await response.arrayBuffer()).metadata();
      expect([width, height]).toEqual([2 * size, size]);
    }
    expect((await thumbnail(file, 33)).status).toBe(400);
  });

  it('are not made of a bomb, or of what only begins like an image', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const content of [new Uint8Array(bomb), image.slice(0, 60)]) {
      const file = await upload('bad.png', content);
      expect((await thumbnail(file, 32)).status).toBe(404);
      expect(await state(idIn(file.url))).toBe('failed');
    }
  });
});

describe('files that no cell holds', () => {
  it('go 30 days after they were last held, and others stay', async () => {
    const files = await Promise.all(['held', 'left', 'new'].map((name) => upload(`${name}.txt`, name)));
    const [held, left, fresh] = files.map(({ url }) => idIn(url));
    await write(ann, [item(must(files[0]))]);
    await sql`update weft.files set kept_until = now() - interval '1 minute' where id in (${held}, ${left})`.execute(
      server.control,
    );
    const holding = await server.parts.bases.deps.base(place.basePublicId).heldFiles();
    expect(holding).toEqual([held]);
    expect(await server.parts.housekeeping.files.takeUnreferenced(place.basePublicId, holding)).toEqual([
      left,
    ]);
    expect(await server.parts.housekeeping.files.get(must(held))).not.toBeNull();
    expect(await server.parts.housekeeping.files.get(must(fresh))).not.toBeNull();
    expect(await server.parts.housekeeping.files.takeExpired()).toEqual([]);
  });
});

describe('a file is fetched from its address', () => {
  const answers = createServer((request, response) => {
    if (request.url === '/to-inside') response.writeHead(302, { location: server.url }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(20 * 1024 * 1024 + 1));
    else if (request.url === '/my%20photo.png')
      response.writeHead(200, { 'content-type': 'text/html' }).end(image);
    else response.writeHead(404).end('no');
  });
  const at = (path: string) => `http://127.0.0.2:${(answers.address() as AddressInfo).port}${path}`;
  const fetched = (url: string, person = ann) =>
    rpc(person, 'attachments.uploadFromUrl', { ...place, url, filename: 'mine.png' });
  beforeAll(() => new Promise<void>((resolve) => answers.listen(0, '127.0.0.2', resolve)));
  afterAll(() => new Promise((resolve) => answers.close(resolve)));

  it('and answers what it is by its content', async () => {
    const file = await fetched(at('/my%20photo.png'));
    expect(file).toMatchObject({
      fileName: 'mine.png',
      size: image.length,
      mimeType: 'image/png',
      wasDownloaded: true,
    });
    const named = await rpc(ann, 'attachments.uploadFromUrl', { ...place, url: at('/my%20photo.png') });
    expect(named.fileName).toBe('my photo.png');
    await write(ann, [item(file)]);
    expect(must(await read(ann))[0]?.metadata).toEqual({ userId: ann.id, wasDownloaded: true });
  });

  it('never from inside, by a redirect neither, nor where somebody may not write', async () => {
    for (const url of [
      server.url,
      at('/to-inside'),
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
    ])
      await expect(fetched(url)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(fetched(at('/my%20photo.png'), reader)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('unless it is a file of this database: that one is answered as it is', async () => {
    const file = await upload('plan.png', image);
    const count = () => sql`select count(*) from weft.files`.execute(server.control);
    const before = await count();
    expect(await fetched(file.url)).toMatchObject({ fileName: 'plan.png', wasDownloaded: false });
    expect(await count()).toEqual(before);
    const other = { ...(await makePlace(ann)), url: file.url };
    await expect(rpc(ann, 'attachments.uploadFromUrl', other)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('past 20 MB and for other answers not at all, and nothing is kept', async () => {
    const before = await sql`select count(*) from weft.files`.execute(server.control);
    await expect(fetched(at('/large'))).rejects.toMatchObject({ kind: 'limit' });
    await expect(fetched(at('/absent'))).rejects.toMatchObject({ message: expect.stringContaining('404') });
    expect(await sql`select count(*) from weft.files`.execute(server.control)).toEqual(before);
  });
});
