import {
  type BaseTemplate,
  day,
  email,
  longText,
  money,
  number,
  one,
  phone,
  select,
  table,
  text,
} from './template.ts';

export const rentals: BaseTemplate = {
  ...{ name: 'rentals', title: 'Flats and tenants', category: 'Money' },
  about: 'Flats, who rents them, and what has to be repaired',
  words: 'rental property tenants real estate landlord leases apartments flats houses maintenance rent',
  tables: [
    table(
      'Flats',
      [
        text('Flat'),
        text('Address'),
        number('Square metres', { decimalPlaces: 0 }),
        money('Rent', { decimalPlaces: 0 }),
      ],
      [
        ['Ground floor, left', '12 Mill Lane', 58, 940],
        ['Ground floor, right', '12 Mill Lane', 61, 980],
        ['Attic', '12 Mill Lane', 44, 760],
      ],
    ),
    table(
      'Tenants',
      [text('Name'), one('Flat', 'Flats'), email('Email'), phone('Phone'), day('Since'), day('Until')],
      [
        ['Noor Haddad', 'Ground floor, left', 'noor@mail.example', '+31 20 555 0101', -800, null],
        ['Tom Weaver', 'Attic', 'tom@mail.example', '+44 117 496 0129', -200, 160],
      ],
      [{ name: 'Lease ends', where: [['Until', 'is_not_empty']], sort: [['Until', 'asc']] }],
    ),
    table(
      'Repairs',
      [
        text('What'),
        one('Flat', 'Flats'),
        select('State', 'Reported', 'Ordered', 'Done'),
        day('Reported on'),
        money('Costs'),
        longText('Note'),
      ],
      [
        ['Dripping tap', 'Ground floor, left', 'Done', -30, 85, null],
        ['Window does not close', 'Attic', 'Ordered', -8, null, 'The joiner comes on Thursday.'],
        ['Door bell is silent', 'Ground floor, right', 'Reported', -1, null, null],
      ],
      [{ name: 'Open', where: [['State', 'is_not', 'Done']], sort: [['Reported on', 'asc']] }],
    ),
  ],
};
