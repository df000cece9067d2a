import { createHash } from 'node:crypto';
import { type CellValue, convertValue, type FieldShape, type Table } from '@weft/core';
import { type AnswerImport, addAnswerImport, failAnswerImport, takeForeignAnswers } from '@weft/db';
import { answerOfForeign, type ForeignAnswer, fieldsOf, type MadeQuestions } from '@weft/forms';
import type { CellsByField, NewRecord } from '@weft/history';
import { AppError, errorKinds, type IdKind } from '@weft/std';
import { z } from 'zod';
import type { Caller } from '../../../http/caller.ts';
import { type AnyJobKind, type JobRun, jobKind, type RetryPolicy } from '../../../jobs/job-kind.ts';
import { loadFlow } from '../../flows/load-flow.ts';
import { AnswerTable, formUser, idsOf } from '../answer-table.ts';
import type { FormsDeps } from '../deps.ts';
import { readQuestions, storedQuestions } from './made-questions.ts';

const queue = 'answer-imports';
/** A service may ask to come back tomorrow: some count by the day. */
const retry: RetryPolicy = { first: 10, longest: 900, giveUpAfter: 26 * 3_600, maxAttempts: 200 };
/** Pages in a row that may hold nothing new: some services give the last answers of a page again in the next one. */
const mostStale = 3;
/** Answers of one transaction. */
const chunk = 100;

const payload = z.strictObject({
  /** This job’s own id. */
  jobId: z.string(),
  flowId: z.string(),
  organizationId: z.string(),
  /** Whoever asked for them may use every connection of the organization’s workspaces. */
  asAdmin: z.boolean(),
});

/** Thrown inside the transaction of a chunk that is not to be there. */
class Cancelled extends Error {}

type Deps = Pick<
  FormsDeps,
  'answerImports' | 'base' | 'flows' | 'log' | 'newId' | 'openForeignAnswers' | 'transaction' | 'wake'
>;

/** An id that is the same each time an answer is read. */
const idFor = (kind: IdKind, flowId: string, answerId: string): string =>
  `${kind}${BigInt(`0x${createHash('sha256').update(`${flowId} ${answerId}`).digest('hex')}`)
    .toString(36)
    .slice(0, 21)
    .padStart(21, '0')}`;

const text: FieldShape = { type: 'long_text', template: {} } as FieldShape;

/** The cells of an answer; what its questions do not take is converted as in a grid, or kept beside its cell. */
function cellsOf(
  table: Table,
  flowId: string,
  made: MadeQuestions,
  { values, texts }: ReturnType<typeof answerOfForeign>,
  at: string,
): CellsByField {
  const fields = fieldsOf([...made.values()].map(({ question }) => question));
  const submitted = { fieldId: idsOf(flowId).submittedId, at };
  const cells: { [fieldId: string]: CellsByField[string] } = {
    ...AnswerTable.cells(table, fields, values, submitted),
  };
  for (const [fieldId, words] of texts) {
    const field = table.fields.find(({ id }) => id === fieldId);
    const env = { timeZone: 'UTC', locale: 'en-US' };
    if (field !== undefined) cells[fieldId] = convertValue(text, { value: words as CellValue }, field, env);
  }
  return cells;
}

/** Writes answers with their times, those alone that are not there yet; how many these were. */
async function take(
  deps: Deps,
  job: AnswerImport,
  made: MadeQuestions,
  table: Table,
  answers: readonly ForeignAnswer[],
): Promise<number> {
  const { flowId } = job;
  const distinct = new Map(answers.map((answer) => [idFor('sub', flowId, answer.id), answer]));
  const known = await deps.answerImports.known(flowId, [...distinct.keys()]);
  const lost: { [sentence: string]: number } = {};
  const records: NewRecord[] = [];
  const sessions: Parameters<typeof takeForeignAnswers>[2][number][] = [];
  for (const [id, answer] of distinct) {
    if (known.has(id)) continue;
    const read = answerOfForeign(answer, made);
    for (const sentence of read.lost) lost[sentence] = (lost[sentence] ?? 0) + 1;
    const recordId = idFor('rec', flowId, answer.id);
    const { startedAt, submittedAt: updatedAt } = answer;
    records.push({ id: recordId, cells: cellsOf(table, flowId, made, read, updatedAt) });
    // They were seen where they were given.
    const seen = { readAt: updatedAt, snapshotId: idFor('snp', flowId, 'answered elsewhere') };
    sessions.push({ id, recordId, startedAt, updatedAt, ...seen });
  }
  if (records.length === 0) return 0;
  const action = {
    id: deps.newId('act'),
    type: 'CREATE_RECORD',
    input: { tableId: table.id, records },
  } as const;
  await deps.base(flowId).submit(formUser, action, async (tx) => {
    if (!(await takeForeignAnswers(tx, job, sessions, lost))) throw new Cancelled();
  });
  return records.length;
}

