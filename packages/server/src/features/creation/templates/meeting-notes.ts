import {
  type BaseTemplate,
  check,
  day,
  longText,
  many,
  minutes,
  moment,
  one,
  select,
  table,
  text,
} from './template.ts';

export const meetingNotes: BaseTemplate = {
  ...{ name: 'meeting-notes', title: 'Meetings and decisions', category: 'Work' },
  about: 'Meetings with notes, what was decided, and who does what until when',
  words: 'meetings notes minutes agenda decisions action items follow up board committee',
  tables: [
    table(
      'People',
      [text('Name'), text('Role')],
      [
        ['Chiara Moretti', 'Chair'],
        ['Daniel Okafor', 'Treasurer'],
        ['Fumiko Tanaka', 'Secretary'],
      ],
    ),
    table(
      'Meetings',
      [
        text('Meeting'),
        moment('Begins'),
        minutes('Length'),
        select('Kind', 'Weekly', 'Board', 'One to one', 'Workshop'),
        many('Attended by', 'People', 'Meetings'),
        longText('Notes'),
      ],
      [
        [
          ...(['Weekly', [-7, '09:00'], 45, 'Weekly', ['Chiara Moretti', 'Fumiko Tanaka']] as const),
          'Hall is booked.\nInvitations go out on Friday.',
        ],
        [
          ...(['Budget of next year', [-3, '16:30'], 90, 'Board'] as const),
          ...([['Chiara Moretti', 'Daniel Okafor', 'Fumiko Tanaka'], 'Two offers for the roof.'] as const),
        ],
        ['Next weekly', [0, '09:00'], 45, 'Weekly', ['Chiara Moretti', 'Fumiko Tanaka'], null],
      ],
      [{ name: 'Newest first', sort: [['Begins', 'desc']] }],
    ),
    table(
      'Action items',
      [
        text('What'),
        select('Type', 'Decision', 'Action'),
        one('Meeting', 'Meetings'),
        one('Owner', 'People'),
        day('Due'),
        check('Done'),
      ],
      [
        ['Send the invitations', 'Action', 'Weekly', 'Fumiko Tanaka', -4, true],
        ['Ask for a third offer', 'Action', 'Budget of next year', 'Daniel Okafor', 9, null],
        ['The fee stays as it is', 'Decision', 'Budget of next year', null, null, null],
        ['Draft the budget', 'Action', 'Budget of next year', 'Daniel Okafor', 16, null],
      ],
      [
        {
          name: 'To do',
          where: [
            ['Type', 'is', 'Action'],
            ['Done', 'is', false],
          ],
          sort: [['Due', 'asc']],
        },
      ],
    ),
  ],
};
