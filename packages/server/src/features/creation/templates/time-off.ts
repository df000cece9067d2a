import { type BaseTemplate, day, longText, number, one, select, table, text } from './template.ts';

export const timeOff: BaseTemplate = {
  ...{ name: 'time-off', title: 'Vacation and absences', category: 'People' },
  about: 'Requests for days off, who decides them, and what is left',
  words: 'vacation time off leave absence holidays sick days pto requests approval calendar',
  tables: [
    table(
      'People',
      [text('Name'), number('Days a year', { decimalPlaces: 0 }), number('Days taken', { decimalPlaces: 1 })],
      [
        ['Ada Lindqvist', 28, 9],
        ['Bruno Keller', 26, 14.5],
        ['Hana Novák', 25, 3],
      ],
    ),
    table(
      'Requests',
      [
        text('Reason'),
        one('Person', 'People'),
        select('Kind', 'Vacation', 'Sick', 'Parental', 'Unpaid'),
        select('Decision', 'Asked', 'Approved', 'Declined'),
        day('From'),
        day('Until'),
        number('Working days', { decimalPlaces: 1 }),
        one('Covered by', 'People', 'Covers'),
        longText('Note'),
      ],
      [
        ['Summer by the sea', 'Ada Lindqvist', 'Vacation', 'Approved', 30, 44, 10, 'Hana Novák', null],
        ['Cold', 'Bruno Keller', 'Sick', 'Approved', -3, -1, 2, null, null],
        ['A long weekend', 'Hana Novák', 'Vacation', 'Asked', 11, 12, 2, 'Ada Lindqvist', 'Back on Monday.'],
        ['Moving house', 'Bruno Keller', 'Unpaid', 'Declined', 5, 5, 1, null, 'The fair is that day.'],
      ],
      [
        { name: 'To decide', where: [['Decision', 'is', 'Asked']], sort: [['From', 'asc']] },
        { name: 'By person', group: 'Person', sort: [['From', 'desc']] },
      ],
    ),
  ],
};
