import {
  addSnapshot,
  type DocumentFeed,
  type Draft,
  editsAfter,
  hasEdits,
  lockDraft,
  showSnapshot,
  snapshotNumber,
  writeEdits,
} from '@weft/db';
import {
  type Content,
  deletedIn,
  diff,
  type Edit,
  type Kind,
  migrated,
  publish,
  rebase,
} from '@weft/documents';
import { AppError, type Fault, type IdKind } from '@weft/std';
import type { Database } from '../database.ts';

/** A kind of document as the server keeps it. */
export interface DraftKind {
  readonly kind: Kind;
  /** One of them, inside a sentence: 'form'. */
  readonly noun: string;
  /** Properties that are prose, in which two people can write at once. */
  readonly isText: (key: string) => boolean;
  /** Everything that is wrong with a document of it. */
  readonly faultsOf: (content: Content, flowId: string) => readonly Fault[];
  /** Said of a draft that is not there. */
  readonly notFound: () => AppError;
}

export interface DraftDeps {
  readonly transaction: Database['transaction'];
  readonly documentFeed: DocumentFeed;
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface SentEdits {
  readonly editId: string;
  /** The version they were made on. */
  readonly version: number;
  readonly edits: readonly Edit[];
}

export interface EditedDraft {
  readonly version: number;
  readonly content: Content;
  /** As they were made on what others had made of the draft by then. */
  readonly edits: readonly Edit[];
}

interface By {
  readonly flowId: string;
  readonly userId: string;
}

/** A stored document as this version of the product understands it. */
export function readDocument({ kind }: Pick<DraftKind, 'kind'>, content: Content): Content {
  const read = migrated(content, kind);
  if (!read.ok) throw new AppError('conflict', read.error);
  return read.value;
}

export function requireDocument({ faultsOf }: DraftKind, flowId: string, content: Content): void {
  const [fault, ...more] = faultsOf(content, flowId);
  if (fault !== undefined)
    throw new AppError('invalid', `${fault.path}: ${fault.reason}`, [fault, ...more].slice(0, 50));
}

/** A draft that has to be there. */
function present({ notFound }: DraftKind, draft: Draft | null): Draft {
  if (draft === null) throw notFound();
  return draft;
}

/** Makes edits on the draft as it is by now; the same batch sent again changes nothing. */
export async function editDraft(
  of: DraftKind,
  { transaction, documentFeed }: Pick<DraftDeps, 'transaction' | 'documentFeed'>,
  { flowId, userId }: By,
  sent: SentEdits,
): Promise<EditedDraft> {
  const edited = await transaction(async (tx) => {
    const draft = present(of, await lockDraft(tx, flowId));
    const content = readDocument(of, draft.content);
    if (await hasEdits(tx, flowId, sent.editId)) return { version: draft.version, content, edits: [] };
    const since = await editsAfter(tx, flowId, sent.version, draft.version);
    if (since === null)
      throw new AppError(
        'conflict',
        `This ${of.noun} was changed too much since you opened it: reload the page`,
      );
    const rebased = rebase(content, sent.edits, {
      wins: 'edit',
      deleted: deletedIn(since.flatMap(({ edits }) => edits)),
      isText: of.isText,
    });
    if (rebased.edits.length === 0) return { version: draft.version, content, edits: [] };
    requireDocument(of, flowId, rebased.content);
    const version = draft.version + 1;
    const batch = { id: sent.editId, version, userId, edits: rebased.edits };
    await writeEdits(tx, flowId, batch, rebased.content);
    return { version, content: rebased.content, edits: rebased.edits };
  });
  await documentFeed.changed([flowId]);
  return edited;
}

/** Makes another draft of exactly this version: nobody's edit is lost in between. Gives the version it makes. */
export async function replaceDraft(
  of: DraftKind,
  { transaction, documentFeed, newId }: Pick<DraftDeps, 'transaction' | 'documentFeed' | 'newId'>,
  { flowId, userId }: By,
  wanted: Pick<Draft, 'version' | 'content'>,
): Promise<number> {
  requireDocument(of, flowId, wanted.content);
  const made = await transaction(async (tx) => {
    const { version, content } = present(of, await lockDraft(tx, flowId));
    if (version !== wanted.version)
      throw new AppError('conflict', `The draft is of version ${version} by now: read it again`);
    const edits = diff(readDocument(of, content), wanted.content);
    if (edits.length === 0) return version;
    const batch = { id: newId('edt'), version: version + 1, userId, edits };
    await writeEdits(tx, flowId, batch, wanted.content);
    return batch.version;
  });
  await documentFeed.changed([flowId]);
  return made;
}

/** A version of the draft without edits: it tells whoever follows it that something else of it has changed. */
const writeVersion = (
  tx: Parameters<typeof writeEdits>[0],
  flowId: string,
  { content, version }: Draft,
  by: { readonly id: string; readonly userId: string },
): Promise<void> => writeEdits(tx, flowId, { ...by, version: version + 1, edits: [] }, content);

/** What publishing takes: the version that somebody looked at, and why its content cannot be published. */
interface Publishing {
  readonly version: number;
  readonly snapshotId: string;
  readonly whyNot: (content: Content) => string | null;
}

/** Refuses a draft that cannot be published, or that has become another since somebody looked at it. */
export function requirePublishable(
  of: DraftKind,
  draft: Draft,
  { version, whyNot }: Pick<Publishing, 'version' | 'whyNot'>,
): void {
  if (draft.version !== version)
    throw new AppError(
      'conflict',
      `Somebody has just changed this ${of.noun}: look at it, and publish again`,
    );
  const why = whyNot(readDocument(of, draft.content));
  if (why !== null) throw new AppError('invalid', why);
}

/** Keeps the draft as a snapshot and shows it to the world. Gives its number; null: it was published before. */
export async function publishDraft(
  of: DraftKind,
  { transaction, documentFeed, now }: Pick<DraftDeps, 'transaction' | 'documentFeed' | 'now'>,
  { flowId, userId }: By,
  publishing: Publishing,
): Promise<number | null> {
  const { snapshotId } = publishing;
  const number = await transaction(async (tx) => {
    const draft = present(of, await lockDraft(tx, flowId));
    // A call that is retried finds here what the first one has published meanwhile.
    if ((await snapshotNumber(tx, flowId, snapshotId)) !== null) return null;
    requirePublishable(of, draft, publishing);
    const { snapshot } = publish(
      { shown: draft.publishedSnapshotId, next: draft.nextSnapshot },
      readDocument(of, draft.content),
      { id: snapshotId, publishedAt: new Date(now()).toISOString(), publishedBy: userId },
    );
    if (!(await addSnapshot(tx, flowId, snapshot)))
      throw new AppError('conflict', 'There is a version of this id already: publish with another id');
    await writeVersion(tx, flowId, draft, { id: snapshotId, userId });
    return snapshot.number;
  });
  await documentFeed.changed([flowId]);
  return number;
}

/** Shows a version that was published before, or (null) nothing; the draft and all versions stay. */
export async function showVersion(
  of: DraftKind,
  { transaction, documentFeed, newId }: Pick<DraftDeps, 'transaction' | 'documentFeed' | 'newId'>,
  { flowId, userId }: By,
  snapshotId: string | null,
): Promise<void> {
  await transaction(async (tx) => {
    const draft = present(of, await lockDraft(tx, flowId));
    if (snapshotId !== null && (await snapshotNumber(tx, flowId, snapshotId)) === null) throw of.notFound();
    if (draft.publishedSnapshotId === snapshotId) return;
    await showSnapshot(tx, flowId, snapshotId, userId);
    await writeVersion(tx, flowId, draft, { id: newId('edt'), userId });
  });
  await documentFeed.changed([flowId]);
}
