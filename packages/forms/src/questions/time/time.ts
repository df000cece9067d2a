import { plainMarks } from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { fieldWidth } from '../settings.ts';

const pattern = /^(\d{1,2})(?:[:.h](\d{2})(?::00)?)?\s*(am|pm|a\.m\.|p\.m\.)?$/i;

/** 'HH:mm', or 12-hour with am or pm, which may leave the minutes out; seconds that are none may follow, as some browsers send them. */
function readTime(text: string): Result<string> {
  const [, hour = '', minute, half] = pattern.exec(plainMarks(text)) ?? [];
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)];
  const isHalf = half !== undefined;
  const isHour = isHalf ? hours >= 1 && hours <= 12 : hours <= 23 && minute !== undefined;
  if (hour === '' || !isHour || minutes > 59) return err('Enter a time like 15:30 or 3:30 pm');
  const of24 = isHalf ? (hours % 12) + (/^p/i.test(half) ? 12 : 0) : hours;
  return ok(`${String(of24).padStart(2, '0')}:${minute ?? '00'}`);
}

export const time: QuestionType = {
  label: 'Time',
  settings: { width: fieldWidth },
  ...oneAnswer({ field: () => shape('single_line_text'), missing: 'Enter a time', read: readTime }),
  samples: [
    { sent: { '': ['15:30'] }, gives: { '': '15:30' } },
    { sent: { '': ['3:05 pm'] }, gives: { '': '15:05' } },
    { sent: { '': ['3 pm'] }, gives: { '': '15:00' } },
    { sent: { '': ['15h30'] }, gives: { '': '15:30' } },
    { sent: { '': ['١٥:٣٠'] }, gives: { '': '15:30' } },
    { sent: { '': ['15'] }, gives: 'Enter a time like 15:30 or 3:30 pm' },
    { sent: { '': ['12:00 AM'] }, gives: { '': '00:00' } },
    { sent: { '': ['15:30:00'] }, gives: { '': '15:30' } },
    { sent: { '': ['15:30:45'] }, gives: 'Enter a time like 15:30 or 3:30 pm' },
    { sent: { '': ['24:00'] }, gives: 'Enter a time like 15:30 or 3:30 pm' },
    { sent: { '': ['13:00 pm'] }, gives: 'Enter a time like 15:30 or 3:30 pm' },
  ],
};
