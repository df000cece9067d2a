import multipart from '@fastify/multipart';
import { type AppBlock, fieldsSetting, tableOf } from '@weft/apps';
import { holdsFiles } from '@weft/core';
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

export function readTexts(request: FastifyRequest): SentPage {
  const pairs = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  if (pairs.size > mostParts) throw new AppError('limit', 'This is too large');
  return { sent: byName(pairs), fresh: new Set() };
}

/** Reads a form with its files, which are kept only for a block that asks for them there. */
export async function readWithFiles(
  deps: Pick<AppPagesDeps, 'files' | 'fileStore' | 'newId' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { app, organizationId, ownerUserId }: OpenApp,
  {
    sight,
    block,
    admit,
  }: {
    readonly sight: Sight;
    readonly block: AppBlock;
    readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  },
): Promise<SentPage> {
  const table = sight.metadata.tables.find(({ id }) => id === tableOf(app, block));
  const asked = new Set(fieldsSetting(block));
  const taking = new Set(
    table?.fields.flatMap(({ id, type }) => (holdsFiles(type) && asked.has(id) ? [id] : [])),
  );
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
    if (!part.filename || !taking.has(part.fieldname)) {
      part.file.resume();
      continue;
    }
    await admit(request, reply);
    const { id } = await receivePart(deps, request, part, {
      // It counts for the owner of the app, in whose database it lies.
      ...{ organizationId, userId: ownerUserId, purpose: 'attachment', flowId: sight.store.baseId },
      maxBytes: fileBytes,
    });
    fresh.add(id);
    pairs.push([part.fieldname, id]);
  }
  return { sent: byName(pairs), fresh };
}
