import { type DateFormat, dateFormats } from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import { isDayText, storedDay } from '../days.ts';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { fieldWidth, type Setting, textOf } from '../settings.ts';

export const daySettings = {
  earliest: { kind: 'day', label: 'Earliest' },
  latest: { kind: 'day', label: 'Latest' },
  format: {
    kind: 'pick',
    label: 'Written as',
    hint: 'In results, mails and PDFs. Who answers picks a date as their own device writes it.',
    options: [
      { value: 'local', label: 'As whoever reads it writes dates' },
      { value: 'us', label: '03/05/2026 (month first)' },
      { value: 'european', label: '05/03/2026 (day first)' },
      { value: 'iso', label: '2026-03-05' },
      { value: 'long', label: 'March 5, 2026' },
    ],
  },
} as const satisfies { readonly [name: string]: Setting };

/** '2026-03-05', as browsers send it whatever they show. */
export function readDay(text: string, question: Question): Result<string> {
  if (!isDayText(text)) return err('Enter a date like 2026-03-05');
  const [earliest, latest] = [textOf(question, 'earliest'), textOf(question, 'latest')];
  if (earliest !== '' && text < earliest) return err(`Choose ${earliest} or later`);
  if (latest !== '' && text > latest) return err(`Choose ${latest} or earlier`);
  return ok(storedDay(text));
}

export function dayFault(question: Question): string | null {
  const [earliest, latest] = [textOf(question, 'earliest'), textOf(question, 'latest')];
  return earliest !== '' && latest !== '' && earliest > latest
    ? 'The latest date is before the earliest'
    : null;
}

/** How a date of the question is written; settings say `local` by saying nothing. */
export const dayFormat = (question: Pick<Question, 'settings'>): DateFormat =>
  dateFormats.find((format) => format === textOf(question, 'format')) ?? 'local';

export const dayShape = (question: Question) => shape('date', { dateFormat: dayFormat(question) });

export const date: QuestionType = {
  label: 'Date',
  settings: { ...daySettings, width: fieldWidth },
  fault: dayFault,
  ...oneAnswer({ field: dayShape, missing: 'Choose a date', read: readDay }),
  samples: [
    { sent: { '': ['2028-02-29'] }, gives: { '': '2028-02-29T00:00:00.000Z' } },
    { sent: { '': ['2027-02-29'] }, gives: 'Enter a date like 2026-03-05' },
    { sent: { '': ['05.03.2026'] }, gives: 'Enter a date like 2026-03-05' },
    {
      settings: { earliest: '2026-01-01' },
      sent: { '': ['2025-12-31'] },
      gives: 'Choose 2026-01-01 or later',
    },
    {
      settings: { latest: '2026-01-01' },
      sent: { '': ['2026-01-02'] },
      gives: 'Choose 2026-01-01 or earlier',
    },
  ],
};
