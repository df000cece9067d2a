import { request as httpRequest } from 'node:http';
import type { ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, subscribe, type TestPerson, type TestServer } from '../testing.ts';

const kilobyte = 1024;
const csv = (bytes: number): string => `a,b\n${'x'.repeat(bytes - 6)},1`;

/** Everybody's organization is their own, so one server has room for all of these. */
const small = {
  PERSON_FILES_MB: '1',
  PERSON_FILES: '3',
  ORGANIZATION_FILES_MB: '2',
  ORGANIZATION_FILES: '6',
  UPLOAD_FREE_MB: '0',
};
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(small);
});
afterAll(() => server.close());

interface Refusal {
  readonly error: { readonly kind: string; readonly message: string };
}

/** What an upload of so many bytes answers. */
async function upload(
  person: TestPerson,
  bytes: number,
  to = server,
): Promise<{ status: number; message: string }> {
  const form = new FormData();
  form.set('file', new Blob([csv(bytes)], { type: 'text/csv' }), 'plans.csv');
  const headers = { authorization: `Bearer ${person.token}` };
  const response = await fetch(new URL('/csvupload', to.url), { method: 'POST', headers, body: form });
  const answer = (await response.json()) as Partial<Refusal>;
  if (answer.error !== undefined) expect(answer.error.kind).toBe('limit');
  return { status: response.status, message: answer.error?.message ?? '' };
}
const statusOf = async (person: TestPerson, bytes: number) => (await upload(person, bytes)).status;

async function colleagueOf(person: TestPerson, name: string): Promise<TestPerson> {
  const made = await person.call('POST', '/v1/invitations', {});
  const { code } = (await made.json()) as { code: string };
  return server.signUp(name, { invitationCode: code });
}

describe('files', () => {
  it('of one person are refused past their quota with a sentence, and nobody else’s are', async () => {
    const ann = await server.signUp('Ann');
    const bob = await colleagueOf(ann, 'Bob');
    expect(await statusOf(ann, 600 * kilobyte)).toBe(200);
    const refused = await upload(ann, 600 * kilobyte);
    expect(refused).toMatchObject({ status: 413 });
    expect(refused.message).toMatch(
      /^You may keep 1 MB of files .* Nothing of this one was kept\. .*try again/,
    );
    // What fits still does, what is refused takes no room, and what one edits is none of it.
    expect(await statusOf(ann, 300 * kilobyte)).toBe(200);
    expect(await statusOf(bob, 600 * kilobyte)).toBe(200);
    const basePublicId = await newBase(ann);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
    // The quota is the person's, wherever they work.
    const eve = await server.signUp('Eve');
    const made = await eve.call('POST', '/v1/invitations', {});
    const { code } = (await made.json()) as { code: string };
    await ann.call('POST', `/v1/invitations/${code}/accept`);
    expect(await statusOf(ann, 300 * kilobyte)).toBe(413);
    expect(await statusOf(eve, 300 * kilobyte)).toBe(200);
  });

  it('that come at once do not pass together', async () => {
    const ann = await server.signUp('Ann');
    const sent = await Promise.all(Array.from({ length: 6 }, () => statusOf(ann, 400 * kilobyte)));
    expect(sent.toSorted()).toEqual([200, 200, 413, 413, 413, 413]);
  });

  it('of a person and of an organization are refused past their quotas, of bytes and of files', async () => {
    const ann = await server.signUp('Ann');
    const colleagues = await Promise.all(['Bob', 'Cem', 'Dan'].map((name) => colleagueOf(ann, name)));
    const [bob, cem, dan] = [must(colleagues[0]), must(colleagues[1]), must(colleagues[2])];
    const eve = await server.signUp('Eve');
    expect([await statusOf(ann, 900 * kilobyte), await statusOf(bob, 900 * kilobyte)]).toEqual([200, 200]);
    expect((await upload(cem, 900 * kilobyte)).message).toMatch(/^Your organization may keep 2 MB of files /);
    expect(await statusOf(eve, 900 * kilobyte)).toBe(200);
    for (const each of [cem, cem, cem, ann]) expect(await statusOf(each, 100)).toBe(200);
    expect((await upload(dan, 100)).message).toMatch(/^Your organization may keep 6 files /);
    expect((await upload(cem, 100)).message).toMatch(/^You may keep 3 files /);
  });

  it('on their way count for what they may become, until they are given up', async () => {
    const ann = await server.signUp('Ann');
    const begun = httpRequest(new URL('/csvupload', server.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(900 * kilobyte),
      },
    });
    begun.on('error', () => {});
    begun.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n');
    begun.write('content-type: text/csv\r\n\r\na,b\n');
    const pending = async () =>
      (await sql`select 1 from weft.files where pending and user_id = ${ann.id}`.execute(server.control)).rows
        .length;
    await expect.poll(pending).toBe(1);
    expect(await statusOf(ann, 900 * kilobyte)).toBe(413);
    begun.destroy();
    await expect.poll(pending).toBe(0);
    expect(await statusOf(ann, 900 * kilobyte)).toBe(200);
  });

  it('are refused while the disk has room for edits only', async () => {
    const full = await startTestServer({ UPLOAD_FREE_MB: '999999999' });
    const ann = await full.signUp('Ann');
    const refused = await upload(ann, 100, full);
    expect(refused).toMatchObject({ status: 413 });
    expect(refused.message).toMatch(
      /^The disk of the server is nearly full.* Nothing of this one was kept\./,
    );
    const basePublicId = await newBase(ann);
    expect(await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true })).toBeTruthy();
    await full.close();
  });

  it('that imports make count too: a report that does not fit ends its import, and nothing of it is kept', async () => {
    const ann = await server.signUp('Ann');
    const content = `Name,Age\n${Array.from({ length: 4_000 }, (_, row) => `Person ${row},unknown\n`).join('')}`;
    const csvFileUrl = await server.upload(ann, 'people.csv', content);
    const { config } = await rpc(ann, 'import.csvPreview', { csvFileUrl, tableName: 'People' });
    const run = async (importId: string) => {
      const order = {
        basePublicId: await newBase(ann),
        importId,
        csvFileUrl,
        config: { tableName: 'People' },
        fieldMappings: config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
          sourceFieldIndex,
          isPrimary,
        })),
        // Nothing in the column is a number: the report names every cell of it.
        fieldTypeOverrides: { 1: { fieldType: 'number' as const } },
      };
      const events: ImportEvent[] = [];
      for await (const event of subscribe(ann, 'import.csvImportStream', order)) events.push(event);
      return { end: must(events.at(-1)), order };
    };
    const { end } = await run('imp-fits');
    if (end.type !== 'finished' || end.reportUrl === null)
      throw new Error(`No report: ${JSON.stringify(end)}`);
    const { length } = await (await ann.call('GET', new URL(end.reportUrl).pathname)).text();
    expect(length).toBeGreaterThan(100 * kilobyte);
    // The upload, the report and this leave less than another report.
    const rest = kilobyte * kilobyte - content.length - length;
    expect(await statusOf(ann, Math.floor(rest - length / 2))).toBe(200);
    const { end: refused, order } = await run('imp-does-not');
    expect(refused).toMatchObject({
      type: 'error',
      message: expect.stringMatching(/^You may keep 1 MB of files .* Nothing of the file was imported\./),
    });
    expect((await rpc(ann, 'metadata.get', order)).metadata.tables).toEqual([]);
    // What was counted for it is free again.
    const { rows } = await sql`select 1 from weft.files where pending`.execute(server.control);
    expect(rows).toEqual([]);
  });
});
