import {
  type BaseTemplate,
  check,
  email,
  longText,
  moment,
  money,
  number,
  one,
  phone,
  select,
  table,
  text,
} from './template.ts';

export const courseSignups: BaseTemplate = {
  ...{ name: 'course-signups', title: 'Classes and sign-ups', category: 'Teaching and research' },
  about: 'Classes, their teachers, and who has signed up and paid',
  words: 'classes courses lessons students teachers signups enrolment workshops school training weaving yoga',
  tables: [
    table(
      'Teachers',
      [text('Name'), email('Email'), phone('Phone'), longText('About')],
      [
        ['Ines Moreau', 'ines@studio.example', '+33 1 55 50 01 02', 'Weaves since she was nine.'],
        ['Kofi Mensah', 'kofi@studio.example', '+233 30 255 0103', null],
      ],
    ),
    table(
      'Classes',
      [
        text('Class'),
        select('Level', 'Beginner', 'Returning', 'Open loom', 'Children'),
        one('Teacher', 'Teachers'),
        moment('Begins'),
        number('Seats', { decimalPlaces: 0 }),
        money('Price', { decimalPlaces: 0 }),
      ],
      [
        ['First threads', 'Beginner', 'Ines Moreau', [8, '18:00'], 8, 90],
        ['Patterns', 'Returning', 'Kofi Mensah', [10, '18:00'], 8, 110],
        ['Saturday loom', 'Open loom', 'Ines Moreau', [13, '10:00'], 12, 25],
        ['Small hands', 'Children', 'Kofi Mensah', [14, '14:00'], 10, 20],
      ],
      [{ name: 'Soonest first', sort: [['Begins', 'asc']] }],
    ),
    table(
      'Sign-ups',
      [
        text('Guest'),
        email('Email'),
        one('Class', 'Classes'),
        number('Seats', { decimalPlaces: 0 }),
        check('Paid'),
        longText('Notes'),
      ],
      [
        ['Mara Ellis', 'mara@mail.example', 'First threads', 2, true, null],
        ['Leo Santos', 'leo@mail.example', 'First threads', 1, null, 'Left-handed.'],
        ['June Park', 'june@mail.example', 'Patterns', 1, true, null],
        ['Rosa Martín', 'rosa@mail.example', 'Small hands', 3, null, 'Two are under six.'],
      ],
      [
        { name: 'Not paid', where: [['Paid', 'is', false]] },
        { name: 'By class', group: 'Class' },
      ],
    ),
  ],
};
