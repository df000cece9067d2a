import { type Attachment, attachmentPath } from '@weft/core';
import type { StoredFile } from '@weft/db';
import { safeName } from '../../../files/multipart-file.ts';
import { receiveFile } from '../../../files/receive-file.ts';
import { maxAttachmentBytes } from '../../bases/attachments/upload-route.ts';
import type { ImportDeps } from '../import-deps.ts';

type Deps = Pick<ImportDeps, 'files' | 'fileStore' | 'newId' | 'log' | 'outgoing'>;

interface Owner {
  readonly organizationId: string;
  readonly userId: string;
  /** The base that holds them. */
  readonly flowId: string;
}

/** Files that an import downloads: its base's, until the import is undone. */
export class ReceivedFiles {
  readonly #deps: Deps;
  readonly #owner: Owner;
  readonly #signal: AbortSignal;
  readonly #ids: string[] = [];
  #isRemoved = false;

  constructor(deps: Deps, owner: Owner, signal: AbortSignal) {
    this.#deps = deps;
    this.#owner = owner;
    this.#signal = signal;
  }

  /** The file at an address, as a cell holds it. Throws OutgoingFault or AppError; null where there is none at the address. */
  async download(url: string, name: string): Promise<Attachment | null> {
    const answer = await this.#deps.outgoing.request({
      ...{ url, maxBytes: maxAttachmentBytes, timeout: 120_000, signal: this.#signal },
    });
    if (answer.status !== 200) {
      // Nothing of what it says instead is kept.
      await leave(answer.body);
      return null;
    }
    const length = Number(answer.headers['content-length']);
    const file = await receiveFile(this.#deps, {
      ...{ ...this.#owner, purpose: 'attachment', downloaded: true, name: safeName(name) },
      content: answer.body,
      // What is compressed comes to more than it says.
      maxBytes:
        Number.isSafeInteger(length) && answer.headers['content-encoding'] === undefined
          ? Math.min(length, maxAttachmentBytes)
          : maxAttachmentBytes,
    }).catch(async (error: unknown) => {
      // One that is refused before its first byte would keep its connection until the time is up.
      await leave(answer.body).catch(() => {});
      throw error;
    });
    this.#ids.push(file.id);
    // Others are on their way when one ends the import.
    if (this.#isRemoved) await this.remove();
    return asCell(file);
  }

  /** Removes all of them; what cannot be removed goes later, as files that no cell holds do. */
  async remove(): Promise<void> {
    const { files, fileStore, log } = this.#deps;
    this.#isRemoved = true;
    for (const id of this.#ids.splice(0)) {
      try {
        await fileStore.remove(id);
        await files.release(id);
      } catch (error) {
        log.warn({ err: error }, 'a file of an import that was given up counts for a while more');
      }
    }
  }
}

/** Ends a request whose answer is read no further. */
async function leave(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body) break;
}

const asCell = ({ id, name, size, mimeType, createdAt, userId }: StoredFile): Attachment => ({
  ...{ filename: id, originalName: name, size, mimeType, uploadedAt: createdAt },
  url: attachmentPath({ filename: id, originalName: name }),
  metadata: { userId, wasDownloaded: true },
});
