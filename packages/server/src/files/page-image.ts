import type { MultipartFile } from '@fastify/multipart';
import { isShownImage } from '@weft/core';
import { imageText, maxImageSide } from '@weft/forms';
import { AppError, invalid } from '@weft/std';
import sharp from 'sharp';
import type { FileDeps } from './deps.ts';
import { typeOfContent } from './file-kind.ts';
import { safeName } from './multipart-file.ts';
import { receiveFile } from './receive-file.ts';
import { maxPixels } from './thumbnails.ts';

/** Bytes of an image as it is uploaded for a published page. */
export const maxPageImageBytes = 10 * 1024 * 1024;

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

interface PageImage {
  readonly organizationId: string;
  readonly userId: string;
  readonly flowId: string;
}

/** Takes in an image that pages of a flow show; what a document names it by. `hold` takes a turn for the work. */
export async function receivePageImage(
  deps: Pick<FileDeps, 'files' | 'fileStore' | 'newId' | 'log'>,
  of: PageImage,
  part: MultipartFile,
  hold: () => () => void,
): Promise<string> {
  const bytes = await part.toBuffer().catch((): never => {
    throw new AppError('limit', 'Choose an image of at most 10 MB');
  });
  if (!isShownImage(await typeOfContent(bytes, part.filename))) throw invalid('file', unreadable);
  const release = hold();
  const { data, info } = await forPages(bytes).finally(release);
  const { id } = await receiveFile(deps, {
    ...of,
    purpose: 'attachment',
    name: safeName(`${part.filename.replace(/\.[^.]*$/, '')}.webp`),
    content: one(data),
    maxBytes: data.length,
  });
  return imageText({ fileId: id, width: info.width, height: info.pageHeight ?? info.height });
}
