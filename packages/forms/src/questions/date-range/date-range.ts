import { dayFault, daySettings, dayShape, readDay } from '../date/date.ts';
import type { QuestionType } from '../question-type.ts';
import { fault, partField, readOne, together } from '../reading.ts';

export const dateRange: QuestionType = {
  label: 'Date range',
  settings: daySettings,
  parts: {
    heading: 'Dates',
    isOpen: false,
    initial: [
      { name: 'from', label: 'From' },
      { name: 'to', label: 'To' },
    ],
  },
  fault: dayFault,
  fields: (question) => question.parts.map((part) => partField(question, part, dayShape(question))),
  read: (question, textsOf) => {
    const isNeeded = question.required || question.parts.some(({ id }) => textsOf(id).length > 0);
    const read = together(
      question.parts.map(({ id }) =>
        readOne(id, textsOf, isNeeded ? 'Choose a date' : null, (text) => readDay(text, question)),
      ),
    );
    const [from, to] = ['from', 'to'].map(
      (name) => question.parts.find((part) => part.name === name)?.id ?? '',
    );
    const [first, last] = [from, to].map((id) => String(read.values.get(id ?? '') ?? ''));
    if (read.faults.size > 0 || !first || !last || first <= last) return read;
    return fault(to ?? question.id, 'Choose a date that is not before the first');
  },
  samples: [
    {
      sent: { 0: ['2026-03-05'], 1: ['2026-03-05'] },
      gives: { 0: '2026-03-05T00:00:00.000Z', 1: '2026-03-05T00:00:00.000Z' },
    },
    { sent: { 0: ['2026-03-05'] }, gives: 'Choose a date' },
    {
      sent: { 0: ['2026-03-05'], 1: ['2026-03-04'] },
      gives: 'Choose a date that is not before the first',
    },
  ],
};
