import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofForm = { flowId: knownId };
const ofAnswer = { ...ofForm, recordId: knownId };
const sampleAnswer = { flowId: sample.form, recordId: sample.record };

interface SentOfAnswer {
  readonly id: string;
  readonly kind: 'mail' | 'webhook' | 'database' | 'integration';
  /** An address, the public id of a database, or the name of a third-party service. */
  readonly to: string;
  readonly title: string;
  /** `skipped`: a condition left the answer out. */
  readonly state: 'kept' | 'waiting' | 'sent' | 'failed' | 'skipped';
  readonly attempts: number;
  /** What the receiver said last, or why it could not be reached. */
  readonly answer: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

interface AnsweredForm {
  readonly submissionId: string;
  /** The number of the version that was answered. */
  readonly version: number | null;
  readonly startedAt: string;
  readonly submittedAt: string;
  /** What a quiz came to. */
  readonly points: number | null;
}

/** One answer to a form, which is a record of the form's own base. */
export const formAnswerCalls = {
  'forms.answer': call(
    'query',
    z.object(ofAnswer),
  )<{ readonly session: AnsweredForm | null; readonly sent: readonly SentOfAnswer[] }>({
    summary: 'Read how an answer came, and what was sent of it',
    more: 'For who may edit the form. `session` is null where nobody sent it: it was added in the results.',
    errors: editErrors,
    answer: z.strictObject({
      session: z
        .strictObject({
          ...{ submissionId: id, version: z.int().nullable(), startedAt: instant, submittedAt: instant },
          points: z.int().nullable(),
        })
        .nullable(),
      sent: z.array(
        z.strictObject({
          ...{
            id,
            kind: z.enum(['mail', 'webhook', 'database', 'integration']),
            to: z.string(),
            title: z.string(),
          },
          ...{ state: z.enum(['kept', 'waiting', 'sent', 'failed', 'skipped']), attempts: z.int() },
          ...{ answer: z.string().nullable(), createdAt: instant, sentAt: instant.nullable() },
        }),
      ),
    }),
    example: sampleAnswer,
  }),
  'forms.resendMails': call(
    'mutation',
    z.object(ofAnswer),
  )<{ readonly toOwner: boolean; readonly toRespondent: boolean }>({
    summary: 'Send the mails of an answer once more',
    more: 'To the owner and to whoever answered, as the form sends them now and with the answer as it is now.',
    errors: {
      ...editErrors,
      conflict: 'The form sends no mail of this answer.',
      limit: 'As many of these mails were sent in the last hour as may be.',
    },
    answer: z.strictObject({ toOwner: z.boolean(), toRespondent: z.boolean() }),
    example: sampleAnswer,
  }),
  'forms.prepareMarks': call(
    'mutation',
    z.object(ofForm),
  )<{ readonly starredFieldId: string; readonly tagsFieldId: string }>({
    summary: 'Make the fields that answers are marked by',
    more: 'A checkbox, Starred, and a list of tags, in the table of the answers. Where they are there nothing changes.',
    errors: editErrors,
    answer: z.strictObject({ starredFieldId: id, tagsFieldId: id }),
    example: { flowId: sample.form },
  }),
} as const;
