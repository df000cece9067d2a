import { isShownImage } from '@weft/core';
import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import { imageFilesOf, imageText, maxImageSide } from '@weft/forms';
import { AppError, invalid, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { typeOfContent } from '../../files/file-kind.ts';
import { safeName } from '../../files/multipart-file.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { sendFile } from '../../files/send-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { maxPixels } from '../../files/thumbnails.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import type { FormsDeps } from './deps.ts';
import { isGuarded } from './form-gate.ts';
import { loadForm } from './load-form.ts';

/** Bytes of an image as it is uploaded. */
export const maxFormImageBytes = 10 * 1024 * 1024;

const unreadable = 'This image cannot be read: choose a PNG, JPEG, GIF, WebP or AVIF';

/** The image as pages show it: small enough for a phone, and without what a camera wrote into it. */
async function forPages(bytes: Buffer) {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: true })
      .rotate()
      .resize(maxImageSide, maxImageSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new AppError('invalid', unreadable, [{ path: 'file', reason: unreadable }], { cause });
  }
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

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
    maxFormImageBytes,
    async ({ request, path: { flowId }, file }) => {
      const caller = requireCaller(request);
      const { flow } = await loadForm({ deps, caller }, flowId, 'edit');
      const part = await file();
      const bytes = await part.toBuffer().catch((): never => {
        throw new AppError('limit', 'Choose an image of at most 10 MB');
      });
      if (!isShownImage(await typeOfContent(bytes, part.filename))) throw invalid('file', unreadable);
      const release = deps.concurrency.take('fetch', caller);
      const { data, info } = await forPages(bytes).finally(release);
      const { id } = await receiveFile(deps, {
        organizationId: flow.organizationId,
        userId: caller.userId,
        purpose: 'attachment',
        flowId: flow.id,
        name: safeName(`${part.filename.replace(/\.[^.]*$/, '')}.webp`),
        content: one(data),
        maxBytes: data.length,
      });
      return {
        image: imageText({ fileId: id, width: info.width, height: info.pageHeight ?? info.height }),
      };
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
