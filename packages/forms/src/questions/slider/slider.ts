import { err, type Result } from '@weft/std';
import { readPlainNumber } from '../amounts.ts';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { numberOf } from '../settings.ts';

export const sliderRange = (question: Question) => ({
  from: numberOf(question, 'minimum') ?? 0,
  to: numberOf(question, 'maximum') ?? 100,
  step: numberOf(question, 'step') ?? 1,
});

function readStep(text: string, question: Question): Result<number> {
  const { from, to, step } = sliderRange(question);
  const read = readPlainNumber(text);
  if (!read.ok) return read;
  if (read.value < from || read.value > to) return err(`Enter a number from ${from} to ${to}`);
  const steps = (read.value - from) / step;
  // Decimal steps do not divide exactly.
  if (Math.abs(steps - Math.round(steps)) > 1e-9) return err(`Enter ${from} or more, in steps of ${step}`);
  return read;
}

export const slider: QuestionType = {
  label: 'Slider',
  settings: {
    minimum: { kind: 'number', label: 'From', hint: '0 unless set.' },
    maximum: { kind: 'number', label: 'To', hint: '100 unless set.' },
    step: { kind: 'number', label: 'Steps of', hint: '1 unless set.' },
  },
  fault: (question) => {
    const { from, to, step } = sliderRange(question);
    if (from >= to) return 'The slider ends before it begins';
    return step > 0 && step <= to - from ? null : 'The steps do not fit the slider';
  },
  ...oneAnswer({ field: () => shape('number'), missing: 'Choose a number', read: readStep }),
  samples: [
    { sent: { '': ['40'] }, gives: { '': 40 } },
    { settings: { minimum: 0, maximum: 1, step: 0.1 }, sent: { '': ['0.3'] }, gives: { '': 0.3 } },
    { settings: { maximum: 2, step: 0.125 }, sent: { '': ['1.125'] }, gives: { '': 1.125 } },
    { settings: { step: 5 }, sent: { '': ['7'] }, gives: 'Enter 0 or more, in steps of 5' },
    { sent: { '': ['101'] }, gives: 'Enter a number from 0 to 100' },
  ],
};
