import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { inTable, knownId } from '../schemas/ids.ts';
import { inSampleTable, sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';

/** A file that was taken in: what an item of a cell is made of. */
export interface FileAnswer {
  readonly url: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** By its content. */
  readonly mimeType: string;
  /** The server fetched it from its address; false of a file of this base. */
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
  )<FileAnswer>({
    summary: 'Fetch a file from its address for a cell of a field of attachments',
    more: 'At most 20 MB. Addresses of private networks are refused. A cell holds the file once it is written with an item whose `filename` or `url` names it.',
    errors: editErrors,
    answer: z.strictObject({
      url: z.string(),
      fileName: z.string(),
      size: z.int(),
      mimeType: z.string(),
      wasDownloaded: z.boolean(),
    }),
    example: {
      ...inSampleTable,
      fieldId: sample.field,
      url: 'https://example.org/photo.png',
      filename: 'photo.png',
    },
  }),
};
