import { type BaseTemplate, day, email, money, number, one, select, table, text } from './template.ts';

export const invoices: BaseTemplate = {
  ...{ name: 'invoices', title: 'Invoices', category: 'Money' },
  about: 'Invoices with their lines, to whom they went, and what is still to come',
  words: 'invoices billing payments accounting customers overdue finance receivables bookkeeping',
  tables: [
    table(
      'Customers',
      [text('Customer'), email('Email'), text('VAT number'), number('Days to pay', { decimalPlaces: 0 })],
      [
        ['Kite & Co.', 'accounts@kite.example', 'IE 1234567X', 30],
        ['Northlight Museum', 'faktura@northlight.example', 'NO 912 345 678', 14],
        ['Vega Robotics', 'conti@vegarobotics.example', 'IT 01234567890', 60],
      ],
    ),
    table(
      'Invoices',
      [
        text('Number'),
        one('Customer', 'Customers'),
        select('Status', 'Draft', 'Sent', 'Paid', 'Overdue'),
        day('Sent on'),
        day('Due on'),
        money('Amount'),
        money('Paid'),
      ],
      [
        ['2041', 'Kite & Co.', 'Paid', -62, -32, 1890, 1890],
        ['2042', 'Northlight Museum', 'Overdue', -30, -16, 4350, null],
        ['2043', 'Vega Robotics', 'Sent', -12, 48, 10750, 5000],
        ['2044', 'Kite & Co.', 'Draft', null, null, 640, null],
      ],
      [
        {
          name: 'Still to come',
          where: [['Status', 'is_any_of', ['Sent', 'Overdue']]],
          sort: [['Due on', 'asc']],
        },
        { name: 'By customer', group: 'Customer', sort: [['Sent on', 'desc']] },
      ],
    ),
    table(
      'Lines',
      [
        text('What'),
        one('Invoice', 'Invoices'),
        number('Pieces', { decimalPlaces: 0 }),
        money('Price each'),
        money('Sum'),
      ],
      [
        ['Throws, grey', '2041', 12, 145, 1740],
        ['Packing', '2041', 1, 150, 150],
        ['Tea towels', '2042', 300, 14.5, 4350],
        ['Hall textiles, first part', '2043', 1, 10750, 10750],
        ['Gift boxes', '2044', 40, 16, 640],
      ],
    ),
  ],
};
