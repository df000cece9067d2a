import { isShownImage } from '@weft/core';
import type { StoredFile } from '@weft/db';
import { notFound } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentHeader, inlineHeader } from './attachment-header.ts';
import { readRange } from './byte-range.ts';
import type { FileStore } from './file-store.ts';

/** Nothing of a file that is shown runs, loads or submits anything. */
const shownPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Answers with the bytes of a file, or the part of them a `Range` header asks for. */
export async function sendFile(
  store: FileStore,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { size, hash, mimeType, name } = file;
  const tag = hash === null ? null : `"${hash}"`;
  // Never shown by the browser as a page of this server, whatever is inside.
  const isShown = isShownImage(mimeType) && !('download' in (request.query as object));
  void reply
    .header('content-type', isShown ? mimeType : 'application/octet-stream')
    .header('content-disposition', isShown ? inlineHeader(name) : attachmentHeader(name))
    .header('content-security-policy', shownPolicy)
    .header('cache-control', file.purpose === 'upload' ? 'private, no-store' : 'private, max-age=3600')
    .header('accept-ranges', 'bytes');
  if (tag !== null) {
    void reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  }
  const condition = request.headers['if-range'];
  const asked = condition === undefined || condition === tag ? readRange(request.headers.range, size) : null;
  if (asked === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const opened = await store.open(file.id, asked ?? undefined);
  // Its time may be over, or the store is not the one it was put in.
  if (opened === null) throw notFound('File not found');
  const { content } = opened;
  if (asked === null) return reply.header('content-length', size).send(content);
  return reply
    .code(206)
    .header('content-range', `bytes ${asked.start}-${asked.end}/${size}`)
    .header('content-length', asked.end - asked.start + 1)
    .send(content);
}
