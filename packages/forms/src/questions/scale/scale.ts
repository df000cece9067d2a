import { err, ok } from '@weft/std';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { numberOf } from '../settings.ts';

/** From and to; unset it is the scale of the Net Promoter Score. */
export const scaleOf = (question: Question): readonly [number, number] => [
  numberOf(question, 'from') ?? 0,
  numberOf(question, 'to') ?? 10,
];

export const scale: QuestionType = {
  label: 'Opinion scale',
  settings: {
    from: { kind: 'integer', label: 'From', min: 0, max: 1, usual: 0 },
    to: { kind: 'integer', label: 'To', min: 2, max: 10, usual: 10 },
    fromLabel: { kind: 'text', isSaid: true, label: 'Words at the start', maxLength: 60 },
    toLabel: { kind: 'text', isSaid: true, label: 'Words at the end', maxLength: 60 },
  },
  ...oneAnswer({
    field: () => shape('number'),
    missing: 'Choose a number',
    read: (text, question) => {
      const [from, to] = scaleOf(question);
      return /^\d{1,2}$/.test(text) && Number(text) >= from && Number(text) <= to
        ? ok(Number(text))
        : err(`Choose from ${from} to ${to}`);
    },
  }),
  samples: [
    { sent: { '': ['0'] }, gives: { '': 0 } },
    { sent: { '': ['10'] }, gives: { '': 10 } },
    { settings: { from: 1, to: 5 }, sent: { '': ['0'] }, gives: 'Choose from 1 to 5' },
    { sent: { '': ['11'] }, gives: 'Choose from 0 to 10' },
  ],
};
