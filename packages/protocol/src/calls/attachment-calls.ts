import { z } from 'zod';
import { call } from './call.ts';
import { inTable, knownId } from './ids.ts';
import { storableText } from './text.ts';

/** A file that was taken in: what an item of a cell is made of. */
export interface FileAnswer {
  readonly url: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** By its content. */
  readonly mimeType: string;
  /** The server fetched it from its address. */
  readonly wasDownloaded: boolean;
}

export const attachmentCalls = {
  'attachments.uploadFromUrl': call(
    'mutation',
    z.object({
      ...inTable,
      fieldId: knownId,
      url: storableText(4_096),
      /** Left out: the last part of the address. */
      filename: storableText(1_000).optional(),
    }),
  )<FileAnswer>(),
};
