import type { Attachment } from '@weft/core';
import { noAnswer } from '@weft/protocol';
import { AppError } from '@weft/std';
import { isUnreachable } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { sendFile } from '../../../transfers.ts';

/** The cells a file is uploaded for, and who uploads it. */
export interface UploadPlace {
  readonly baseId: string;
  readonly tableId: string;
  readonly fieldId: string;
  readonly userId: string;
}

interface FileFacts {
  readonly url: string;
  readonly fileName: string;
  readonly size: number;
  readonly mimeType: string;
}

const idInAddress = (url: string): string => new URL(url, location.href).pathname.split('/')[2] ?? '';

/** The item a cell is written with; the server then writes what it knows of the file. */
const itemOf = (
  { url, fileName, size, mimeType }: FileFacts,
  metadata: Attachment['metadata'] & object,
): Attachment => ({
  filename: idInAddress(url),
  originalName: fileName,
  ...{ size, mimeType, url, metadata },
  uploadedAt: new Date().toISOString(),
});

/** Uploads a file for a cell of a field of attachments. Rejects with the sentence a person reads. */
export async function uploadAttachment(
  { baseId, tableId, fieldId, userId }: UploadPlace,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  const headers = { 'base-public-id': baseId, 'table-id': tableId, 'field-id': fieldId };
  try {
    return itemOf(await sendFile('POST /fileupload', file, { headers, onProgress, signal }), { userId });
  } catch (error) {
    if (isUnreachable(error)) throw new Error('Failed to upload file', { cause: error });
    const unreadable = error instanceof AppError && error.message === noAnswer;
    throw new Error(unreadable ? 'Upload failed' : errorText(error, 'Upload failed'), { cause: error });
  }
}

/** Has the server fetch a file from its address. Rejects with the sentence a person reads. */
export async function attachmentFromUrl(
  { baseId, tableId, fieldId, userId }: UploadPlace,
  url: string,
  signal: AbortSignal,
): Promise<Attachment> {
  const input = { basePublicId: baseId, tableId, fieldId, url };
  try {
    const { wasDownloaded, ...file } = await rpc.call('attachments.uploadFromUrl', input, { signal });
    return itemOf(file, { userId, wasDownloaded });
  } catch (error) {
    const otherwise = 'Failed to process URL. Please check the URL and try again.';
    throw new Error(isUnreachable(error) ? otherwise : errorText(error, otherwise), { cause: error });
  }
}
