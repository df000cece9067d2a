import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import { questionsOf, questionType } from '@weft/forms';
import { formParts } from '@weft/public';
import { isId } from '@weft/std';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { openedAtOf } from './opened-token.ts';

export type VersionDeps = Pick<FormsDeps, 'documents' | 'formKeys' | 'unfinishedAnswers'>;

/** What a page carries of the version it was opened at, and of the answer it is for. */
interface Begun {
  readonly id: string;
  readonly snapshotId: string | undefined;
  readonly token: string;
}

/** The same as it comes with a file, from anybody; without all of it a file is for the form as it is now. */
export function begunIn(partOf: (name: string) => string | undefined): Begun {
  const [id, snapshotId] = [partOf(formParts.submission), partOf(formParts.snapshot)];
  const token = partOf(formParts.token) ?? '';
  return isId('sub', id) && isId('snp', snapshotId)
    ? { id, snapshotId, token }
    : { id: '', snapshotId: undefined, token };
}

const takesPayment = (content: Content): boolean =>
  questionsOf(content).some(({ type }) => questionType(type).takesPayment === true);

/** A version with the room of its choices as it is now: they have no more of it for whoever came before. */
function withRoomNow(was: Content, { blocks: now }: Content): Content {
  const blocks = Object.entries(was.blocks).map(([id, block]) => {
    const { capacity: _, ...props } = block.props;
    const room = (now[id] ?? block).props.capacity;
    return [id, { ...block, props: room === undefined ? props : { ...props, capacity: room } }] as const;
  });
  return { ...was, blocks: Object.fromEntries(blocks) };
}

/**
 * The form as it was when somebody began to answer it: who is half through as it is published anew finishes what they
 * began. They have opened the page before that, or an answer of theirs to that version is kept. What is set of the form
 * counts as it is now, and so do the room of choices and prices: a form that takes payments is answered as it is now, too.
 */
export async function versionBegun<P extends Pick<Published, 'flowId' | 'snapshotId' | 'content'>>(
  { documents, formKeys, unfinishedAnswers }: VersionDeps,
  published: P,
  begun: Begun,
): Promise<P> {
  const { flowId } = published;
  const { id, snapshotId, token } = begun;
  if (snapshotId === undefined || snapshotId === published.snapshotId) return published;
  const [was, now, kept] = await Promise.all([
    documents.snapshot(flowId, snapshotId),
    documents.snapshot(flowId, published.snapshotId),
    unfinishedAnswers.find(flowId, id),
  ]);
  if (was === null || now === null) return published;
  const content = withRoomNow(readForm(was.content), published.content);
  const opened = openedAtOf({ formKeys }, { flowId, content }, { id, token });
  const isBefore = opened !== null && opened < Date.parse(now.publishedAt);
  if (!isBefore && kept?.snapshotId !== snapshotId) return published;
  return takesPayment(content) || takesPayment(published.content)
    ? published
    : { ...published, snapshotId, content };
}
