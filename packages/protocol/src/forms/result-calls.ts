import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofForm = { flowId: knownId };
const ofSubmission = { ...ofForm, submissionId: knownId };
const sampleSubmission = { flowId: sample.form, submissionId: 'sub0sample00000000000000' };

interface SpamAnswer {
  readonly submissionId: string;
  readonly sentAt: string;
  /** Why it was taken for spam, in sentences. */
  readonly reasons: readonly string[];
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

interface QuestionSummary {
  readonly fieldId: string;
  readonly label: string;
  /** The form no longer asks it. */
  readonly isRemoved: boolean;
  readonly answered: number;
  readonly bars: readonly { readonly label: string; readonly count: number }[];
  readonly average: number | null;
  readonly least: number | null;
  readonly most: number | null;
}

interface FormSummary {
  /** How often the form was opened, and how often its first page was left for the next. */
  readonly views: number;
  readonly starts: number;
  readonly finished: number;
  readonly spam: number;
  /** How often each page was reached; the first is reached by opening the form. */
  readonly pages: readonly { readonly pageId: string; readonly title: string; readonly reached: number }[];
  readonly questions: readonly QuestionSummary[];
}

/** What has come of a form. */
export const formResultCalls = {
  'forms.summary': call(
    'query',
    z.object(ofForm),
  )<FormSummary>({
    summary: 'Read what the answers to a form come to',
    more: 'Counts of choices, averages of numbers; texts are counted alone. Openings are counted with a delay of seconds.',
    errors: readErrors,
    answer: z.strictObject({
      views: z.int(),
      starts: z.int(),
      finished: z.int(),
      spam: z.int(),
      pages: z.array(z.strictObject({ pageId: id, title: z.string(), reached: z.int() })),
      questions: z.array(
        z.strictObject({
          fieldId: id,
          label: z.string(),
          isRemoved: z.boolean(),
          answered: z.int(),
          bars: z.array(z.strictObject({ label: z.string(), count: z.int() })),
          average: z.number().nullable(),
          least: z.number().nullable(),
          most: z.number().nullable(),
        }),
      ),
    }),
    example: { flowId: sample.form },
  }),
  'forms.spam': call(
    'query',
    z.object(ofForm),
  )<{ readonly spam: readonly SpamAnswer[]; readonly count: number }>({
    summary: 'List the newest hundred answers that were taken for spam',
    more: 'They are removed after 60 days.',
    errors: readErrors,
    answer: z.strictObject({
      spam: z.array(
        z.strictObject({
          submissionId: id,
          sentAt: instant,
          reasons: z.array(z.string()),
          answers: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
        }),
      ),
      count: z.int(),
    }),
    example: { flowId: sample.form },
  }),
  'forms.acceptSpam': call(
    'mutation',
    z.object(ofSubmission),
  )<{ readonly accepted: true }>({
    summary: 'Take what was taken for spam as an answer',
    more: 'It is held to the form as it is published now, and counts from then on.',
    errors: { ...editErrors, conflict: 'The form takes no answers now, or no longer asks what it answers.' },
    answer: z.strictObject({ accepted: z.literal(true) }),
    example: sampleSubmission,
  }),
  'forms.deleteSpam': call(
    'mutation',
    z.object(ofSubmission),
  )<{ readonly deleted: boolean }>({
    summary: 'Delete what was taken for spam',
    errors: editErrors,
    answer: z.strictObject({ deleted: z.boolean() }),
    example: sampleSubmission,
  }),
} as const;
