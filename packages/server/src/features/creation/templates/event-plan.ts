import {
  type BaseTemplate,
  check,
  day,
  email,
  moment,
  money,
  number,
  one,
  select,
  table,
  tags,
  text,
} from './template.ts';

export const eventPlan: BaseTemplate = {
  ...{ name: 'event-plan', title: 'Event with guests', category: 'Content and events' },
  about: 'The programme of an event, its guests, and what has to be done and paid',
  words: 'event conference wedding party guests rsvp programme speakers schedule sessions venue planning',
  tables: [
    table(
      'Sessions',
      [
        text('Session'),
        moment('Begins'),
        select('Room', 'Main hall', 'Studio', 'Garden'),
        number('Seats', { decimalPlaces: 0 }),
      ],
      [
        ['Welcome', [30, '09:00'], 'Main hall', 120],
        ['Natural dyes', [30, '10:30'], 'Studio', 20],
        ['Lunch', [30, '12:30'], 'Garden', 120],
        ['Loom for beginners', [30, '14:00'], 'Studio', 12],
      ],
      [{ name: 'By room', group: 'Room', sort: [['Begins', 'asc']] }],
    ),
    table(
      'Guests',
      [
        text('Name'),
        email('Email'),
        select('Answer', 'Invited', 'Comes', 'Cannot come'),
        number('Brings along', { decimalPlaces: 0 }),
        tags('Eats', 'Everything', 'Vegetarian', 'Vegan', 'No gluten'),
        one('Wants to join', 'Sessions', 'Guests'),
        check('Checked in'),
      ],
      [
        ['Mara Ellis', 'mara@mail.example', 'Comes', 1, ['Everything'], 'Natural dyes', null],
        [
          'Jonas Berg',
          'jonas@mail.example',
          'Comes',
          0,
          ['Vegetarian', 'No gluten'],
          'Loom for beginners',
          null,
        ],
        ['June Park', 'june@mail.example', 'Invited', null, null, null, null],
        ['Tom Weaver', 'tom@mail.example', 'Cannot come', null, null, null, null],
      ],
      [{ name: 'Who comes', where: [['Answer', 'is', 'Comes']], sort: [['Name', 'asc']] }],
    ),
    table(
      'To do',
      [text('Task'), text('Who'), select('State', 'Open', 'Done'), day('Until'), money('Costs')],
      [
        ['Book the hall', 'Ada', 'Done', -20, 800],
        ['Order the lunch', 'Bruno', 'Open', 16, 1450],
        ['Print the badges', 'Hana', 'Open', 25, 60],
      ],
      [{ name: 'Open', where: [['State', 'is', 'Open']], sort: [['Until', 'asc']] }],
    ),
  ],
};
