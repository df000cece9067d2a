import {
  type BaseTemplate,
  check,
  day,
  email,
  many,
  moment,
  money,
  one,
  phone,
  select,
  table,
  text,
} from './template.ts';

export const clubMembers: BaseTemplate = {
  ...{ name: 'club-members', title: 'Club and members', category: 'Home and clubs' },
  about: 'Members of a club, their fees, and the events they come to',
  words: 'club association members membership fees volunteers sports nonprofit donations community society',
  tables: [
    table(
      'Members',
      [
        text('Name'),
        select('Membership', 'Full', 'Family', 'Student', 'Honorary'),
        email('Email'),
        phone('Phone'),
        day('Member since'),
        check('Helps at events'),
      ],
      [
        ['Chiara Moretti', 'Full', 'chiara@mail.example', '+39 06 5550 0103', -1800, true],
        ['Daniel Okafor', 'Family', 'daniel@mail.example', '+44 20 7946 0104', -700, true],
        ['June Park', 'Student', 'june@mail.example', null, -90, null],
        ['Gustav Holm', 'Honorary', 'gustav@mail.example', '+46 8 555 0107', -9000, null],
      ],
      [{ name: 'Helpers', where: [['Helps at events', 'is', true]], sort: [['Name', 'asc']] }],
    ),
    table(
      'Fees',
      [
        text('Fee'),
        one('Member', 'Members'),
        money('Amount', { decimalPlaces: 0 }),
        day('Due'),
        check('Paid'),
      ],
      [
        ['This year', 'Chiara Moretti', 60, -30, true],
        ['This year, family', 'Daniel Okafor', 90, -30, null],
        ['This year, student', 'June Park', 20, -30, true],
      ],
      [{ name: 'Not paid', where: [['Paid', 'is', false]] }],
    ),
    table(
      'Events',
      [text('Event'), moment('Begins'), text('Place'), many('Who comes', 'Members', 'Events')],
      [
        ['General meeting', [21, '18:30'], 'Library', ['Chiara Moretti', 'Gustav Holm']],
        ['Summer party', [60, '15:00'], 'Boathouse', ['Chiara Moretti', 'Daniel Okafor', 'June Park']],
      ],
    ),
  ],
};
