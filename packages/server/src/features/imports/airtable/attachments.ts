import type { Attachment } from '@weft/core';
import { OutgoingFault, ServiceFault } from '@weft/integrations';
import { AppError } from '@weft/std';
import { z } from 'zod';
import { maxAttachmentBytes } from '../../bases/attachments/upload-route.ts';
import type { SourceContext } from '../from-service/service-source.ts';

/** Files that are downloaded at a time. */
const atOnce = 4;

const listed = z.array(
  z.object({ id: z.string(), url: z.string(), filename: z.string(), size: z.number().optional() }),
);
type Listed = z.infer<typeof listed>[number];

/** The files of one cell, as Airtable lists them. */
const filesIn = (value: unknown): readonly Listed[] => {
  const read = listed.safeParse(value);
  return read.success ? read.data : [];
};

/** A file that could not be imported, and why. */
interface MissingFile {
  readonly name: string;
  readonly reason: string;
}

interface DownloadedCell {
  readonly files: readonly Attachment[];
  readonly missing: readonly MissingFile[];
}

/**
 * Downloads the files of cells. Addresses end after some hours: `fresh` reads the cell's files anew. `known`: those that
 * the cell has here already, where it is read again and again.
 */
export async function downloadCell(
  { files, signal }: SourceContext,
  value: unknown,
  fresh: () => Promise<unknown>,
  known?: readonly Attachment[],
): Promise<DownloadedCell> {
  const found: Attachment[] = [];
  const missing: MissingFile[] = [];
  for (const file of filesIn(value)) {
    const there = known?.find(({ metadata }) => metadata?.sourceId === file.id);
    const reason = there ?? (await downloaded(file));
    if (typeof reason === 'string') missing.push({ name: file.filename, reason });
    else if (known === undefined) found.push(reason);
    else found.push({ ...reason, metadata: { ...reason.metadata, sourceId: file.id } });
  }
  return { files: found, missing };

  async function downloaded({ id, url, filename, size = 0 }: Listed): Promise<Attachment | string> {
    if (size > maxAttachmentBytes) return 'The file is larger than 20 MB, and was not imported';
    try {
      const first = await files.download(url, filename);
      if (first !== null) return first;
      const again = filesIn(await fresh().catch(nothingIfGone)).find((one) => one.id === id);
      const second = again === undefined ? null : await files.download(again.url, filename);
      return second ?? 'The file could not be downloaded, and was not imported';
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutgoingFault)
        return `The file could not be downloaded (${error.message}), and was not imported`;
      if (error instanceof AppError && error.kind === 'limit') return `${error.message}: it was not imported`;
      throw error;
    }
  }
}

/** A record that was deleted since it was read has no files any more. */
function nothingIfGone(error: unknown): null {
  const cause = error instanceof AppError ? error.cause : null;
  // Of a record that is not there Airtable says either.
  if (cause instanceof ServiceFault && (cause.status === 404 || cause.status === 403)) return null;
  throw error;
}

/** Does some work for each of many, a few at a time, in their order. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    done.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return done;
}
