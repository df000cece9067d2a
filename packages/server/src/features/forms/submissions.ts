import { countSubmission, type Published, type Sql } from '@weft/db';
import {
  type FilesOf,
  type FormPage,
  fieldsOf,
  formSettingsOf,
  pagesOf,
  type Sent,
  titleOf,
  type WhyClosed,
  walk,
  whyClosed,
} from '@weft/forms';
import { AppError, err, type Fault, ok, type Result } from '@weft/std';
import { answerMail } from '../../mail/letters.ts';
import { isAttachments } from '../bases/known-files.ts';
import { AnswerTable, formUser, idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';

/** A form that is answered by many tells its owner so often; every answer is kept. */
const mailLimit = { most: 60, seconds: 3_600 };

type Deps = Pick<FormsDeps, 'base' | 'baseUrl' | 'files' | 'mailer' | 'metrics' | 'newId' | 'now' | 'wake'>;

export interface Submission {
  /** Made with the page; an answer of a known id is not taken again. */
  readonly id: string;
  /** Texts by field, as they came. */
  readonly sent: Sent;
  readonly fileOf: FilesOf;
}

export interface Taken {
  /** It was taken before, and is as it was then. */
  readonly repeated: boolean;
  /** The form's own ending that the way led to. */
  readonly ending: FormPage | null;
}

/** The form closed while somebody answered it, or was closed before. */
export class FormClosed extends Error {
  readonly why: WhyClosed;

  constructor(why: WhyClosed) {
    super(why.message);
    this.why = why;
  }
}

const fileIsGone = () =>
  new AppError('conflict', 'A file of this answer was sent with another one: choose it again');

/** Counts the answer, and refuses it with its whole transaction where the form takes none. */
async function requireOpen(tx: Pick<Sql, 'query'>, flowId: string, now: string): Promise<void> {
  const counted = await countSubmission(tx, flowId);
  const why = counted && whyClosed(formSettingsOf(counted.settings), counted.before, now);
  if (why !== null) throw new FormClosed(why);
}

/**
 * Takes an answer to a published form: a record of the form's base, and a mail to its owner, in one transaction or not at
 * all; of a form that takes none it throws `FormClosed`. The way through the form is gone once more here: only what was
 * asked on it is kept. The error is what is wrong with it, by field.
 */
export async function submitAnswer(
  { base, baseUrl, files, mailer, metrics, newId, now, wake }: Deps,
  { flowId, ownerEmail, content, settings }: Published,
  { id, sent, fileOf }: Submission,
): Promise<Result<Taken, readonly Fault[]>> {
  const form = readForm(content);
  const pages = pagesOf(form);
  const at = new Date(now()).toISOString();
  const { steps, answers, end } = walk(pages, sent, at, fileOf);
  if (end.kind !== 'ending') {
    const faults = [...(steps.at(-1)?.faults ?? [])].map(([path, reason]) => ({ path, reason }));
    return err(
      faults.length > 0
        ? faults
        : [{ path: 'page', reason: 'The form has not been gone through to its end' }],
    );
  }
  const store = base(flowId);
  const fields = fieldsOf(pages.flatMap(({ questions }) => questions));
  const table = await new AnswerTable(store, newId).prepare(fields);
  const submitted = { fieldId: idsOf(flowId).submittedId, at };
  const cells = AnswerTable.cells(table, fields, answers, submitted);
  const fileIds = [...answers.values()]
    .filter(isAttachments)
    .flatMap((items) => items.map(({ filename }) => filename));
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
      if (!(await files.claimForAnswer(tx, flowId, fileIds))) throw fileIsGone();
      await mail?.write(tx);
    },
  );
  if (!repeated) metrics.edited('CREATE_RECORD');
  mail?.committed();
  if (fileIds.length > 0) wake();
  return ok({ repeated, ending: end.page });
}
