import multipart, { type MultipartFile } from '@fastify/multipart';
import type { HttpAnswer, HttpPath, ReadQuery, UploadRoute } from '@weft/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../http/serve.ts';
import { sentFile } from './multipart-file.ts';

/** Bytes of a form besides its file. */
const formBytes = 64 * 1024;

interface UploadCall<R extends UploadRoute> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: HttpPath<R>;
  readonly query: () => ReadQuery<R>;
  /** Read when asked for: who may not upload sends the file for nothing. */
  readonly file: () => Promise<MultipartFile>;
}

/** Answers a call of the protocol whose body is a file of at most `maxBytes`. */
export function serveUpload<R extends UploadRoute>(
  app: FastifyInstance,
  route: R,
  maxBytes: number,
  answer: (call: UploadCall<R>) => Promise<HttpAnswer<R>>,
): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 5, fileSize: maxBytes, fieldSize: 1_000 },
    });
    serve(
      scope,
      route,
      ({ request, reply, path, query }) =>
        answer({ request, reply, path, query, file: () => sentFile(request) }),
      { bodyLimit: maxBytes + formBytes },
    );
  });
}
