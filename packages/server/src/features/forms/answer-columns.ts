import type { Table } from '@weft/core';
import type { Flow } from '@weft/db';
import type { Content } from '@weft/documents';
import {
  type AnswerField,
  type FormSettings,
  fieldsOf,
  languageField,
  languagesOf,
  pickersOf,
  questionsOf,
  quizOf,
  scoreField,
  verifiedField,
} from '@weft/forms';
import { maxFields } from '@weft/history';
import { AppError } from '@weft/std';
import { AnswerTable, idsOf } from './answer-table.ts';
import type { FormsContext } from './deps.ts';
import { readForm } from './drafts.ts';
import { recordField } from './records/record-field.ts';

/** The fields that keep the answers to the questions of a version. */
const askedFields = (content: Content): readonly AnswerField[] => fieldsOf(questionsOf(content));

/** All that an answer to a version is kept in: the fields of its questions, and those that the form itself writes. */
function answerColumns(
  flowId: string,
  content: Content,
  { mailCode }: Pick<FormSettings, 'mailCode'>,
): readonly AnswerField[] {
  const { verifiedId, languageId, scoreId } = idsOf(flowId);
  return [
    ...askedFields(content),
    ...(mailCode ? [verifiedField(verifiedId)] : []),
    ...(languagesOf(content).others.length > 0 ? [languageField(languageId)] : []),
    ...pickersOf(questionsOf(content)).map(({ question }) => recordField(question)),
    ...(quizOf(content) === null ? [] : [scoreField(scoreId)]),
  ];
}

const noRoom = (more: number, room: number): AppError =>
  new AppError(
    'limit',
    `The answers of this form need ${more} more columns, and their table, which has at most ${maxFields}, has room for ${room}: delete columns of former questions in the results, or publish fewer new questions at once`,
  );

type OfForm = Pick<Flow, 'id' | 'organizationId'>;

interface Room {
  readonly table: Table;
  readonly answers: AnswerTable;
  readonly wanted: readonly AnswerField[];
  /** The ids of fields that stay, whatever they hold. */
  readonly kept: readonly string[];
}

/**
 * Makes room for `wanted` fields: where the table has none, those of former questions which nobody has answered give up
 * their place. Refuses before anything is made.
 */
async function makeRoom(
  { deps, caller, left }: FormsContext,
  flow: OfForm,
  { table, answers, wanted, kept }: Room,
): Promise<void> {
  const there = new Set(table.fields.map(({ id }) => id));
  const more = wanted.filter(({ id }) => !there.has(id)).length;
  const room = maxFields - there.size;
  if (more <= room) return;
  const asked = new Set(await deps.documents.publishedBlocks(flow.id, 'fld'));
  const inUse = new Set([...wanted.map(({ id }) => id), ...kept, table.primaryFieldId]);
  const former = table.fields.filter(({ id }) => asked.has(id) && !inUse.has(id));
  const owner = { userId: caller.userId, organizationId: flow.organizationId };
  const now = new Date(deps.now()).toISOString();
  const tallies =
    former.length < more - room
      ? null
      : await deps.answerSummaries.of(deps.base(flow.id), table.id, now, (work) =>
          deps.scanSlots.run(owner, left(), work),
        );
  const unanswered = former.filter(({ id }) => tallies?.get(id)?.summary.answered === 0);
  if (unanswered.length < more - room) throw noRoom(more, room);
  await answers.drop(
    table.id,
    unanswered.slice(0, more - room).map(({ id }) => id),
  );
}

/** The version that is published now. */
async function publishedNow(
  { deps }: FormsContext,
  flowId: string,
): Promise<{ readonly id: string; readonly content: Content } | null> {
  const draft = await deps.documents.draft(flowId);
  const id = draft?.publishedSnapshotId ?? null;
  const snapshot = id === null ? null : await deps.documents.snapshot(flowId, id);
  return snapshot && { id: snapshot.id, content: readForm(snapshot.content) };
}

/**
 * Prepares the fields of a version before it is published: with a question on the web there is always a place for its
 * answers. Where it is not published after all, they are as they were before.
 */
export async function withColumns<T>(
  context: FormsContext,
  flow: OfForm,
  content: Content,
  publish: () => Promise<T>,
): Promise<T> {
  const { deps } = context;
  const settings = { mailCode: (await deps.documents.settings(flow.id))?.settings.mailCode === true };
  const before = await publishedNow(context, flow.id);
  const answers = new AnswerTable(deps.base(flow.id), deps.newId);
  const wanted = answerColumns(flow.id, content, settings);
  const idsOfColumns = (of: Content | undefined) =>
    of === undefined ? [] : answerColumns(flow.id, of, settings).map(({ id }) => id);
  try {
    const table = await answers.prepare([]);
    await makeRoom(context, flow, { table, answers, wanted, kept: idsOfColumns(before?.content) });
    await answers.prepare(wanted);
    await answers.update(before === null ? [] : askedFields(before.content), askedFields(content));
    return await publish();
  } catch (error) {
    // Any other error may come after the commit.
    if (error instanceof AppError) {
      const now = await publishedNow(context, flow.id);
      // Somebody else may have published the same meanwhile: those fields are theirs.
      const theirs = new Set(now?.id === before?.id ? [] : idsOfColumns(now?.content));
      await answers.takeBack(({ fieldId }) => theirs.has(fieldId));
    }
    throw error;
  }
}

/** Prepares the field of proved addresses, before a form begins to ask for them. */
export async function prepareVerified(context: FormsContext, flow: OfForm): Promise<void> {
  const { deps } = context;
  const answers = new AnswerTable(deps.base(flow.id), deps.newId);
  const wanted = [verifiedField(idsOf(flow.id).verifiedId)];
  const shown = await publishedNow(context, flow.id);
  const kept = shown === null ? [] : answerColumns(flow.id, shown.content, { mailCode: true });
  const table = await answers.prepare([]);
  await makeRoom(context, flow, { table, answers, wanted, kept: kept.map(({ id }) => id) });
  await answers.prepare(wanted);
}
