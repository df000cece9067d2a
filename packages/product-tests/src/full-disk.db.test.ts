import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  isOnCitus,
  operate,
  postgresServer,
  type Session,
  signUp,
  startProduct,
  startProductOn,
} from '@weft/testkit';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { makeDesk } from './at-work.ts';
import { importOrder, type Metadata, testId } from './databases.ts';
import { patience } from './patience.ts';

/** A disk of its own in memory; null where this process may not mount one. */
function smallDisk(megabytes: number): { readonly folder: string; readonly remove: () => void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'weft-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const remove = () => {
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
    rmSync(folder, { recursive: true });
  };
  return { folder, remove };
}

const probe = smallDisk(1);
probe?.remove();
if (probe === null)
  console.warn(
    'SKIPPED: tests of a full disk. Only root can mount a small one, and only outside some containers.',
  );

/** What happened, and what was kept. */
const told = 'The disk of the server is full. Nothing of the file was imported';

/** Uploads otherwise leave 2 GB free, which these disks never have. */
const toTheLast = { UPLOAD_FREE_MB: '0' };

function* people(rows: number): Generator<string> {
  yield 'Name,Note\n';
  for (let row = 0; row < rows; row++)
    yield `Person ${row},${'a note that takes room on the disk '.repeat(6)}${row}\n`;
}

/** The statuses of an upload of a megabyte and of a call after it, both sent over one connection as browsers do. */
async function uploadAndCall({ url, headers }: Session): Promise<(number | undefined)[]> {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, path: string, more: OutgoingHttpHeaders, body?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const signal = AbortSignal.timeout(20_000);
      const all = { ...headers, ...more };
      request({ hostname, port, agent, signal, method, path, headers: all }, (response) =>
        response.resume().on('end', () => resolve(response.statusCode)),
      )
        .on('error', reject)
        .end(body);
    });
  const disposition = 'content-disposition: form-data; name="file"; filename="large.csv"';
  const form = `--x\r\n${disposition}\r\n\r\n${'a note\n'.repeat(150_000)}\r\n--x--\r\n`;
  const type = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': form.length };
  const both = [send('POST', '/csvupload', type, form), send('GET', '/v1/me', {})];
  return Promise.all(both).finally(() => agent.destroy());
}

/** An upload of two megabytes that does something when half of it has come; its answer. */
function uploadInHalves(
  { url, headers }: Session,
  between: () => Promise<void>,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const disposition = 'content-disposition: form-data; name="file"; filename="large.csv"';
  const half = 'a note\n'.repeat(150_000);
  const [start, end] = [`--x\r\n${disposition}\r\n\r\n${half}`, `${half}\r\n--x--\r\n`];
  const type = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': start.length + end.length,
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const options = { hostname, port, method: 'POST', path: '/csvupload', headers: { ...headers, ...type } };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.write(start);
    between().then(() => sent.end(end), reject);
  });
}

describe.skipIf(probe === null)('a disk that fills up', () => {
  it(
    'ends an import with a sentence; nothing of it is left, and with room again it works',
    patience,
    async () => {
      const disk = smallDisk(210);
      const files = mkdtempSync(join(tmpdir(), 'weft-files-'));
      const folder = disk?.folder ?? '';
      const settings = { DATA_DIR: folder, FILES_URL: pathToFileURL(files).href, ...toTheLast };
      const product = await startProduct(settings);
      try {
        const ann = await signUp(product.url, 'ann');
        const { order, rows } = await importOrder(ann, [...people(40_000)].join(''));
        // A load stops where fewer than 96 MB are left: some of these rows have room above them.
        const { bavail, bsize } = statfsSync(folder);
        const filler = join(folder, 'filler');
        writeFileSync(filler, Buffer.alloc(bavail * bsize - (112 << 20)));
        let end: unknown;
        for await (const event of ann.events('import.csvImportStream', order)) end = event;
        expect(end).toEqual({ type: 'error', message: told });
        const base = () => ann.query('metadata.get', { basePublicId: order.basePublicId });
        expect(await base()).toMatchObject({ metadata: { tables: [] } });
        expect((await fetch(`${product.url}/healthz`)).status).toBe(200);

        rmSync(filler);
        const again = { ...order, importId: testId('imp') };
        for await (const event of ann.events('import.csvImportStream', again)) end = event;
        expect(end).toMatchObject({ type: 'finished', recordsImported: rows });
        expect(await base()).toMatchObject({ metadata: { tables: [{ name: 'Table' }] } });
        const { table, fieldId } = await makeDesk(ann);
        const record = { id: testId('rec'), data: { [fieldId]: 'written after' } };
        await ann.mutate('records.create', { ...table, records: [record] });
        await product.restart('SIGKILL');
        const list = await ann.query('records.list', table);
        expect(list).toMatchObject({ records: [record] });
      } finally {
        await product.stop();
        disk?.remove();
        rmSync(files, { recursive: true });
      }
    },
  );

  it('refuses an upload and a backup with a sentence, and keeps nothing of them', patience, async () => {
    const disk = smallDisk(4);
    const folder = disk?.folder ?? '';
    const product = await startProduct({ FILES_URL: pathToFileURL(folder).href, ...toTheLast });
    try {
      const ann = await signUp(product.url, 'ann');
      await expect(ann.upload('large.csv', people(40_000))).rejects.toThrow(
        /^413 .*The disk of the server is nearly full/,
      );
      expect(readdirSync(folder)).toEqual([]);
      // Whatever room is left is taken.
      expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(8 << 20))).toThrow('ENOSPC');
      // What was refused in its middle does not stand in the way of what comes after it.
      expect(await uploadAndCall(ann)).toEqual([413, 200]);
      const { code, err } = await operate(product.env, 'backup', join(folder, 'weft.weft')).ended;
      expect([code, err]).toEqual([1, expect.stringContaining('The disk is full.')]);
      expect(readdirSync(folder)).toEqual(['filler']);
    } finally {
      await product.stop();
      disk?.remove();
    }
  });

  it(
    'refuses the upload under which it becomes full, keeps nothing of it and goes on',
    patience,
    async () => {
      const disk = smallDisk(4);
      const folder = disk?.folder ?? '';
      const product = await startProduct({
        FILES_URL: pathToFileURL(folder).href,
        CSV_MAX_MB: '3',
        ...toTheLast,
      });
      try {
        const ann = await signUp(product.url, 'ann');
        const filler = join(folder, 'filler');
        const { status, text } = await uploadInHalves(ann, async () => {
          await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), 10_000);
          expect(() => writeFileSync(filler, Buffer.alloc(8 << 20))).toThrow('ENOSPC');
        });
        expect(status).toBe(413);
        expect(text).toContain(
          'The disk of the server is full: it takes no more files. Nothing of this one was kept.',
        );
        expect(readdirSync(folder)).toEqual(['filler']);
        await makeDesk(ann);
        rmSync(filler);
        const whole = await uploadInHalves(ann, async () => {});
        expect(whole.status).toBe(200);
      } finally {
        await product.stop();
        disk?.remove();
      }
    },
  );
});

