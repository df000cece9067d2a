import { expect, it } from 'vitest';
import {
  eventMailKinds,
  eventMailProps,
  eventMailsOf,
  madeEventMail,
  standardMails,
  unknownPipes,
} from './event-mails.ts';

const values = {
  ...{ Event: 'Studio visit', Date: 'Tuesday 24 November 2026', Time: '10:00 to 10:30, Stockholm (UTC+1)' },
  ...{ Location: '', Host: 'Ann', Name: 'Amara', Reason: '', Link: 'https://weft.example/t/1' },
};

it('leaves out the lines of what there is not, and no others', () => {
  const made = madeEventMail(standardMails.cancelled, values);
  expect(made).toEqual({
    subject: 'Your booking was cancelled: Studio visit',
    text: 'Your booking was cancelled.\n\nStudio visit\nTuesday 24 November 2026\n10:00 to 10:30, Stockholm (UTC+1)\n',
  });
  const own = {
    subject: 'Hi {{name}}\n{{Host}}',
    text: 'Where: {{Location}}\n{{Location}} {{Reason}}\n\nBye',
  };
  expect(madeEventMail(own, values)).toEqual({ subject: 'Hi Amara Ann', text: 'Where: \n\nBye' });
});

it('reads nothing of what it was given as a text of its own', () => {
  const own = { subject: '{{Name}}', text: '{{Name}}' };
  expect(madeEventMail(own, { ...values, Name: '{{Link}}' })).toEqual({
    subject: '{{Link}}',
    text: '{{Link}}',
  });
});

it('names only what there is in every standard text, and says what a text names in vain', () => {
  for (const kind of eventMailKinds) expect(unknownPipes(standardMails[kind])).toEqual([]);
  expect(unknownPipes({ subject: '{{Phone}}', text: '{{ link }} {{Phone}}' })).toEqual(['Phone']);
});

it('is the own text where somebody wrote one, each kind by itself', () => {
  const moved = { subject: 'Moved', text: 'To {{Date}}' };
  const mails = eventMailsOf({ props: { movedMail: moved } });
  expect(mails).toEqual({ ...standardMails, moved });
  expect(eventMailProps.movedMail?.(moved)).toBe(true);
  expect(eventMailProps.movedMail?.({ subject: 'a'.repeat(201), text: '' })).toBe(false);
});
