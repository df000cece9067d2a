import { buffer } from 'node:stream/consumers';
import type { StoredFile } from '@weft/db';
import { invalid, notFound } from '@weft/std';
import type { FastifyReply } from 'fastify';
import sharp from 'sharp';
import { z } from 'zod';
import { type AnyJobKind, insideRetries, jobKind } from '../jobs/job-kind.ts';
import type { FileDeps } from './deps.ts';
import type { FileStore } from './file-store.ts';
import { thumbnailQueue } from './files.ts';

/** Pixels of the longer side; on a screen with fine pixels twice as many are drawn. */
const sizes = [32, 120] as const;
type Size = (typeof sizes)[number];
const density = 2;
/** Pixels an image may unpack to: a picture of a camera does, a bomb does not. */
export const maxPixels = 60_000_000;

const thumbnailKey = (fileId: string, size: Size): string => `${fileId}.${size}`;

/** What lies in the store for a file. */
export const keysOf = (fileId: string): readonly string[] => [
  fileId,
  ...sizes.map((size) => thumbnailKey(fileId, size)),
];

/** What is wrong with the image rather than with the machine: it is not tried again. */
const isUnreadable = (error: unknown): boolean => error instanceof Error && !('code' in error);

type ThumbnailDeps = Pick<FileDeps, 'files' | 'fileStore' | 'log'>;

/** Makes the small images of an image. One that cannot be read stays without: a cell then shows its type. */
export const thumbnailJob = ({ files, fileStore, log }: ThumbnailDeps): AnyJobKind =>
  jobKind({
    queue: thumbnailQueue,
    label: 'Make thumbnails',
    payload: z.strictObject({ fileId: z.string() }),
    concurrency: 1,
    retry: insideRetries,
    run: async ({ fileId }) => {
      const image = await fileStore.open(fileId);
      if (image === null) return undefined;
      const bytes = await buffer(image.content);
      try {
        for (const size of sizes) {
          const side = size * density;
          const small = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
            .rotate()
            .resize(side, side, { fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 80 })
            .timeout({ seconds: 20 })
            .toBuffer();
          await fileStore.put(thumbnailKey(fileId, size), one(small));
        }
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        log.info({ err: error, fileId }, 'an image cannot be read');
        await files.noteThumbnails(fileId, 'failed');
        return undefined;
      }
      await files.noteThumbnails(fileId, 'made');
      return undefined;
    },
  });

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Answers with a small image of an image. */
export async function sendThumbnail(
  store: FileStore,
  { id, thumbnails }: StoredFile,
  asked: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const size = sizes.find((each) => String(each) === asked);
  if (size === undefined) throw invalid('size', `Thumbnails are of the sizes ${sizes.join(' and ')}`);
  const opened = thumbnails === 'made' ? await store.open(thumbnailKey(id, size)) : null;
  if (opened === null) throw notFound('There is no thumbnail of this file');
  return reply
    .header('content-type', 'image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=86400, immutable')
    .send(opened.content);
}
