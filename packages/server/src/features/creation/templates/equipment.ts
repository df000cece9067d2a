import { type BaseTemplate, check, day, email, money, one, select, table, text } from './template.ts';

export const equipment: BaseTemplate = {
  ...{ name: 'equipment', title: 'Equipment and loans', category: 'Work' },
  about: 'Devices and tools, who has them, and when they need a service',
  words:
    'assets equipment devices laptops tools it loans lending cameras checkout borrow warranty maintenance repair',
  tables: [
    table(
      'People',
      [text('Name'), email('Email'), select('Place', 'Main office', 'Workshop', 'Remote')],
      [
        ['Ada Lindqvist', 'ada@studio.example', 'Main office'],
        ['Bruno Keller', 'bruno@studio.example', 'Workshop'],
        ['Elif Yılmaz', 'elif@studio.example', 'Remote'],
      ],
    ),
    table(
      'Equipment',
      [
        text('Item'),
        text('Serial number'),
        select('Kind', 'Laptop', 'Screen', 'Camera', 'Tool'),
        select('Condition', 'New', 'Good', 'Worn', 'Broken'),
        money('Bought for', { decimalPlaces: 0 }),
        day('Bought on'),
        day('Warranty ends'),
      ],
      [
        ['Laptop 14, black', 'LT-2291', 'Laptop', 'Good', 1450, -400, 330],
        ['Laptop 16, silver', 'LT-2307', 'Laptop', 'New', 1980, -35, 695],
        ['Screen 27', 'SC-0114', 'Screen', 'Good', 420, -800, -70],
        ['Camera with two lenses', 'CA-0009', 'Camera', 'Worn', 2300, -1300, -570],
        ['Cordless drill', 'TO-0055', 'Tool', 'Broken', 180, -900, -170],
      ],
      [{ name: 'To repair or replace', where: [['Condition', 'is_any_of', ['Worn', 'Broken']]] }],
    ),
    table(
      'Loans',
      [
        text('What for'),
        one('Item', 'Equipment', 'Loans'),
        one('Person', 'People'),
        day('From'),
        day('Until'),
        check('Returned'),
      ],
      [
        ['Daily work', 'Laptop 14, black', 'Ada Lindqvist', -390, null, null],
        ['Daily work', 'Laptop 16, silver', 'Elif Yılmaz', -30, null, null],
        ['Photos of the new range', 'Camera with two lenses', 'Ada Lindqvist', -14, -7, true],
        ['Shelves in the store', 'Cordless drill', 'Bruno Keller', -5, 2, null],
      ],
      [{ name: 'Still out', where: [['Returned', 'is', false]], sort: [['Until', 'asc']] }],
    ),
  ],
};
