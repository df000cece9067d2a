import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, publishedForm } from '../forms/testing.ts';

const hostile = '<script>alert(1)</script> & "\u202e';

describe('the preview of an item of home', () => {
  let server: TestServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann Owner');
  });
  afterAll(() => server.close());

  const preview = (flowId: string, { theme = 'light', etag = '' } = {}) =>
    fetch(new URL(`/v1/flows/${flowId}/preview.svg?theme=${theme}`, server.url), {
      headers: { authorization: `Bearer ${ann.token}`, ...(etag !== '' && { 'if-none-match': etag }) },
    });

  it('draws the first records of a database, and nobody can put markup into it', async () => {
    const baseId = await newBase(ann, 'Plans');
    await rpc(ann, 'metadata.create', { basePublicId: baseId, createDefaultRecords: true });
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: baseId });
    const table = must(metadata.tables[0]);
    const { records } = await rpc(ann, 'records.list', { basePublicId: baseId, tableId: table.id, limit: 1 });
    const before = await preview(baseId);
    expect(before.headers.get('content-type')).toContain('image/svg+xml');
    await rpc(ann, 'records.update', {
      ...{ basePublicId: baseId, tableId: table.id, recordId: must(records[0]).id },
      data: { [table.primaryFieldId]: hostile },
    });
    const after = await preview(baseId);
    const svg = await after.text();
    expect(svg).toContain(must(table.fields[0]).name);
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;');
    expect(svg).not.toMatch(/<script|\u202e/);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('draws the first questions of a form', async () => {
    const flowId = await publishedForm(ann, [asked('short_text', hostile, true)]);
    const svg = await (await preview(flowId)).text();
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).not.toContain('<script');
  });

  it('is sent once for each version and theme', async () => {
    const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
    const first = await preview(flowId);
    const etag = must(first.headers.get('etag'));
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect((await preview(flowId, { etag })).status).toBe(304);
    expect((await preview(flowId, { etag, theme: 'dark' })).status).toBe(200);
  });

  it('is not there for a database without a table, nor for somebody else', async () => {
    const baseId = await newBase(ann, 'Empty');
    expect((await preview(baseId)).status).toBe(404);
    const eve = await server.signUp('Eve');
    const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
    const etag = must((await preview(flowId)).headers.get('etag'));
    const theirs = await fetch(new URL(`/v1/flows/${flowId}/preview.svg`, server.url), {
      headers: { authorization: `Bearer ${eve.token}`, 'if-none-match': etag },
    });
    expect(theirs.status).toBe(404);
  });
});
