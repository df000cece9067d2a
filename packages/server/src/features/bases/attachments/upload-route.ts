import { holdsFiles } from '@weft/core';
import type { Flow, StoredFile } from '@weft/db';
import type { HttpAnswer } from '@weft/protocol';
import { invalid, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileUrl } from '../../../files/file-address.ts';
import { receivePart } from '../../../files/multipart-file.ts';
import { serveUpload } from '../../../files/serve-upload.ts';
import type { Caller } from '../../../http/caller.ts';
import { requireCaller } from '../../../http/request-caller.ts';
import type { BasesDeps } from '../deps.ts';
import { loadBase, loadTable } from '../methods/load-base.ts';

/** Bytes of one attachment: 20 MB. */
export const maxAttachmentBytes = 20 * 1024 * 1024;

interface CellPlace {
  readonly basePublicId: string;
  readonly tableId: string;
  readonly fieldId: string;
}

/** The base of a field of attachments, when the caller may write there. */
export async function attachmentsBase(
  deps: BasesDeps,
  caller: Caller,
  { basePublicId, tableId, fieldId }: CellPlace,
): Promise<Flow> {
  const { store, flow } = await loadBase({ deps, caller }, basePublicId, 'edit');
  const { fields } = await loadTable(store, tableId);
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined) throw notFound(`Field with id ${fieldId} not found`);
  if (!holdsFiles(field.type)) throw invalid('fieldId', 'This field does not hold files');
  return flow;
}

/** What a file is answered as: the address is readable by whoever may read the base, and by a link as long as it lasts. */
export const presentFile = (deps: BasesDeps, file: StoredFile): HttpAnswer<'POST /fileupload'> => ({
  url: `${fileUrl(deps.baseUrl(), file.id, file.name)}?${deps.fileLinks.query(file)}`,
  fileName: file.name,
  size: file.size,
  mimeType: file.mimeType,
});

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  if (typeof value !== 'string' || value === '') throw invalid(name, `Send the header ${name}`);
  return value;
}

/** Uploads of files into cells. A cell holds a file once it is written with it: see known-files.ts. */
export function mountAttachments(app: FastifyInstance, deps: BasesDeps): void {
  const maxBytes = maxAttachmentBytes;
  serveUpload(app, 'POST /fileupload', maxBytes, async ({ request, file }) => {
    const caller = requireCaller(request);
    // Decided by the headers alone: who may not write here sends the file for nothing.
    const flow = await attachmentsBase(deps, caller, {
      basePublicId: header(request, 'base-public-id'),
      tableId: header(request, 'table-id'),
      fieldId: header(request, 'field-id'),
    });
    const stored = await receivePart(deps, request, await file(), {
      organizationId: flow.organizationId,
      userId: caller.userId,
      purpose: 'attachment',
      flowId: flow.id,
      maxBytes,
    });
    return presentFile(deps, stored);
  });
}
