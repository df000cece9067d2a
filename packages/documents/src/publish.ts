import { diff } from './diff.ts';
import type { Content } from './document.ts';
import type { Edit } from './edit.ts';

/** A document as it was when somebody published it. Never changed, and never deleted while answers name it. */
export interface Snapshot {
  readonly id: string;
  /** Counts the snapshots of a document from 1. */
  readonly number: number;
  readonly content: Content;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  readonly publishedBy: string;
}

/** What the world sees of a document: one pointer. Publishing, unpublishing and going back set it, and nothing else. */
export interface Publication {
  /** The snapshot that is shown; null: none. */
  readonly shown: string | null;
  /** The number of the next snapshot. */
  readonly next: number;
}

export const unpublished: Publication = { shown: null, next: 1 };

/** A new snapshot of the draft, and the pointer to it. */
export function publish(
  { next }: Publication,
  draft: Content,
  made: Pick<Snapshot, 'id' | 'publishedAt' | 'publishedBy'>,
): { readonly snapshot: Snapshot; readonly publication: Publication } {
  const snapshot = { ...made, number: next, content: draft };
  return { snapshot, publication: { shown: made.id, next: next + 1 } };
}

/** Shows an earlier snapshot, or (null) none; the draft stays as it is. */
export const showing = ({ next }: Publication, snapshotId: string | null): Publication => ({
  shown: snapshotId,
  next,
});

/** What publishing the draft would change of what is shown. */
export const unpublishedEdits = (shown: Snapshot, draft: Content): readonly Edit[] =>
  diff(shown.content, draft);

/** The edits that make the draft what it was in a snapshot: an edit like any other, to be taken back. */
export const restoring = (draft: Content, snapshot: Snapshot): readonly Edit[] =>
  diff(draft, snapshot.content);
