import type { Attachment } from '@weft/core';
import { sendFile } from '../../../transfers.ts';
import type { BaseSession } from '../open/base-session.ts';

const idInAddress = (url: string): string => new URL(url, location.href).pathname.split('/')[2] ?? '';

/** Uploads a file for a cell of a field of attachments; what the cell is then written with. */
export async function uploadAttachment(
  { baseId, person }: Pick<BaseSession, 'baseId' | 'person'>,
  tableId: string,
  fieldId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  const headers = { 'base-public-id': baseId, 'table-id': tableId, 'field-id': fieldId };
  const sending = { headers, onProgress, signal };
  const { url, fileName, size, mimeType } = await sendFile('POST /fileupload', file, sending);
  return {
    filename: idInAddress(url),
    originalName: fileName,
    size,
    mimeType,
    url,
    // The server writes its own moment into the cell.
    uploadedAt: new Date().toISOString(),
    metadata: { userId: person.id },
  };
}
