import {
  addSnapshot,
  type Draft,
  editsAfter,
  hasEdits,
  lockDraft,
  showSnapshot,
  snapshotNumber,
  writeEdits,
} from '@weft/db';
import { type Content, deletedIn, diff, type Edit, migrated, publish, rebase } from '@weft/documents';
import { formFaults, formKind, isFormText, whyNotPublished } from '@weft/forms';
import { AppError, invalid } from '@weft/std';
import { idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { present } from './load-form.ts';

/** A stored document as this version of the product understands it. */
export function readForm(content: Content): Content {
  const read = migrated(content, formKind);
  if (!read.ok) throw new AppError('conflict', read.error);
  return read.value;
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

export function requireForm(flowId: string, content: Content): void {
  const [fault, ...more] = formFaults(content);
  if (fault !== undefined)
    throw new AppError('invalid', `${fault.path}: ${fault.reason}`, [fault, ...more].slice(0, 50));
  // The answers' own fields would be taken for this question's.
  const { submittedId, scoreId, starredId, tagsId, verifiedId } = idsOf(flowId);
  for (const id of [submittedId, scoreId, starredId, tagsId, verifiedId])
    if (Object.hasOwn(content.blocks, id)) throw invalid(`blocks.${id}`, 'This id is taken');
}

/** Makes edits on the draft as it is by now; the same batch sent again changes nothing. */
export async function editDraft(
  { transaction, documentFeed }: Pick<FormsDeps, 'transaction' | 'documentFeed'>,
  flowId: string,
  userId: string,
  sent: SentEdits,
): Promise<EditedDraft> {
  const edited = await transaction(async (tx) => {
    const draft = present(await lockDraft(tx, flowId));
    const content = readForm(draft.content);
    if (await hasEdits(tx, flowId, sent.editId)) return { version: draft.version, content, edits: [] };
    const since = await editsAfter(tx, flowId, sent.version, draft.version);
    if (since === null)
      throw new AppError('conflict', 'This form was changed too much since you opened it: reload the page');
    const rebased = rebase(content, sent.edits, {
      wins: 'edit',
      deleted: deletedIn(since.flatMap(({ edits }) => edits)),
      isText: isFormText,
    });
    if (rebased.edits.length === 0) return { version: draft.version, content, edits: [] };
    requireForm(flowId, rebased.content);
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
  { transaction, documentFeed, newId }: Pick<FormsDeps, 'transaction' | 'documentFeed' | 'newId'>,
  flowId: string,
  userId: string,
  wanted: Pick<Draft, 'version' | 'content'>,
): Promise<number> {
  requireForm(flowId, wanted.content);
  const made = await transaction(async (tx) => {
    const { version, content } = present(await lockDraft(tx, flowId));
    if (version !== wanted.version)
      throw new AppError('conflict', `The draft is of version ${version} by now: read it again`);
    const edits = diff(readForm(content), wanted.content);
    if (edits.length === 0) return version;
    const batch = { id: newId('edt'), version: version + 1, userId, edits };
    await writeEdits(tx, flowId, batch, wanted.content);
    return batch.version;
  });
  await documentFeed.changed([flowId]);
  return made;
}

/** A version of the draft without edits: it tells whoever follows the form that something else of it has changed. */
const writeVersion = (
  tx: Parameters<typeof writeEdits>[0],
  flowId: string,
  { content, version }: Draft,
  by: { readonly id: string; readonly userId: string },
): Promise<void> => writeEdits(tx, flowId, { ...by, version: version + 1, edits: [] }, content);

/** Refuses a draft that cannot be published, or that has become another since somebody looked at it. */
export function requirePublishable(draft: Draft, version: number): void {
  if (draft.version !== version)
    throw new AppError('conflict', 'Somebody has just changed this form: look at it, and publish again');
  const why = whyNotPublished(readForm(draft.content));
  if (why !== null) throw new AppError('invalid', why);
}

/** Keeps the draft as a snapshot and shows it to the world. Gives its number; null: it was published before. */
export async function publishDraft(
  { transaction, documentFeed, now }: Pick<FormsDeps, 'transaction' | 'documentFeed' | 'now'>,
  flowId: string,
  userId: string,
  { version, snapshotId }: { readonly version: number; readonly snapshotId: string },
): Promise<number | null> {
  const number = await transaction(async (tx) => {
    const draft = present(await lockDraft(tx, flowId));
    // A call that is retried finds here what the first one has published meanwhile.
    if ((await snapshotNumber(tx, flowId, snapshotId)) !== null) return null;
    requirePublishable(draft, version);
    const { snapshot } = publish(
      { shown: draft.publishedSnapshotId, next: draft.nextSnapshot },
      readForm(draft.content),
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

/** Takes a form off the web; its draft, versions and answers stay. */
export async function unpublishForm(
  { transaction, documentFeed, newId }: Pick<FormsDeps, 'transaction' | 'documentFeed' | 'newId'>,
  flowId: string,
  userId: string,
): Promise<void> {
  await transaction(async (tx) => {
    const draft = present(await lockDraft(tx, flowId));
    await showSnapshot(tx, flowId, null);
    await writeVersion(tx, flowId, draft, { id: newId('edt'), userId });
  });
  await documentFeed.changed([flowId]);
}
