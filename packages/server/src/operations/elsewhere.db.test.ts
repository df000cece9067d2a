import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@weft/std';
import { copyPreparedDatabase, emptyDatabase, isOnCitus, postgresServer, startS3Server } from '@weft/testkit';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../compose.ts';
import { startTestMailServer } from '../mail/testing.ts';
import type { RunningServer } from '../running-server.ts';
import { readSettings } from '../settings.ts';
import { callAs, newBase, rpc } from '../testing.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { moveToPostgres } from './move.ts';
import { restore } from './restore.ts';

const secret = 'a secret of this test that is long enough';
const soon = { timeout: 60_000, interval: 50 };

function settingsOf(env: { readonly [name: string]: string }) {
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent', SECRET: secret, ...env });
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

const run = (command: Command, env: { readonly [name: string]: string }, place: string) =>
  command.run({
    settings: settingsOf(env),
    places: [place],
    flags: new Set(),
    say: () => {},
    signal: new AbortController().signal,
  });

/** Ann signs up, whose mail waits, and puts a picture into a cell. */
async function work(server: RunningServer) {
  const signedUp = await callAs(server.url, null)('POST', '/api/auth/sign-up/email', {
    name: 'Ann',
    email: 'ann@example.org',
    password: 'correct horse',
  });
  const { token } = (await signedUp.json()) as { token: string };
  const ann = { call: callAs(server.url, token) };
  const basePublicId = await newBase(ann);
  const { table } = await rpc(ann, 'tables.create', {
    basePublicId,
    name: 'Things',
    fields: [
      { name: 'Name', type: 'single_line_text' },
      { name: 'Files', type: 'attachments' },
    ],
    records: [{ data: {} }],
  });
  const place = { basePublicId, tableId: table.id };
  const fieldId = must(table.fields[1]).id;
  const { records } = await rpc(ann, 'records.list', place);
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3b5bdb' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(image)]), 'photo.png');
  const headers = {
    authorization: `Bearer ${token}`,
    'base-public-id': basePublicId,
    'table-id': table.id,
    'field-id': fieldId,
  };
  const sent = await fetch(new URL('/fileupload', server.url), { method: 'POST', headers, body: form });
  const { fileName, ...file } = (await sent.json()) as { url: string; fileName: string };
  const recordId = must(records[0]).id;
  const item = {
    ...file,
    filename: must(new URL(file.url).pathname.split('/')[2]),
    originalName: fileName,
    uploadedAt: '2026-01-31T09:30:00.000Z',
  };
  await rpc(ann, 'records.update', { ...place, recordId, data: { [fieldId]: [item] as never } });
  return { token, place, recordId, fieldId, image: new Uint8Array(image) };
}

const lacking = postgresServer() === undefined;

describe.skipIf(lacking).each([
  { way: 'backed up on the embedded engine and restored on PostgreSQL', from: 'embedded', moves: false },
  { way: 'backed up on PostgreSQL and restored on the embedded engine', from: 'PostgreSQL', moves: false },
  { way: 'moved to PostgreSQL', from: 'embedded', moves: true },
] as const)('$way', ({ from, moves }) => {
  let stack: AsyncDisposableStack;
  let there: RunningServer;
  let worked: Awaited<ReturnType<typeof work>>;
  let mail: Awaited<ReturnType<typeof startTestMailServer>>;
  let target: { readonly [name: string]: string };
  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    mail = await startTestMailServer();
    stack.defer(() => mail.close());
    const s3 = stack.use(await startS3Server());
    const database = await emptyDatabase();
    stack.defer(() => database.drop());
    const folder = async () => {
      const made = await mkdtemp(join(tmpdir(), 'weft-elsewhere-'));
      stack.defer(() => rm(made, { recursive: true, force: true }));
      return made;
    };
    const [here, other, archives] = [await folder(), await folder(), await folder()];
    const embedded = { FILES_URL: s3.filesUrl() };
    const postgres = database.settings;
    // Nobody takes mails where it was made, and on PostgreSQL no job runs there either.
    const away = { SMTP_URL: 'smtp://127.0.0.1:9?from=weft@team.example' };
    const source =
      from === 'embedded'
        ? { DATA_DIR: here, ...embedded, ...away }
        : { DATA_DIR: here, ...postgres, ...away, ROLE: 'web' };
    target = {
      // A move leaves the files where they are.
      ...(moves ? { DATA_DIR: here, ...embedded } : { DATA_DIR: other }),
      ...(from === 'embedded' ? postgres : embedded),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}?from=weft@team.example`,
    };
    if (from === 'embedded') await copyPreparedDatabase(join(here, 'database'));
    const server = await startServer(settingsOf(source));
    worked = await work(server);
    const archive = join(archives, 'whole.weft');
    if (!moves) await run(backup, source, archive);
    await server.close();
    const moving = { ...source, ...(isOnCitus() && { DATABASE_SHARDING: 'citus' }) };
    if (moves) await run(moveToPostgres, moving, database.url);
    else await run(restore, target, archive);
    there = await startServer(settingsOf(target));
  });
  afterAll(async () => {
    await there?.close();
    await stack.disposeAsync();
  });

  it('sends what waited to be sent, once, also after another restart', async () => {
    await expect.poll(() => mail.received.length, soon).toBe(1);
    expect(mail.received[0]?.to).toEqual(['ann@example.org']);
    const states = async () =>
      (await sql<{ state: string }>`select state from weft.deliveries`.execute(there.control)).rows;
    await expect.poll(states, soon).toEqual([{ state: 'sent' }]);
    await there.close();
    there = await startServer(settingsOf(target));
    const waiting = async () =>
      (await sql`select 1 from weft.jobs where queue = 'delivery'`.execute(there.control)).rows.length;
    await expect.poll(waiting, soon).toBe(0);
    expect([mail.received.length, mail.faults]).toEqual([1, []]);
  });

  it('opens the files of cells, and makes the thumbnails that waited', async () => {
    const ann = { call: callAs(there.url, worked.token) };
    const { data } = await rpc(ann, 'records.get', { ...worked.place, recordId: worked.recordId });
    const [held] = data[worked.fieldId] as unknown as readonly { url: string }[];
    const { url } = must(held);
    expect(new Uint8Array(await (await fetch(new URL(url, there.url))).arrayBuffer())).toEqual(worked.image);
    const small = async () => (await fetch(new URL(`${url}&size=32`, there.url))).status;
    await expect.poll(small, soon).toBe(200);
  });
});
