import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import { questionsOf, questionType } from '@weft/forms';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';

type Deps = Pick<FormsDeps, 'documents' | 'formKeys' | 'unfinishedAnswers'>;

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
  { documents, formKeys, unfinishedAnswers }: Deps,
  published: P,
  begun: { readonly id: string; readonly snapshotId: string | undefined; readonly token: string },
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
  const opened = formKeys.openedAt(flowId, token);
  const isBefore = opened !== null && opened < Date.parse(now.publishedAt);
  if (!isBefore && kept?.snapshotId !== snapshotId) return published;
  const content = withRoomNow(readForm(was.content), published.content);
  return takesPayment(content) || takesPayment(published.content)
    ? published
    : { ...published, snapshotId, content };
}
