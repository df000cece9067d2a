import { isShownImage, shownImages } from '@weft/core';
import {
  type Alongside,
  claimAnswerFiles,
  daysUnfinished,
  type Engine,
  enqueueJobs,
  type FileFacts,
  type FileRows,
  type NewFile,
  type StoredFile,
  unclaimAnswerFiles,
} from '@weft/db';
import { AppError, type IdKind, must } from '@weft/std';
import type { Caller } from '../http/caller.ts';
import { type FileQuota, requireFileRoom, requireRoomToMove, unclaimedOfForm } from './file-quota.ts';

/**
 * Days a file is kept: an upload for the import it is made for, a file of an answer for the answer, a report until it was looked at, an attachment after it was
 * last seen in a cell: so long it can be brought back by undo. A picture goes with the next one,
 * an export stays for a day, to be downloaded.
 */
export const daysKept = {
  upload: 1,
  report: 30,
  attachment: 30,
  picture: 36_500,
  organization: 36_500,
  answer: 1,
  export: 1,
} as const;
/** Minutes a file may be on its way: longer than a request takes, or an import. After that its server has died. */
const minutesPending = {
  upload: 10,
  report: 24 * 60,
  attachment: 10,
  picture: 10,
  organization: 10,
  answer: 10,
  export: 24 * 60,
} as const;
/** Whether images of a purpose are shown, small too. */
const isShown = {
  upload: false,
  report: false,
  attachment: true,
  picture: true,
  organization: true,
  // Strangers' images are decoded once they are part of an answer.
  answer: false,
  export: false,
} as const;
/** The queue that makes thumbnails: see thumbnails.ts. */
export const thumbnailQueue = 'thumbnails';
/** Days an interrupted import can be resumed: its file stays that long. */
const daysResumable = 30;

interface FilesDeps {
  readonly rows: FileRows;
  readonly transaction: Engine['transaction'];
  readonly quota: FileQuota;
  /** What the store has left. */
  readonly freeBytes: () => number;
  readonly newId: (kind: IdKind) => string;
  /** Called when there is a job to do. */
  readonly wake: () => void;
}

/** What was uploaded or made; the bytes lie in the file store under the file's id. */
export class Files {
  readonly #deps: FilesDeps;
  readonly #rows: FileRows;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
    this.#rows = deps.rows;
  }

  /**
   * Counts a file on its way with the bytes it may come to; asked again, with more. Throws `limit` where they are too
   * many.
   */
  claim(file: NewFile, bytes: number): Promise<void> {
    const { quota, freeBytes } = this.#deps;
    return this.#rows.claim(file, bytes, minutesPending[file.purpose], (use) =>
      requireFileRoom(quota, { ...use, bytes }, freeBytes(), file.purpose),
    );
  }

  /** The file is whole: from now on it can be read. Thumbnails of an image are made soon. */
  async keep(
    { id, purpose }: Pick<NewFile, 'id' | 'purpose'>,
    facts: Omit<FileFacts, 'thumbnails'>,
  ): Promise<StoredFile> {
    const thumbnails = isShown[purpose] && isShownImage(facts.mimeType);
    await this.#deps.transaction(async (tx) => {
      if (!(await this.#rows.keep(tx, id, { ...facts, thumbnails }, daysKept[purpose])))
        throw new AppError('unavailable', 'The file took too long: send it again');
      if (thumbnails)
        enqueueJobs(tx, [{ id: this.#deps.newId('job'), queue: thumbnailQueue, payload: { fileId: id } }]);
    });
    if (thumbnails) this.#deps.wake();
    return must(await this.get(id), 'the file that was kept');
  }

  /** The file is given up: nothing counts for it any more. */
  release(id: string): Promise<void> {
    return this.#rows.release(id);
  }

  /** Forgets the files whose time is over; the ids. Those of a flow go by `takeUnreferenced`. */
  takeExpired(): Promise<readonly string[]> {
    return this.#rows.takeExpired(daysResumable);
  }

  /** The flows that attachments belong to. */
  flowsWithAttachments(): Promise<readonly string[]> {
    return this.#rows.flowsWithAttachments();
  }

  /** Keeps the attachments of a flow that its cells hold, and forgets those that none has held for long; their ids. */
  takeUnreferenced(flowId: string, held: readonly string[]): Promise<readonly string[]> {
    return this.#rows.takeUnreferenced(flowId, held, daysKept.attachment);
  }

  /** Those of the ids that no file has. */
  unknown(ids: readonly string[]): Promise<readonly string[]> {
    return this.#rows.unknown(ids);
  }

  /** Whoever may read it is asked elsewhere. Null also while it is on its way. */
  get(id: string): Promise<StoredFile | null> {
    return this.#rows.get(id);
  }

  /** Those of the ids that are attachments of the flow. */
  attachmentsOf(flowId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return this.#rows.attachmentsOf(flowId, ids);
  }

  /** Those of the ids that were sent to a form by whoever answered it. */
  sentToForm(flowId: string, ids: readonly string[]): Promise<readonly StoredFile[]> {
    return this.#rows.sentToForm(flowId, ids);
  }

  /** Keeps files that an answer in progress names for as long as it is kept, as far as strangers may take room of one form. */
  async keepBegun(flowId: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#rows.keepBegun(flowId, ids, daysUnfinished, unclaimedOfForm);
  }

  /** In the transaction that keeps an answer: its files belong to it from now on. False: one of them is not to be had. */
  async claimForAnswer(
    tx: Parameters<Alongside>[0],
    flowId: string,
    ids: readonly string[],
  ): Promise<boolean> {
    if (ids.length === 0) return true;
    const claimed = await claimAnswerFiles(tx, flowId, ids, {
      days: daysKept.attachment,
      shown: shownImages,
    });
    enqueueJobs(
      tx,
      claimed.flatMap(({ id, thumbnails }) =>
        thumbnails ? [{ id: this.#deps.newId('job'), queue: thumbnailQueue, payload: { fileId: id } }] : [],
      ),
    );
    return claimed.length === ids.length;
  }

  /** In the transaction that gives such an answer up: its files are forgotten soon, unless it is sent once more. */
  unclaimForAnswer(tx: Parameters<Alongside>[0], flowId: string, ids: readonly string[]): Promise<void> {
    return unclaimAnswerFiles(tx, flowId, ids, daysKept.answer);
  }

  /** Bytes of all files of a flow. */
  sizeOfFlow(flowId: string): Promise<number> {
    return this.#rows.sizeOfFlow(flowId);
  }

  /** Throws `limit` where an organization has no room for the files of a flow that would come to it. */
  async requireRoomFor(
    flowId: string,
    organization: { readonly id: string; readonly name: string },
  ): Promise<void> {
    const { besides, ofFlow } = await this.#rows.useBesides(flowId, organization.id);
    requireRoomToMove(this.#deps.quota, organization.name, besides, ofFlow);
  }

  noteThumbnails(id: string, state: 'made' | 'failed'): Promise<void> {
    return this.#rows.noteThumbnails(id, state);
  }

  /**
   * The upload or report, when it is of an organization of the caller, or of their token's; another's is like one that does
   * not exist.
   */
  find(id: string, { userId, scope, organizationId }: Caller): Promise<StoredFile | null> {
    return this.#rows.findOfMember(id, userId, scope === null ? null : organizationId);
  }
}
