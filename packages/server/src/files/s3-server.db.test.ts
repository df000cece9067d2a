import { must } from '@weft/std';
import { type S3Server, startS3Server } from '@weft/testkit';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, subscribe, type TestPerson, type TestServer } from '../testing.ts';

let s3: S3Server;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  s3 = await startS3Server();
  server = await startTestServer({ FILES_URL: s3.filesUrl() });
  ann = await server.signUp('Ann Owner');
});
afterAll(async () => {
  await server.close();
  await s3[Symbol.asyncDispose]();
});

const idIn = (url: string) => must(new URL(url).pathname.split('/')[2]);

describe('with files in an S3 store, a person', () => {
  it('imports a CSV file and reads the report of it', async () => {
    const csvFileUrl = await server.upload(ann, 'plans.csv', 'Plan,Cost\na,1\nb,2\n\u0000,3\n');
    expect(s3.objects.has(`files/${idIn(csvFileUrl)}`)).toBe(true);
    const basePublicId = await newBase(ann);
    const { config } = await rpc(ann, 'import.csvPreview', { csvFileUrl, tableName: 'Plans' });
    const run = {
      basePublicId,
      csvFileUrl,
      importId: 'import-s3',
      config: { tableName: 'Plans' },
      fieldMappings: config.columns.map(({ sourceFieldIndex }) => ({ sourceFieldIndex })),
    };
    let last: object = {};
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) last = event;
    expect(last).toMatchObject({ type: 'finished', recordsImported: 2, rowsRejected: 1 });
    const { reportUrl } = last as { reportUrl: string };
    expect(s3.objects.has(`files/${idIn(reportUrl)}`)).toBe(true);
    expect(await (await ann.call('GET', new URL(reportUrl).pathname)).text()).toContain('Reason');
  });

  it('uploads a file into a cell, reads it in parts and sees a thumbnail', async () => {
    const basePublicId = await newBase(ann);
    const { table } = await rpc(ann, 'tables.create', {
      basePublicId,
      name: 'Things',
      fields: [
        { name: 'Name', type: 'single_line_text' },
        { name: 'Files', type: 'attachments' },
      ],
    });
    const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3b5bdb' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(image)]), 'photo.png');
    const response = await fetch(new URL('/fileupload', server.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'base-public-id': basePublicId,
        'table-id': table.id,
        'field-id': must(table.fields[1]).id,
      },
      body: form,
    });
    const { url } = (await response.json()) as { url: string };
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(new Uint8Array(image));
    await expect
      .poll(async () => (await fetch(`${url}&size=32`)).headers.get('content-type'), { timeout: 10_000 })
      .toBe('image/webp');
    expect(s3.objects.has(`files/${idIn(url)}.32`)).toBe(true);
  });

  it('is told that an upload failed while the store is away, and nothing of it counts', async () => {
    s3.failNext(100);
    const form = new FormData();
    form.set('file', new Blob(['a\n1\n'], { type: 'text/csv' }), 'lost.csv');
    const headers = { authorization: `Bearer ${ann.token}` };
    const refused = await fetch(new URL('/csvupload', server.url), { method: 'POST', headers, body: form });
    s3.failNext(0);
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('The file store cannot be used at the moment: try again later'),
    ]);
    const counted = await sql`select 1 from weft.files where name = 'lost.csv'`.execute(server.control);
    expect(counted.rows).toEqual([]);
    expect((await ann.call('GET', '/healthz')).status).toBe(200);
  });
});
