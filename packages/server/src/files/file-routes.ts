import { invalid, isId, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../http/request-caller.ts';
import { serveReply } from '../http/serve.ts';
import type { FileDeps, MayReadFile } from './deps.ts';
import { fileUrl } from './file-address.ts';
import { receivePart } from './multipart-file.ts';
import { sendFile } from './send-file.ts';
import { serveUpload } from './serve-upload.ts';
import { sendThumbnail } from './thumbnails.ts';

const isTable = (name: string, type: string): boolean => type === 'text/csv' || /\.(?:csv|xlsx)$/i.test(name);

interface RoutesDeps extends FileDeps {
  readonly csvMaxBytes: number;
  readonly mayRead: MayReadFile;
}

/** Uploads of CSV files and workbooks, and files by their address. */
export function mountFiles(app: FastifyInstance, deps: RoutesDeps): void {
  const maxBytes = deps.csvMaxBytes;
  serveUpload(app, 'POST /csvupload', maxBytes, async ({ request, file }) => {
    const { organizationId, userId } = requireCaller(request);
    const part = await file();
    if (!isTable(part.filename, part.mimetype)) throw invalid('file', 'Please select a valid CSV file');
    const { id, name } = await receivePart(deps, request, part, {
      organizationId,
      userId,
      purpose: 'upload',
      maxBytes,
    });
    return { url: fileUrl(deps.baseUrl(), id, name), s3Key: id, fileName: name };
  });

  serveReply(app, 'GET /files/:id/*', async ({ request, reply, path }) => {
    const query = request.query as { readonly [name: string]: unknown };
    const file = isId('fil', path.id) ? await deps.files.get(path.id) : null;
    if (file === null || !deps.fileLinks.isGood(file, query)) {
      const caller = requireCaller(request);
      if (file === null || !(await deps.mayRead(file, caller))) throw notFound('File not found');
    }
    if (query.size !== undefined) return sendThumbnail(deps.fileStore, file, query.size, reply);
    return sendFile(deps.fileStore, file, request, reply);
  });
}
