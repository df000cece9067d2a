import type { Attachment } from '@weft/core';
import type { OutgoingFile } from '@weft/integrations';
import { fileUrl } from '../../files/file-address.ts';
import { JobFault } from '../../jobs/job-kind.ts';
import type { OwnDeps } from './deps.ts';

/** A local address is none that a service elsewhere could fetch from. */
const isPublic = (baseUrl: string): boolean =>
  !/^(localhost|127\.|10\.|192\.168\.|\[::1\])/.test(new URL(baseUrl).hostname);

/** A file of an answer as connectors send it: its bytes, or an address that opens it for a day. */
export const outgoingFile =
  (deps: Pick<OwnDeps, 'files' | 'fileStore' | 'fileLinks' | 'baseUrl'>, flowId: string) =>
  ({ filename, originalName, mimeType, size }: Attachment): OutgoingFile => ({
    ...{ name: originalName, mimeType, size },
    url: isPublic(deps.baseUrl())
      ? `${fileUrl(deps.baseUrl(), filename, originalName)}?${deps.fileLinks.query({ id: filename, flowId })}`
      : null,
    read: async () => {
      const opened = await deps.fileStore.open(filename);
      // Somebody has erased the answer meanwhile.
      if (opened === null) throw new JobFault(`${originalName} is gone. Nothing was written`, null);
      const chunks: Uint8Array[] = [];
      for await (const chunk of opened.content) chunks.push(chunk as Uint8Array);
      return new Uint8Array(Buffer.concat(chunks));
    },
  });
