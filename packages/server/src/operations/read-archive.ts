import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type DumpItem, migrationNames } from '@weft/db';
import { AppError } from '@weft/std';
import type { z } from 'zod';
import {
  type ArchiveContents,
  type ArchiveHead,
  archiveContents,
  archiveHead,
  entryNames,
  rowSums,
} from './archive.ts';
import { hashed } from './hashed.ts';
import { readTar, wholeOf } from './tar.ts';

/** Receives the parts of an archive as they are read. */
export interface ArchiveTarget {
  readonly begin: (head: ArchiveHead) => void;
  readonly take: (item: DumpItem) => Promise<void>;
  /** To be read to its end. */
  readonly file: (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>;
  readonly secret: (secret: string) => Promise<void>;
}

const damaged = (what: string): AppError => new AppError('invalid', `The archive is damaged: ${what}.`);

/** Reads an archive from its first byte to its last; throws unless it is whole and says of itself what it holds. */
export async function readArchive(path: string, target: ArchiveTarget): Promise<void> {
  const files = new Map<string, ArchiveContents['files'][string]>();
  const tables = new Map<string, ArchiveContents['tables'][string]>();
  let begun = false;
  let contents: ArchiveContents | null = null;
  for await (const { name, size, content } of readTar(unzipped(path))) {
    const [, folder, rest] = /^(rows|files)\/(.+)$/s.exec(name) ?? [];
    const [, table = '', piece] = /^(.+)\/([^/]+)$/s.exec(rest ?? '') ?? [];
    if (contents !== null) throw damaged('something follows its end');
    if (name === entryNames.head && !begun) {
      const head = parsed(
        archiveHead,
        await wholeOf(content),
        'This is no archive of Weft, or one of a newer version.',
      );
      refuseNewer(head);
      begun = true;
      target.begin(head);
      await target.take({ kind: 'structure', structure: head.structure, migrations: head.migrations });
    } else if (!begun) throw new AppError('invalid', 'This is no archive of Weft.');
    else if (folder === 'rows' && piece === 'sums.json') {
      const sums = parsed(rowSums, await wholeOf(content), `The archive is damaged: ${name} cannot be read.`);
      tables.set(table, sums);
      await target.take({ kind: 'table', table, sums });
    } else if (folder === 'rows') {
      await target.take({ kind: 'rows', table, lines: await wholeOf(content) });
    } else if (folder === 'files' && rest !== undefined && isSafe(rest)) {
      const digest = createHash('sha256');
      await target.file(rest, hashed(content, digest));
      files.set(rest, { size, sha256: digest.digest('hex') });
    } else if (name === entryNames.secret)
      await target.secret(Buffer.from(await wholeOf(content)).toString());
    else if (name === entryNames.contents)
      contents = parsed(
        archiveContents,
        await wholeOf(content),
        'The archive is damaged: its list cannot be read.',
      );
    else throw damaged(`${name} does not belong in it`);
  }
  if (contents === null) throw damaged('its end is missing');
  if (!isDeepStrictEqual(contents, { tables: Object.fromEntries(tables), files: Object.fromEntries(files) }))
    throw damaged('it does not hold what its list says');
}

async function* unzipped(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  try {
    yield* file.pipe(gunzip) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw damaged('it ends too early');
    if (code.startsWith('Z_')) throw new AppError('invalid', 'This is no archive of Weft, or a damaged one.');
    if (code === 'ENOENT') throw new AppError('not-found', `There is no file ${path}.`);
    throw error;
  } finally {
    file.destroy();
  }
}

function parsed<T>(shape: z.ZodType<T>, bytes: Uint8Array, otherwise: string): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    throw new AppError('invalid', otherwise);
  }
}

/** A path that stays inside its folder. */
const isSafe = (path: string): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\:\0]/.test(path);

function refuseNewer({ version, migrations }: ArchiveHead): void {
  const known = new Set(migrationNames());
  if (migrations.every((name) => known.has(name))) return;
  throw new AppError(
    'conflict',
    `The archive was made by Weft ${version}, which is newer than this one. Upgrade first.`,
  );
}
