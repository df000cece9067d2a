import multipart from '@fastify/multipart';
import type { HttpAnswer } from '@weft/protocol';
import { invalid, isId, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../http/request-caller.ts';
import type { FileDeps, MayReadFile } from './deps.ts';
import { fileUrl } from './file-address.ts';
import { receivePart, sentFile } from './multipart-file.ts';
import { sendFile } from './send-file.ts';
import { sendThumbnail } from './thumbnails.ts';

const isCsv = (name: string, type: string): boolean =>
  type === 'text/csv' || name.toLowerCase().endsWith('.csv');

interface RoutesDeps extends FileDeps {
  readonly csvMaxBytes: number;
  readonly mayRead: MayReadFile;
}

/** Uploads of CSV files, and files by their address. */
export function mountFiles(app: FastifyInstance, deps: RoutesDeps): void {
  void app.register(async (scope) => {
    const limit = deps.csvMaxBytes;
    await scope.register(multipart, { limits: { files: 1, fields: 5, fileSize: limit, fieldSize: 1_000 } });

    scope.post('/csvupload', { bodyLimit: limit + 64 * 1024 }, async (request) => {
      const { organizationId, userId } = requireCaller(request);
      const part = await sentFile(request);
      if (!isCsv(part.filename, part.mimetype)) throw invalid('file', 'Please select a valid CSV file');
      const { id, name } = await receivePart(deps, request, part, {
        organizationId,
        userId,
        purpose: 'upload',
        mostBytes: limit,
      });
      const url = fileUrl(deps.baseUrl(), id, name);
      return { url, s3Key: id, fileName: name } satisfies HttpAnswer<'POST /csvupload'>;
    });
  });

  app.get<{ Params: { id: string }; Querystring: { readonly [name: string]: unknown } }>(
    '/files/:id/*',
    async (request, reply) => {
      const { params, query } = request;
      const file = isId('fil', params.id) ? await deps.files.get(params.id) : null;
      if (file === null || !deps.fileLinks.isGood(file, query)) {
        const caller = requireCaller(request);
        if (file === null || !(await deps.mayRead(file, caller))) throw notFound('File not found');
      }
      if (query.size !== undefined) return sendThumbnail(deps.fileStore, file, query.size, reply);
      return sendFile(deps.fileStore, file, request, reply);
    },
  );
}
