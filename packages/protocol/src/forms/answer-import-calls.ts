import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofForm = { flowId: knownId };

interface ShownAnswerImport {
  /** What the service is called. */
  readonly service: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly taken: number;
  /** As the service counts them; null: it does not say. */
  readonly total: number | null;
  /** What of the answers has no place here, and how many each is about. */
  readonly lost: readonly { readonly text: string; readonly answers: number }[];
  /** Why it failed. */
  readonly fault: string | null;
}

interface AnswerImportAnswer {
  /** Null: none was asked for, or it was dismissed. */
  readonly import: ShownAnswerImport | null;
}

const answer = z.strictObject({
  import: z
    .strictObject({
      service: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
      taken: z.int(),
      total: z.int().nullable(),
      lost: z.array(z.strictObject({ text: z.string(), answers: z.int() })),
      fault: z.string().nullable(),
    })
    .nullable(),
});

/** Answers that come to a form from the service it was made from. */
export const answerImportCalls = {
  'forms.answerImport': call(
    'query',
    z.object(ofForm),
  )<AnswerImportAnswer>({
    summary: 'Read how far the answers of a form made elsewhere are',
    more: 'Of a form that was made with `from` and its answers. Each answer is there once, with the times it had there, however often the service is asked. No mail and no delivery is made of it.',
    errors: readErrors,
    answer,
    example: { flowId: sample.form },
  }),
  'forms.changeAnswerImport': call(
    'mutation',
    z.object({
      ...ofForm,
      /** `cancel` keeps what was taken; `resume` goes on where it ended; `dismiss` forgets one that has ended. */
      to: z.enum(['cancel', 'resume', 'dismiss']),
    }),
  )<AnswerImportAnswer>({
    summary: 'Cancel, resume or dismiss the import of answers to a form',
    more: 'What is asked of one that is in no such state changes nothing. The answer is how it stands.',
    errors: editErrors,
    answer,
    example: { flowId: sample.form, to: 'cancel' },
  }),
} as const;
