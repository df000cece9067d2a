import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { AppError, invalid, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { requireCaller } from '../http/request-caller.ts';
import { attachmentHeader } from './attachment-header.ts';
import { filePath, fileUrl } from './file-address.ts';

const isCsv = (name: string, type: string): boolean =>
  type === 'text/csv' || name.toLowerCase().endsWith('.csv');

/** Names travel in headers and pages: control characters and separators go. */
const safeName = (name: string): string =>
  name
    .replace(/[\p{Cc}"\\/]/gu, '_')
    .slice(0, 200)
    // Also after the cut, which may have gone through a pair.
    .toWellFormed() || 'file';

/** What ends in the middle of a form is the sender's fault; what the disk or our own code says is not. */
function unreadable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (error instanceof AppError || (code !== null && code !== 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  throw invalid('file', 'The upload could not be read to its end');
}

/** Bytes the file in a request can come to: its length is no secret, unless it comes in chunks. */
function mostBytesOf(request: FastifyRequest, limit: number): number {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) ? Math.min(length, limit) : limit;
}

/** Uploads of CSV files, and files by their address. */
export function mountFiles(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    const limit = services.settings.csvMaxBytes;
    await scope.register(multipart, { limits: { files: 1, fields: 5, fileSize: limit, fieldSize: 1_000 } });

    scope.post('/csvupload', { bodyLimit: limit + 64 * 1024 }, async (request) => {
      const caller = requireCaller(request);
      if (!request.isMultipart()) throw invalid('file', 'Send the file as multipart/form-data');
      const part = await request.file().catch(unreadable);
      // A form of which no file was chosen sends one without a name.
      if (part === undefined || part.fieldname !== 'file' || !part.filename)
        throw invalid('file', 'No file was sent');
      const name = safeName(part.filename);
      if (!isCsv(part.filename, part.mimetype)) throw invalid('file', 'Please select a valid CSV file');
      const id = services.newId('fil');
      const { organizationId, userId } = caller;
      const file = { id, organizationId, userId, name, purpose: 'upload' } as const;
      await services.files.claim(file, mostBytesOf(request, limit));
      const path = filePath(services.settings, id);
      try {
        await pipeline(part.file, createWriteStream(`${path}.part`, { mode: 0o600 }));
        if (part.file.truncated) throw new AppError('limit', 'File is too large');
        await rename(`${path}.part`, path);
        await services.files.keep(file, part.file.bytesRead);
      } catch (error) {
        await rm(`${path}.part`, { force: true });
        await rm(path, { force: true });
        await services.files.release(id).catch((fault: unknown) => {
          services.log.warn({ err: fault }, 'an upload that was given up counts for some minutes more');
        });
        throw error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
          ? new AppError('limit', 'File is too large')
          : unreadable(error);
      }
      return { url: fileUrl(services.baseUrl(), id, name), s3Key: id, fileName: name };
    });

    scope.get<{ Params: { id: string } }>('/files/:id/*', async (request, reply) => {
      const caller = requireCaller(request);
      const file = isId('fil', request.params.id)
        ? await services.files.find(request.params.id, caller)
        : null;
      const path = file === null ? null : filePath(services.settings, file.id);
      // Its time may be over, or the folder is not the one it was put in.
      if (file === null || path === null || !existsSync(path)) throw notFound('File not found');
      // Never shown by the browser as a page of this server, whatever is inside.
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', attachmentHeader(file.name))
        .header('cache-control', 'private, no-store')
        .send(createReadStream(path));
    });
  });
}
