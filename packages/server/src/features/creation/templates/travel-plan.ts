import { type BaseTemplate, check, day, longText, money, one, select, table, text, url } from './template.ts';

export const travelPlan: BaseTemplate = {
  ...{ name: 'travel-plan', title: 'Travel plan', category: 'Home and clubs' },
  about: 'The stops of a journey, what is booked, and what goes into the bag',
  words: 'travel trip vacation itinerary flights hotels packing list holiday journey bookings',
  tables: [
    table(
      'Stops',
      [text('Place'), day('Arrive'), day('Leave'), longText('See')],
      [
        ['Turin', 40, 43, 'The market in the morning, the cinema museum.'],
        ['Genoa', 43, 46, 'Harbour, and the funicular at dusk.'],
        ['Nice', 46, 50, null],
      ],
      [{ name: 'In order', sort: [['Arrive', 'asc']] }],
    ),
    table(
      'Bookings',
      [
        text('Booking'),
        one('Stop', 'Stops'),
        select('Kind', 'Train', 'Flight', 'Hotel', 'Ticket'),
        money('Price'),
        url('Link'),
        check('Confirmed'),
      ],
      [
        ['Night train', 'Turin', 'Train', 119, 'https://trains.example/4471', true],
        ['Room with a balcony', 'Genoa', 'Hotel', 264, null, true],
        ['Coast line', 'Nice', 'Train', 28.5, null, null],
        ['Cinema museum', 'Turin', 'Ticket', 16, 'https://museum.example', null],
      ],
      [{ name: 'To confirm', where: [['Confirmed', 'is', false]] }],
    ),
    table(
      'Packing list',
      [
        text('Thing'),
        select('Bag', 'Backpack', 'Suitcase'),
        one('Needed in', 'Stops', 'Packing list'),
        check('Packed'),
      ],
      [
        ['Passport', 'Backpack', null, null],
        ['Walking shoes', 'Suitcase', 'Genoa', null],
        ['Swimming things', 'Suitcase', 'Nice', null],
        ['Charger', 'Backpack', null, true],
      ],
    ),
  ],
};
