import type { MultipartFile } from '@fastify/multipart';
import type { StoredFile } from '@weft/db';
import { AppError, invalid } from '@weft/std';
import type { FastifyRequest } from 'fastify';
import type { FileDeps } from './deps.ts';
import { type IncomingFile, receiveFile } from './receive-file.ts';

/**
 * Control characters and separators of folders go, and what turns the direction of the text after it, for that shows
 * `photo\u202Egnp.exe` as a picture; everything else of a name stays.
 */
export const safeName = (name: string): string =>
  name
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\\/]/gu, '_')
    .slice(0, 200)
    // Also after the cut, which may have gone through a pair.
    .toWellFormed() || 'file';

/** What ends in the middle of a form is the sender's fault; what the disk or our own code says is not. */
function unreadable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('limit', 'File is too large');
  if (error instanceof AppError || (code !== null && code !== 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  throw invalid('file', 'The upload could not be read to its end');
}

/** Bytes the file in a request can come to: its length is no secret, unless it comes in chunks. */
function maxBytesOf(request: FastifyRequest, limit: number): number {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) ? Math.min(length, limit) : limit;
}

/** The file in the part `file` of a form. */
export async function sentFile(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) throw invalid('file', 'Send the file as multipart/form-data');
  const part = await request.file().catch(unreadable);
  // A form of which no file was chosen sends one without a name.
  if (part === undefined || part.fieldname !== 'file' || !part.filename)
    throw invalid('file', 'No file was sent');
  return part;
}

/** The bytes of a part; one that was cut off at the limit of the form ends in a refusal. */
async function* contentOf({ file }: MultipartFile): AsyncIterable<Uint8Array> {
  // Given up halfway it stays open, so that whoever reads further parts of the form can pass over the rest of it.
  yield* file.iterator({ destroyOnReturn: false });
  if (file.truncated) throw new AppError('limit', 'File is too large');
}

/** Takes in the file of a form. */
export function receivePart(
  deps: Pick<FileDeps, 'files' | 'fileStore' | 'newId' | 'log'>,
  request: FastifyRequest,
  part: MultipartFile,
  { maxBytes, ...file }: Omit<IncomingFile, 'name' | 'content'>,
): Promise<StoredFile> {
  return receiveFile(deps, {
    ...file,
    // Browsers write a quote in the name of a part so.
    name: safeName(part.filename.replaceAll('%22', '"')),
    content: contentOf(part),
    maxBytes: maxBytesOf(request, maxBytes),
  }).catch(unreadable);
}
