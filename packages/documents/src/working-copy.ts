import { deepEqual } from '@weft/std';
import type { Content } from './document.ts';
import { applyAll, type Edit } from './edit.ts';
import { type Clash, deletedIn, type RebaseRules, rebase } from './rebase.ts';
import { continued, noSteps, recorded, redo, type Steps, undo } from './steps.ts';

/** Edits that travel together; the server takes them once, by their id. */
export interface EditBatch {
  readonly id: string;
  /** The version of the document that they were made on. */
  readonly version: number;
  readonly edits: readonly Edit[];
}

/** A batch of edits as a document's feed tells of it; `seq` is the version that it makes. */
export type DocumentEvent =
  | {
      readonly seq: number;
      readonly editId: string;
      readonly userId: string;
      /** None: something else about the document has changed, such as what is published of it. */
      readonly edits: readonly Edit[];
    }
  /** More was missed than is kept: the document is to be read again. */
  | { readonly seq: number; readonly missed: true };

/** A document that one person edits, with what the server has not taken yet. Plain data. */
export interface WorkingCopy {
  readonly version: number;
  /** As the server has it at `version`. */
  readonly content: Content;
  /** Not accepted by the server yet, the oldest first. */
  readonly pending: readonly EditBatch[];
  /** Edits of others since the oldest pending batch was made: what they deleted may come back. */
  readonly heard: readonly Edit[];
  readonly steps: Steps;
}

/** The server's state of a document. */
export interface ServerDocument {
  readonly version: number;
  readonly content: Content;
}

type TextRule = Pick<RebaseRules, 'isText'>;

/** Edits of one batch: more go into the next. */
const maxEdits = 500;

/** A copy of what the server answered; `pending` is what an earlier page could not send. */
export const workingCopy = (
  { version, content }: ServerDocument,
  pending: readonly EditBatch[] = [],
): WorkingCopy => ({ version, content, pending, heard: [], steps: noSteps });

/** What is shown: the server's state with the pending edits laid over it. */
export const shownCopy = ({ content, pending, heard }: WorkingCopy, { isText }: TextRule): Content =>
  pending.length === 0
    ? content
    : rebase(
        content,
        pending.flatMap(({ edits }) => edits),
        { wins: 'edit', deleted: deletedIn(heard), isText },
      ).content;

export interface NewEdits {
  readonly edits: readonly Edit[];
  /** For the batch that is begun, if one is. */
  readonly batchId: string;
  /** The batch that is on its way to the server: nothing is added to it. */
  readonly inFlight: string | null;
}

/** With edits that were made on what is shown; they are no step of their own. */
function withPending(copy: WorkingCopy, { edits, batchId, inFlight }: NewEdits): WorkingCopy {
  if (edits.length === 0) return copy;
  const last = copy.pending.at(-1);
  if (last !== undefined && last.id !== inFlight && last.edits.length + edits.length <= maxEdits) {
    const grown = { ...last, edits: joined(last.edits, edits) };
    return { ...copy, pending: [...copy.pending.slice(0, -1), grown] };
  }
  return { ...copy, pending: [...copy.pending, { id: batchId, version: copy.version, edits }] };
}

/** What is typed letter by letter is one edit. */
function joined(before: readonly Edit[], edits: readonly Edit[]): readonly Edit[] {
  const [last, next] = [before.at(-1), edits[0]];
  if (edits.length !== 1 || last?.kind !== 'prop' || next?.kind !== 'prop') return [...before, ...edits];
  if (last.id !== next.id || last.key !== next.key || !deepEqual(last.after, next.before))
    return [...before, ...edits];
  return [...before.slice(0, -1), { ...last, after: next.after }];
}

/** With edits a person has just made; `continues`: they go on with the step before, as in typing. */
export function editCopy(copy: WorkingCopy, made: NewEdits, continues: boolean): WorkingCopy {
  const steps = continues ? continued(copy.steps, made.edits) : recorded(copy.steps, made.edits);
  return { ...withPending(copy, made), steps };
}

export interface SteppedCopy {
  readonly copy: WorkingCopy;
  /** What others changed since, and stays. */
  readonly clashes: readonly Clash[];
}

/** Takes the person's last step back, or does it again; null when there is none. */
export function stepCopy(
  copy: WorkingCopy,
  way: 'undo' | 'redo',
  made: Omit<NewEdits, 'edits'>,
  rules: TextRule,
): SteppedCopy | null {
  const stepped = (way === 'undo' ? undo : redo)(shownCopy(copy, rules), copy.steps, rules);
  if (stepped === null) return null;
  const { edits, clashes, steps } = stepped;
  return { copy: { ...withPending(copy, { ...made, edits }), steps }, clashes };
}

const withoutBatch = (copy: WorkingCopy, id: string): WorkingCopy => {
  const pending = copy.pending.filter((batch) => batch.id !== id);
  return { ...copy, pending, heard: pending.length === 0 ? [] : copy.heard };
};

/** The server has taken a batch, or refused it for good. */
export function settledCopy(copy: WorkingCopy, batchId: string, server: ServerDocument | null): WorkingCopy {
  const rest = withoutBatch(copy, batchId);
  // The feed may have told of later versions already.
  if (server === null || server.version <= rest.version) return rest;
  return { ...rest, version: server.version, content: server.content };
}

/**
 * With the next batch of the document's feed; what is known already changes nothing. `isOwn`: the server made it because
 * this person asked for it, so that it is a step they can take back.
 */
export function heardCopy(copy: WorkingCopy, { id, version, edits }: EditBatch, isOwn = false): WorkingCopy {
  if (version <= copy.version) return copy;
  const steps = isOwn ? recorded(copy.steps, edits) : copy.steps;
  const known = { ...copy, version, content: applyAll(copy.content, edits), steps };
  if (copy.pending.some((batch) => batch.id === id)) return withoutBatch(known, id);
  return copy.pending.length === 0 ? known : { ...known, heard: [...copy.heard, ...edits] };
}

/** The document was read again: pending batches are as if they had been made on it. An older state changes nothing. */
export const rereadCopy = (copy: WorkingCopy, { version, content }: ServerDocument): WorkingCopy =>
  version < copy.version
    ? copy
    : {
        ...copy,
        version,
        content,
        pending: copy.pending.map((batch) => ({ ...batch, version })),
        heard: [],
      };
