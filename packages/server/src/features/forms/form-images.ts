import { isShownImage } from '@weft/core';
import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import { imageFilesOf } from '@weft/forms';
import { AppError, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxPageImageBytes, receivePageImage } from '../../files/page-image.ts';
import { sendFile } from '../../files/send-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { isGuarded } from './form-gate.ts';
import { loadForm } from './load-form.ts';

/** Throws where a form is to show an image that is no file of its own, or is gone. */
export async function requireImages(
  { files }: Pick<FormsDeps, 'files'>,
  flowId: string,
  content: Content,
): Promise<void> {
  const named = imageFilesOf(content);
  if (named.length === 0) return;
  const known = new Set((await files.attachmentsOf(flowId, named)).map(({ id }) => id));
  const gone = named.find((id) => !known.has(id));
  if (gone === undefined) return;
  const holder = Object.values(content.blocks).find((block) =>
    imageFilesOf({ ...content, props: {}, blocks: { block } }).includes(gone),
  );
  const label = holder?.props.label || holder?.props.alt || content.blocks[holder?.parent ?? '']?.props.label;
  throw new AppError(
    'invalid',
    typeof label === 'string' && label !== ''
      ? `The image at ‘${label}’ is no longer there, or is of another form: choose it again`
      : 'An image of this form is no longer there: choose it again',
  );
}

/** Images of forms: uploaded by those who make them, seen by those who answer. */
export function mountFormImages(
  app: FastifyInstance,
  deps: FormsDeps,
  find: (publicIdentifier: string) => Promise<Published | null>,
  isLocked: (request: FastifyRequest, published: Published) => boolean,
): void {
  serveUpload(
    app,
    'POST /v1/forms/:flowId/images',
    maxPageImageBytes,
    async ({ request, path: { flowId }, file }) => {
      const caller = requireCaller(request);
      const { flow } = await loadForm({ deps, caller }, flowId, 'edit');
      const of = { organizationId: flow.organizationId, userId: caller.userId, flowId: flow.id };
      const hold = () => deps.concurrency.take('fetch', caller);
      return { image: await receivePageImage(deps, of, await file(), hold) };
    },
  );

  serveReply(app, 'GET /t/:publicIdentifier/images/:fileId', async ({ request, reply, path }) => {
    const published = await find(path.publicIdentifier);
    if (published === null) throw notFound('Nothing is published here');
    if (isLocked(request, published))
      throw new AppError('forbidden', 'Open the form first: it asks for a password, or for a code by mail');
    const { flowId, content } = published;
    const isShown = isId('fil', path.fileId) && imageFilesOf(content).includes(path.fileId);
    const [file] = isShown ? await deps.files.attachmentsOf(flowId, [path.fileId]) : [];
    if (file === undefined || !isShownImage(file.mimeType)) throw notFound('This form shows no such image');
    const sent = sendFile(deps.fileStore, file, request, reply);
    // Another image has another address. What a form shows to some alone no proxy keeps for others.
    const scope = isGuarded(published) ? 'private' : 'public';
    void reply.header('cache-control', `${scope}, max-age=31536000, immutable`);
    return sent;
  });
}