async function run(deps: Deps, { flowId, asAdmin }: z.infer<typeof payload>, { id, signal }: JobRun) {
  const { answerImports } = deps;
  const job = await answerImports.begin(flowId, id);
  if (job === null) return;
  const { userId, organizationId, serviceId, formId } = job;
  try {
    // They may have lost the form since they asked for it.
    await loadFlow(deps, { userId, organizationId, scope: null }, flowId, 'edit');
    const made = readQuestions(job.made);
    const person = { userId, organizationId, organizationRole: asAdmin ? 'admin' : 'member' } as const;
    const answers = await deps.openForeignAnswers(person, { serviceId, formId }, signal);
    const fields = fieldsOf([...made.values()].map(({ question }) => question));
    const table = await new AnswerTable(deps.base(flowId), deps.newId).prepare(fields);
    let stale = 0;
    for (let from = job.nextPage; ; ) {
      signal.throwIfAborted();
      const page = await answers.page(from);
      if (page.total !== null && !(await answerImports.count(job, page.total))) return;
      let taken = 0;
      for (let at = 0; at < page.answers.length; at += chunk)
        taken += await take(deps, job, made, table, page.answers.slice(at, at + chunk));
      if (page.next === null) break;
      stale = taken === 0 ? stale + 1 : 0;
      if (page.next === from || stale === mostStale)
        return void (await answerImports.fail(job, 'The service gives the same answers again and again'));
      from = page.next;
      if (!(await answerImports.turn(job, from))) return;
    }
    await answerImports.end(job);
  } catch (error) {
    if (error instanceof Cancelled) return;
    // What trying again does not mend is told at once.
    if (signal.aborted || !(error instanceof AppError) || errorKinds[error.kind].retry) throw error;
    await answerImports.fail(job, error.message);
  }
}

/** Takes the answers of a form made elsewhere into its base, page by page; a page that was begun is read again. */
export const answerImportJob = (deps: Deps): AnyJobKind =>
  jobKind({
    ...{ queue, label: 'Import the answers of a form', payload, retry },
    // Most of the time they wait for an answer, and no organization’s keep those of others waiting.
    ...{ concurrency: 3, reserve: 3 },
    run: async (work, running) => {
      await run(deps, work, running);
      return undefined;
    },
    onFailure:
      ({ flowId, jobId }, fault, givenUp) =>
      async (tx) => {
        if (givenUp) await failAnswerImport(tx, { flowId, jobId }, fault);
      },
  });

type Asking = Pick<Caller, 'userId' | 'organizationId' | 'organizationRole'>;

/** The job of an import that somebody asks for. */
export const newAnswerImportJob = (
  { newId }: Pick<Deps, 'newId'>,
  { organizationId, organizationRole }: Omit<Asking, 'userId'>,
  flowId: string,
) => {
  const id = newId('job');
  const asAdmin = organizationRole === 'admin';
  return { id, queue, payload: { jobId: id, flowId, organizationId, asAdmin } };
};

/** Notes that the answers of a new form come too, in the transaction that makes it. */
export async function beginAnswerImport(
  tx: Parameters<typeof addAnswerImport>[0],
  deps: Pick<Deps, 'newId'>,
  caller: Asking,
  form: Pick<AnswerImport, 'flowId' | 'serviceId' | 'service' | 'formId'>,
  made: MadeQuestions,
): Promise<void> {
  const job = newAnswerImportJob(deps, caller, form.flowId);
  const { userId, organizationId } = caller;
  await addAnswerImport(tx, { ...form, userId, organizationId, made: storedQuestions(made) }, job);
}
