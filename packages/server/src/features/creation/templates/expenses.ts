import { type BaseTemplate, check, day, money, one, select, table, text } from './template.ts';

export const expenses: BaseTemplate = {
  ...{ name: 'expenses', title: 'Expenses and budget', category: 'Money' },
  about: 'What was spent by whom and for what, beside what was planned',
  words: 'expenses budget costs spending receipts reimbursement finance money household accounting personal',
  tables: [
    table(
      'Budget',
      [text('Category'), money('A month', { decimalPlaces: 0 }), select('Kind', 'Fixed', 'Variable')],
      [
        ['Rent', 1850, 'Fixed'],
        ['Travel', 600, 'Variable'],
        ['Material', 900, 'Variable'],
        ['Software', 240, 'Fixed'],
      ],
    ),
    table(
      'People',
      [text('Name'), text('Account')],
      [
        ['Bruno Keller', 'Ends in 4411'],
        ['Chiara Moretti', 'Ends in 0907'],
      ],
    ),
    table(
      'Expenses',
      [
        text('What for'),
        one('Category', 'Budget', 'Expenses'),
        one('Paid by', 'People', 'Expenses'),
        money('Amount'),
        day('Day'),
        check('Receipt'),
        check('Paid back', 'Blue'),
      ],
      [
        ['Rent of the month', 'Rent', null, 1850, -20, true, null],
        ['Train to the fair', 'Travel', 'Chiara Moretti', 128.4, -14, true, true],
        ['Paper and ink', 'Material', 'Bruno Keller', 86.15, -9, true, null],
        ['Two nights in Turin', 'Travel', 'Chiara Moretti', 214, -6, null, null],
        ['Drawing program', 'Software', 'Bruno Keller', 59.9, -2, true, null],
      ],
      [
        {
          name: 'To pay back',
          where: [
            ['Paid back', 'is', false],
            ['Paid by', 'is_not_empty'],
          ],
        },
        { name: 'By category', group: 'Category', sort: [['Day', 'desc']] },
      ],
    ),
  ],
};
