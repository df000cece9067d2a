import type { StoredFile } from '@weft/db';
import { OutgoingFault, type OutgoingReason } from '@weft/integrations';
import { AppError, type ErrorKind, invalid } from '@weft/std';
import { fileIdOf } from '../../../files/file-address.ts';
import { safeName } from '../../../files/multipart-file.ts';
import { receiveFile } from '../../../files/receive-file.ts';
import type { BasesDeps, BasesHandlers } from '../deps.ts';
import { attachmentsBase, maxAttachmentBytes, presentFile } from './upload-route.ts';

/** What of a fault is not the address's. */
const kinds: { readonly [R in OutgoingReason]?: ErrorKind } = {
  'too-large': 'limit',
  cancelled: 'unavailable',
};

function refuse(error: unknown): never {
  if (!(error instanceof OutgoingFault)) throw error;
  const { reason, message } = error;
  const sentence = reason === 'too-large' ? 'File is too large: max file size is 20 MB' : message;
  throw new AppError(kinds[reason] ?? 'invalid', sentence, [{ path: 'url', reason: sentence }], {
    cause: error,
  });
}

/** The name in the last part of an address. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The file of this base that an address names: it need not be fetched. */
async function ownFile(deps: BasesDeps, flowId: string, url: string): Promise<StoredFile | undefined> {
  if (!URL.canParse(url) || new URL(url).origin !== new URL(deps.baseUrl()).origin) return undefined;
  const id = fileIdOf(url);
  return id === null ? undefined : (await deps.files.attachmentsOf(flowId, [id]))[0];
}

export const uploadFromUrl: BasesHandlers<'attachments.uploadFromUrl'> = {
  'attachments.uploadFromUrl': async (context, input) => {
    const { deps, caller } = context;
    const { organizationId, id: flowId } = await attachmentsBase(deps, caller, input);
    const own = await ownFile(deps, flowId, input.url);
    if (own !== undefined) return { ...presentFile(deps, own), wasDownloaded: false };
    const done = deps.concurrency.take('fetch', { userId: caller.userId, organizationId });
    try {
      const answer = await deps.outgoing.request({
        url: input.url,
        maxBytes: maxAttachmentBytes,
        signal: context.left(),
      });
      if (answer.status !== 200) {
        // Nothing of what it says instead is kept.
        for await (const _ of answer.body) break;
        throw invalid('url', `The address answered with the status ${answer.status} instead of a file`);
      }
      const length = Number(answer.headers['content-length']);
      const file = await receiveFile(deps, {
        organizationId,
        userId: caller.userId,
        purpose: 'attachment',
        flowId,
        downloaded: true,
        name: safeName(input.filename || nameIn(answer.url)),
        content: answer.body,
        // What is compressed comes to more than it says.
        maxBytes:
          Number.isSafeInteger(length) && answer.headers['content-encoding'] === undefined
            ? Math.min(length, maxAttachmentBytes)
            : maxAttachmentBytes,
      });
      return { ...presentFile(deps, file), wasDownloaded: true };
    } catch (error) {
      return refuse(error);
    } finally {
      done();
    }
  },
};
