import { type FieldKind, fieldKinds, isEmail, type OptionColor, palette } from '@weft/core';
import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofForm = { flowId: knownId };
const paged = { ...ofForm, cursor: z.string().max(200).optional() };
const ofSubmission = { ...ofForm, submissionId: knownId };
const sampleSubmission = { flowId: sample.form, submissionId: 'sub0sample00000000000000' };

interface SpamAnswer {
  readonly submissionId: string;
  readonly sentAt: string;
  /** Why it was taken for spam, in sentences. */
  readonly reasons: readonly string[];
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

/** A text that somebody answered with. */
interface TextAnswer {
  readonly recordId: string;
  readonly text: string;
  readonly submittedAt: string;
  /** Nobody has seen it. */
  readonly isNew: boolean;
}

const textAnswer = z.strictObject({
  recordId: id,
  text: z.string(),
  submittedAt: instant,
  isNew: z.boolean(),
});

interface QuestionSummary {
  readonly fieldId: string;
  readonly label: string;
  readonly type: FieldKind;
  /** The form no longer asks it. */
  readonly isRemoved: boolean;
  readonly answered: number;
  /** Of a choice with the colour of its option. */
  readonly bars: readonly {
    readonly label: string;
    readonly count: number;
    readonly color?: OptionColor | undefined;
    /** Of a ranking: where it stands on average, from 1. */
    readonly place?: number | undefined;
  }[];
  readonly average: number | null;
  readonly least: number | null;
  readonly most: number | null;
  /** Of what is neither counted nor added up, the newest five. */
  readonly texts: readonly TextAnswer[];
}

interface FormSummary {
  /** How often the form was opened, and how often its first page was left for the next. */
  readonly views: number;
  readonly starts: number;
  readonly finished: number;
  readonly spam: number;
  /** Seconds that half of the newest thousand took at most; null: nobody has finished. */
  readonly medianSeconds: number | null;
  /** Answers finished on each of the last thirty days (UTC), days without any left out. */
  readonly days: readonly { readonly day: string; readonly count: number }[];
  /** How often each page was reached; the first is reached by opening the form. */
  readonly pages: readonly { readonly pageId: string; readonly title: string; readonly reached: number }[];
  readonly questions: readonly QuestionSummary[];
}

interface UnfinishedAnswer {
  readonly submissionId: string;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

interface WaitingAnswer {
  readonly submissionId: string;
  readonly sentAt: string;
  /** What was full when it came: 'The form', '‘Monday’'. */
  readonly waitsFor: readonly string[];
  /** Every place that it takes is free now. */
  readonly isFree: boolean;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

/** What has come of a form. */
export const formResultCalls = {
  'forms.summary': call(
    'query',
    z.object(ofForm),
  )<FormSummary>({
    summary: 'Read what the answers to a form come to',
    more: 'Counts of choices, averages of numbers, the newest of texts. Openings are counted with a delay of seconds.',
    errors: readErrors,
    answer: z.strictObject({
      views: z.int(),
      starts: z.int(),
      finished: z.int(),
      spam: z.int(),
      medianSeconds: z.int().nullable(),
      days: z.array(z.strictObject({ day: z.string(), count: z.int() })),
      pages: z.array(z.strictObject({ pageId: id, title: z.string(), reached: z.int() })),
      questions: z.array(
        z.strictObject({
          fieldId: id,
          label: z.string(),
          type: z.enum(fieldKinds),
          isRemoved: z.boolean(),
          answered: z.int(),
          bars: z.array(
            z.strictObject({
              ...{ label: z.string(), count: z.int(), color: z.enum(palette).optional() },
              place: z.number().optional(),
            }),
          ),
          average: z.number().nullable(),
          least: z.number().nullable(),
          most: z.number().nullable(),
          texts: z.array(textAnswer),
        }),
      ),
    }),
    example: { flowId: sample.form },
  }),
  'forms.textAnswers': call(
    'query',
    z.object({
      ...ofForm,
      fieldId: knownId,
      search: z.string().max(200).optional(),
      cursor: z.string().max(200).optional(),
    }),
  )<{ readonly answers: readonly TextAnswer[]; readonly nextCursor: string | null }>({
    summary: 'List the texts that a question was answered with',
    more: 'The newest first, fifty at a time; with `search` those that hold it, whatever its case and accents. A page of a search may be short: `nextCursor` goes on.',
    errors: readErrors,
    answer: z.strictObject({ answers: z.array(textAnswer), nextCursor: z.string().nullable() }),
    example: { flowId: sample.form, fieldId: sample.question },
  }),
  'forms.spam': call(
    'query',
    z.object(paged),
  )<{ readonly spam: readonly SpamAnswer[]; readonly count: number; readonly nextCursor: string | null }>({
    summary: 'List the answers that were taken for spam',
    more: 'The newest first, fifty at a time. They are removed after 60 days, or after as many as the form keeps answers; of a form with more than 500 the oldest go.',
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
      nextCursor: z.string().nullable(),
    }),
    example: { flowId: sample.form },
  }),
  'forms.waiting': call(
    'query',
    z.object(ofForm),
  )<{ readonly waiting: readonly WaitingAnswer[]; readonly count: number }>({
    summary: 'List the hundred answers that wait longest for a place',
    more: 'Of a form with a waiting list. A place is free where an answer was deleted, or the form or the choice takes more.',
    errors: readErrors,
    answer: z.strictObject({
      waiting: z.array(
        z.strictObject({
          submissionId: id,
          sentAt: instant,
          waitsFor: z.array(z.string()),
          isFree: z.boolean(),
          answers: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
        }),
      ),
      count: z.int(),
    }),
    example: { flowId: sample.form },
  }),
  'forms.takeIn': call(
    'mutation',
    z.object(ofSubmission),
  )<{ readonly taken: true; readonly mailed: boolean }>({
    summary: 'Give a free place to an answer of the waiting list',
    more: 'It becomes an answer, however the form is open by now. Who gave an address is told by mail, where this server sends any.',
    errors: { ...editErrors, conflict: 'No place is free, or the form no longer asks what it answers.' },
    answer: z.strictObject({ taken: z.literal(true), mailed: z.boolean() }),
    example: sampleSubmission,
  }),
  'forms.deleteWaiting': call(
    'mutation',
    z.object(ofSubmission),
  )<{ readonly deleted: boolean }>({
    summary: 'Delete an answer of the waiting list',
    errors: editErrors,
    answer: z.strictObject({ deleted: z.boolean() }),
    example: sampleSubmission,
  }),
  'forms.unfinished': call(
    'query',
    z.object(paged),
  )<{ readonly unfinished: readonly UnfinishedAnswer[]; readonly nextCursor: string | null }>({
    summary: 'List the answers in progress',
    more: 'What people have sent so far of answers that they have not finished, as the form understands it: those changed last first, fifty at a time. They are removed 30 days after their last change, or after as many as the form keeps answers.',
    errors: readErrors,
    answer: z.strictObject({
      unfinished: z.array(
        z.strictObject({
          ...{ submissionId: id, startedAt: instant, updatedAt: instant },
          answers: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
    example: { flowId: sample.form },
  }),
  'forms.askedFields': call(
    'query',
    z.object(ofForm),
  )<{ readonly fieldIds: readonly string[] }>({
    summary: 'List the fields that versions of a form asked for',
    more: 'The ids of the questions of every version that was published. Those that the form does not ask now are removed questions; other fields of its table were added there.',
    errors: readErrors,
    answer: z.strictObject({ fieldIds: z.array(id) }),
    example: { flowId: sample.form },
  }),
  'forms.sessionCounts': call(
    'query',
    z.object(ofForm),
  )<{
    readonly sessionCounts: {
      readonly finished: number;
      readonly in_progress: number;
      readonly spam: number;
      readonly waiting: number;
    };
    readonly unreadCount: number;
    readonly capped: boolean;
  }>({
    summary: 'Count the answers to a form',
    more: 'Finished, in progress, spam and waiting for a place, and the finished that nobody has seen (`unreadCount`; of a booking page the bookings that nobody has seen). Each is counted up to 1001; `capped` says that one has come that far, and stands as 1000+.',
    errors: readErrors,
    answer: z.strictObject({
      sessionCounts: z.strictObject({
        finished: z.int(),
        in_progress: z.int(),
        spam: z.int(),
        waiting: z.int(),
      }),
      ...{ unreadCount: z.int(), capped: z.boolean() },
    }),
    example: { flowId: sample.form },
  }),
  'forms.markRead': call(
    'mutation',
    z.object({ ...ofForm, until: instant }),
  )<{ readonly read: true }>({
    summary: 'Note that the answers to a form, or its bookings, were seen, up to a moment',
    errors: editErrors,
    answer: z.strictObject({ read: z.literal(true) }),
    example: { flowId: sample.form, until: '2026-11-23T12:00:00Z' },
  }),
  'forms.eraseAnswersOf': call(
    'mutation',
    z.object({
      ...ofForm,
      email: z.string().trim().refine(isEmail, 'Enter an email address like name@example.com'),
    }),
  )<{ readonly erased: number }>({
    summary: 'Erase every answer to a form that gives a mail address',
    more: 'Finished or not, with what the history kept and what waits to be sent of it. Those in the trash too, those that give it in a row of a repeating group, and those that gave it before they were edited. Nobody can bring them back. What was written into a database or sent elsewhere stays there, and so does an address within a longer text.',
    errors: editErrors,
    answer: z.strictObject({ erased: z.int() }),
    example: { flowId: sample.form, email: 'ada@example.org' },
  }),
  'forms.acceptSpam': call(
    'mutation',
    z.object(ofSubmission),
  )<{ readonly accepted: true; readonly waiting: boolean }>({
    summary: 'Take what was taken for spam as an answer',
    more: 'It is held to the form as it is published now, and counts from then on; `waiting`: the form is full, and it is on the waiting list.',
    errors: { ...editErrors, conflict: 'The form takes no answers now, or no longer asks what it answers.' },
    answer: z.strictObject({ accepted: z.literal(true), waiting: z.boolean() }),
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
