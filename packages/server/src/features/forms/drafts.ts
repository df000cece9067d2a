import type { Draft } from '@weft/db';
import type { Content } from '@weft/documents';
import { formFaults, formKind, isFormText, whyNotPublished } from '@weft/forms';
import {
  type DraftKind,
  editDraft as editAny,
  publishDraft as publishAny,
  readDocument,
  replaceDraft as replaceAny,
  requirePublishable as requireAny,
  requireDocument,
  showVersion,
} from '../../documents/drafts.ts';
import { idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { formNotFound } from './load-form.ts';

const formDrafts: DraftKind = {
  kind: formKind,
  noun: 'form',
  isText: isFormText,
  notFound: formNotFound,
  faultsOf: (content, flowId) => {
    const faults = formFaults(content);
    if (faults.length > 0) return faults;
    // The answers' own fields would be taken for this question's.
    const { submittedId, scoreId, starredId, tagsId, verifiedId, languageId } = idsOf(flowId);
    return [submittedId, scoreId, starredId, tagsId, verifiedId, languageId].flatMap((id) =>
      Object.hasOwn(content.blocks, id) ? [{ path: `blocks.${id}`, reason: 'This id is taken' }] : [],
    );
  },
};

type Deps = Pick<FormsDeps, 'transaction' | 'documentFeed' | 'newId' | 'now'>;

/** A stored document as this version of the product understands it. */
export const readForm = (content: Content): Content => readDocument(formDrafts, content);

export const requireForm = (flowId: string, content: Content): void =>
  requireDocument(formDrafts, flowId, content);

/** Makes edits on the draft as it is by now; the same batch sent again changes nothing. */
export const editDraft = (deps: Deps, flowId: string, userId: string, sent: Parameters<typeof editAny>[3]) =>
  editAny(formDrafts, deps, { flowId, userId }, sent);

/** Makes another draft of exactly this version. Gives the version it makes. */
export const replaceDraft = (
  deps: Deps,
  flowId: string,
  userId: string,
  wanted: Pick<Draft, 'version' | 'content'>,
) => replaceAny(formDrafts, deps, { flowId, userId }, wanted);

const whyNot = whyNotPublished;

/** Refuses a draft that cannot be published, or that has become another since somebody looked at it. */
export const requirePublishable = (draft: Draft, version: number): void =>
  requireAny(formDrafts, draft, { version, whyNot });

/** Keeps the draft as a snapshot and shows it to the world. Gives its number; null: it was published before. */
export const publishDraft = (
  deps: Deps,
  flowId: string,
  userId: string,
  { version, snapshotId }: { readonly version: number; readonly snapshotId: string },
) => publishAny(formDrafts, deps, { flowId, userId }, { version, snapshotId, whyNot });

/** Takes a form off the web; its draft, versions and answers stay. */
export const unpublishForm = (deps: Deps, flowId: string, userId: string) =>
  showVersion(formDrafts, deps, { flowId, userId }, null);
