import {
  type BaseTemplate,
  day,
  email,
  many,
  money,
  number,
  one,
  phone,
  select,
  table,
  text,
} from './template.ts';

export const inventory: BaseTemplate = {
  ...{ name: 'inventory', title: 'Stock and suppliers', category: 'Work' },
  about: 'What lies in which store, who supplies it, and what comes and goes',
  words: 'inventory stock warehouse products suppliers items sku shop parts quantity reorder',
  tables: [
    table(
      'Suppliers',
      [text('Supplier'), email('Email'), phone('Phone'), number('Days to deliver', { decimalPlaces: 0 })],
      [
        ['Northern Wool', 'orders@northernwool.example', '+44 20 7946 0101', 6],
        ['Linen House', 'sales@linenhouse.example', '+32 2 555 12 34', 10],
        ['Box & Tape', 'hello@boxandtape.example', '+49 30 5550 0199', 2],
      ],
    ),
    table(
      'Products',
      [
        text('Product'),
        text('Number'),
        select('Kind', 'Material', 'Finished', 'Packaging'),
        number('In stock', { decimalPlaces: 0 }),
        number('Order below', { decimalPlaces: 0 }),
        money('Price each'),
        many('Suppliers', 'Suppliers', 'Products'),
        select('Shelf', 'A1', 'A2', 'B1', 'C3'),
      ],
      [
        ['Wool yarn, grey', 'M-001', 'Material', 120, 80, 4.2, 'Northern Wool', 'A1'],
        ['Wool yarn, red', 'M-002', 'Material', 35, 60, 4.6, 'Northern Wool', 'A1'],
        ['Linen yarn', 'M-010', 'Material', 90, 50, 5.1, ['Linen House', 'Northern Wool'], 'A2'],
        ['Tea towel', 'F-100', 'Finished', 240, 100, 14, null, 'B1'],
        ['Throw', 'F-120', 'Finished', 18, 20, 145, null, 'B1'],
        ['Box, small', 'P-201', 'Packaging', 300, 150, 0.65, 'Box & Tape', 'C3'],
      ],
      [
        { name: 'Materials', where: [['Kind', 'is', 'Material']], sort: [['In stock', 'asc']] },
        { name: 'By shelf', group: 'Shelf' },
      ],
    ),
    table(
      'Movements',
      [
        text('Note'),
        one('Product', 'Products'),
        select('Direction', 'In', 'Out'),
        number('Pieces', { decimalPlaces: 0 }),
        day('Day'),
      ],
      [
        ['Delivery 3312', 'Wool yarn, grey', 'In', 60, -12],
        ['Order of the museum shop', 'Tea towel', 'Out', 40, -9],
        ['Fair in the old harbour', 'Throw', 'Out', 7, -5],
        ['Delivery 3320', 'Box, small', 'In', 200, -3],
        ['For the autumn throws', 'Wool yarn, red', 'Out', 25, -1],
      ],
      [{ name: 'Newest first', sort: [['Day', 'desc']] }],
    ),
  ],
};
