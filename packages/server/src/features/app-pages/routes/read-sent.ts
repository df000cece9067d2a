import multipart from '@fastify/multipart';
import { AppError, byName } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receivePart } from '../../../files/multipart-file.ts';
import type { AppPagesDeps } from '../deps.ts';
import type { OpenApp } from '../open-app.ts';
import type { Sight } from '../records/sight.ts';
import type { Sent } from './do-block.ts';

/** Bytes of what a page sends, its files left out. */
export const sentBytes = 1024 * 1024;
const mostParts = 2_000;
const mostFiles = 20;
const fileBytes = 20 * 1024 * 1024;

export interface SentPage {
  readonly sent: Sent;
  /** The files that came with it. */
  readonly fresh: ReadonlySet<string>;
}

/** Lets pages send forms, with and without files; what else is sent is none of them. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: sentBytes },
    (_request, body, done) => done(null, body),
  );
  await scope.register(multipart);
}

/** NUL can be written into no text and compared with none. */
const collected = (pairs: Iterable<readonly [string, string]>): Sent =>
  byName([...pairs].map(([name, text]) => [name, text.replaceAll('\0', '')] as const));

export function readTexts(request: FastifyRequest): SentPage {
  const pairs = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  if (pairs.size > mostParts) throw new AppError('limit', 'This is too large');
  return { sent: collected(pairs), fresh: new Set() };
}

/**
 * Reads a form with its files. They are taken in for fields that `taking` names, which is asked with what came before the
 * first of them, and kept as strangers' files are until a record has them.
 */
export async function readWithFiles(
  deps: Pick<AppPagesDeps, 'files' | 'fileStore' | 'newId' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { organizationId, ownerUserId }: OpenApp,
  {
    sight,
    taking,
    admit,
  }: {
    readonly sight: Sight;
    /** The fields that whoever sends this may fill in with files. */
    readonly taking: (sent: Sent) => Promise<ReadonlySet<string>>;
    readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  },
): Promise<SentPage> {
  let taken: ReadonlySet<string> | null = null;
  const pairs: (readonly [string, string])[] = [];
  const fresh = new Set<string>();
  let bytes = 0;
  const limits = { fields: mostParts, files: mostFiles, fieldSize: sentBytes, fileSize: fileBytes };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      const text = String(part.value);
      bytes += part.fieldname.length + Buffer.byteLength(text);
      if (bytes > sentBytes) throw new AppError('limit', 'This is too large');
      pairs.push([part.fieldname, text]);
      continue;
    }
    if (part.filename) taken ??= await taking(byName(pairs));
    if (!part.filename || taken?.has(part.fieldname) !== true) {
      part.file.resume();
      continue;
    }
    await admit(request, reply);
    const { id } = await receivePart(deps, request, part, {
      // It counts for the owner of the app, in whose database it lies.
      ...{ organizationId, userId: ownerUserId, purpose: 'answer', flowId: sight.store.baseId },
      maxBytes: fileBytes,
    });
    fresh.add(id);
    pairs.push([part.fieldname, id]);
  }
  return { sent: collected(pairs), fresh };
}