/**
 * From now on this database says of each table that is made what PostgreSQL says of a full disk, at its `room`th row:
 * in the middle of a COPY. Taken back by dropping the schema `full_disk` with what hangs on it. On a worker of Citus it
 * says so of each shard, whose names end in a number.
 */
const fillUp = (room: number) => `
  CREATE SCHEMA full_disk;
  CREATE FUNCTION full_disk.row() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('full_disk.rows_written') >= ${room} THEN
      RAISE EXCEPTION USING ERRCODE = '53100',
        MESSAGE = 'could not extend file "base/16384/16999": No space left on device';
    END IF;
    RETURN NEW;
  END $$;
  CREATE SEQUENCE full_disk.rows_written;
  CREATE FUNCTION full_disk.made() RETURNS event_trigger LANGUAGE plpgsql AS $$
  DECLARE made record;
  BEGIN
    FOR made IN SELECT * FROM pg_event_trigger_ddl_commands()
      WHERE object_type = 'table' AND object_identity ~ '${isOnCitus() ? '_[0-9]+$' : ''}' LOOP
      EXECUTE format('CREATE TRIGGER full_disk BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION full_disk.row()',
        made.object_identity);
    END LOOP;
  END $$;
  CREATE EVENT TRIGGER full_disk ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION full_disk.made()`;
const makeRoom = 'DROP SCHEMA full_disk CASCADE';

/** The database itself; on Citus it is its workers that keep what people import. */
async function placesOf(database: pg.Client): Promise<readonly pg.Client[]> {
  if (!isOnCitus()) return [database];
  const { rows } = await database.query<{ host: string; port: number }>(
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0',
  );
  const { user = '', database: name = '' } = database;
  const workers = rows.map(({ host, port }) => new pg.Client({ host, port, user, database: name }));
  for (const worker of workers) {
    await worker.connect();
    await worker.query('SET citus.enable_ddl_propagation = off');
  }
  return workers;
}

describe.skipIf(postgresServer() === undefined)('PostgreSQL whose disk fills up', () => {
  it('ends an import in the middle of a COPY with a sentence; nothing of it is left, and trying again works', async () => {
    const product = await startProductOn('PostgreSQL');
    const database = new pg.Client({ connectionString: product.env.DATABASE_URL });
    await database.connect();
    const places = await placesOf(database);
    try {
      const ann = await signUp(product.url, 'ann');
      const { order, rows } = await importOrder(ann, [...people(12_000)].join(''));
      for (const place of places) await place.query(fillUp(8_000));
      const events: object[] = [];
      for await (const event of ann.events('import.csvImportStream', order)) events.push(event);
      expect(events).toContainEqual(expect.objectContaining({ type: 'records', recordsImported: 5_000 }));
      expect(events.at(-1)).toEqual({ type: 'error', message: told });
      const tables = async () => {
        const { rows: found } = await database.query(
          `SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename LIKE 'tbl%'`,
          [order.basePublicId],
        );
        const base = await ann.query<Metadata>('metadata.get', { basePublicId: order.basePublicId });
        return { seen: base.metadata.tables.length, there: found.length };
      };
      expect(await tables()).toEqual({ seen: 0, there: 0 });
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);

      for (const place of places) await place.query(makeRoom);
      const again = { ...order, importId: testId('imp') };
      for await (const event of ann.events('import.csvImportStream', again)) events.push(event);
      expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: rows });
      expect(await tables()).toEqual({ seen: 1, there: 1 });
    } finally {
      for (const client of new Set([database, ...places])) await client.end();
      await product.stop();
    }
  });
});
