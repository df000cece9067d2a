import { AppError, invalid, isId } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { safeName } from '../../files/multipart-file.ts';
import { receiveFile } from '../../files/receive-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { fieldsOfPdf, maxPdfFormBytes, type PdfTurn } from '../../pdf/form/fill-pdf.ts';
import { PdfFormFault } from '../../pdf/form/pdf-form.ts';
import type { FormsDeps } from './deps.ts';
import { loadForm } from './load-form.ts';
import type { FormOwner } from './own-forms.ts';

const pdf = 'application/pdf';
const isGone = 'The PDF whose fields are filled in is not there any more: upload it again';

/** What a PDF is refused for. */
export const asRefusal = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((cause: unknown): never => {
    if (!(cause instanceof PdfFormFault)) throw cause;
    throw new AppError('invalid', cause.message, [{ path: 'file', reason: cause.message }], { cause });
  });

export const readFields = (bytes: Uint8Array, turn: PdfTurn) => asRefusal(() => fieldsOfPdf(bytes, turn));

/** The PDF of this id that was uploaded to a form of the organization, or to this form of it. */
export async function uploadedPdf(
  { files, fileStore }: Pick<FormsDeps, 'files' | 'fileStore'>,
  { organizationId }: Pick<FormOwner, 'organizationId'>,
  fileId: string,
  flowId?: string,
): Promise<Uint8Array> {
  const file = isId('fil', fileId) ? await files.get(fileId) : null;
  const isTaken =
    file?.purpose === 'attachment' &&
    file.mimeType === pdf &&
    file.size <= maxPdfFormBytes &&
    file.organizationId === organizationId &&
    (flowId === undefined || file.flowId === flowId);
  const opened = isTaken ? await fileStore.open(fileId) : null;
  if (opened === null) throw new AppError('conflict', isGone);
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.content) chunks.push(chunk as Uint8Array);
  return new Uint8Array(Buffer.concat(chunks));
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** PDFs whose fields answers are filled into. */
export function mountPdfForms(app: FastifyInstance, deps: FormsDeps): void {
  serveUpload(
    app,
    'POST /v1/forms/:flowId/pdfs',
    maxPdfFormBytes,
    async ({ request, path: { flowId }, file }) => {
      const caller = requireCaller(request);
      const { flow } = await loadForm({ deps, caller }, flowId, 'edit');
      const part = await file();
      const bytes = await part.toBuffer().catch(() => null);
      // What is too large may also come to its end in time, cut off.
      if (bytes === null || part.file.truncated) throw new AppError('limit', 'Choose a PDF of at most 10 MB');
      if (!bytes.subarray(0, 1_024).includes('%PDF-')) throw invalid('file', 'This file is not a PDF');
      const release = deps.concurrency.take('fetch', caller);
      const fields = await readFields(bytes, { organizationId: flow.organizationId }).finally(release);
      const { id, name } = await receiveFile(deps, {
        ...{ organizationId: flow.organizationId, userId: caller.userId, flowId: flow.id },
        ...{ purpose: 'attachment' as const, name: safeName(part.filename) },
        ...{ content: once(bytes), maxBytes: bytes.length },
        check: (mimeType) => {
          if (mimeType !== pdf) throw invalid('file', 'This file is not a PDF');
        },
      });
      return { pdf: { id, name, fields: fields.length } };
    },
  );
}
