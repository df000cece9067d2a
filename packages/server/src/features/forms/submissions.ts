import { countSubmission, type Published, type Sql } from '@weft/db';
import {
  fieldsOf,
  formSettingsOf,
  questionsOf,
  readAnswers,
  type Sent,
  titleOf,
  type WhyClosed,
  whyClosed,
} from '@weft/forms';
import { err, type Fault, ok, type Result } from '@weft/std';
import { answerMail } from '../../mail/letters.ts';
import { AnswerTable, formUser, idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';

/** A form that is answered by many tells its owner so often; every answer is kept. */
const mailLimit = { most: 60, seconds: 3_600 };

type Deps = Pick<FormsDeps, 'base' | 'baseUrl' | 'mailer' | 'metrics' | 'newId' | 'now'>;

export interface Submission {
  /** Made with the page; an answer of a known id is not taken again. */
  readonly id: string;
  /** Texts by field, as they came. */
  readonly sent: Sent;
}

/** The form closed while somebody answered it, or was closed before. */
export class FormClosed extends Error {
  readonly why: WhyClosed;

  constructor(why: WhyClosed) {
    super(why.message);
    this.why = why;
  }
}

/** Counts the answer, and refuses it with its whole transaction where the form takes none. */
async function requireOpen(tx: Pick<Sql, 'query'>, flowId: string, now: string): Promise<void> {
  const counted = await countSubmission(tx, flowId);
  const why = counted && whyClosed(formSettingsOf(counted.settings), counted.before, now);
  if (why !== null) throw new FormClosed(why);
}

/**
 * Takes an answer to a published form: a record of the form's base, and a mail to its owner, in one transaction or not at
 * all; of a form that takes none it throws `FormClosed`. The error is what is wrong with it, by question.
 */
export async function submitAnswer(
  { base, baseUrl, mailer, metrics, newId, now }: Deps,
  { flowId, ownerEmail, content, settings }: Published,
  { id, sent }: Submission,
): Promise<Result<{ readonly repeated: boolean }, readonly Fault[]>> {
  const form = readForm(content);
  const questions = questionsOf(form);
  const answers = readAnswers(questions, sent);
  if (!answers.ok) return err(answers.error);
  const store = base(flowId);
  const fields = fieldsOf(questions);
  const table = await new AnswerTable(store, newId).prepare(fields);
  const at = new Date(now()).toISOString();
  const submitted = { fieldId: idsOf(flowId).submittedId, at };
  const cells = AnswerTable.cells(table, fields, answers.value, submitted);
  const mail =
    ownerEmail === null || !formSettingsOf(settings).notifyOwner
      ? null
      : await mailer.prepare(answerMail(ownerEmail, baseUrl(), { id: flowId, name: titleOf(form) }), {
          key: `${flowId} ${id}`,
          limit: mailLimit,
        });
  const { repeated } = await store.submit(
    formUser,
    { id, type: 'CREATE_RECORD', input: { tableId: table.id, records: [{ id: newId('rec'), cells }] } },
    async (tx) => {
      await requireOpen(tx, flowId, at);
      await mail?.write(tx);
    },
  );
  if (!repeated) metrics.edited('CREATE_RECORD');
  mail?.committed();
  return ok({ repeated });
}
