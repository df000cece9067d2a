import {
  type BaseTemplate,
  day,
  email,
  longText,
  many,
  money,
  one,
  percent,
  phone,
  select,
  table,
  text,
  url,
} from './template.ts';

export const salesPipeline: BaseTemplate = {
  ...{ name: 'sales-pipeline', title: 'Sales pipeline (CRM)', category: 'Customers' },
  about: 'Companies, the people there, and deals from first talk to signature',
  words:
    'crm sales customers leads deals contacts companies accounts opportunities pipeline clients prospects',
  tables: [
    table(
      'Companies',
      [
        text('Company'),
        url('Website'),
        select('Industry', 'Retail', 'Culture', 'Technology', 'Food'),
        text('City'),
      ],
      [
        ['Harbour Bakery', 'https://harbourbakery.example', 'Food', 'Bristol'],
        ['Northlight Museum', 'https://northlight.example', 'Culture', 'Oslo'],
        ['Vega Robotics', 'https://vegarobotics.example', 'Technology', 'Turin'],
        ['Kite & Co.', 'https://kite.example', 'Retail', 'Dublin'],
      ],
    ),
    table(
      'Contacts',
      [text('Name'), one('Company', 'Companies'), text('Role'), email('Email'), phone('Phone')],
      [
        ['Mara Ellis', 'Harbour Bakery', 'Owner', 'mara@harbourbakery.example', '+44 117 496 0101'],
        ['Jonas Berg', 'Northlight Museum', 'Head of shop', 'jonas@northlight.example', '+47 21 12 34 56'],
        ['Paola Ricci', 'Vega Robotics', 'Purchasing', 'paola@vegarobotics.example', '+39 011 123 4567'],
        ['Sean Doyle', 'Kite & Co.', 'Buyer', 'sean@kite.example', '+353 1 555 0123'],
      ],
    ),
    table(
      'Deals',
      [
        text('Deal'),
        one('Company', 'Companies'),
        many('Contacts', 'Contacts', 'Deals'),
        select('Stage', 'New', 'Talking', 'Offer sent', 'Won', 'Lost'),
        money('Value', { decimalPlaces: 0 }),
        percent('Chance'),
        day('Expected on'),
        longText('Next step'),
      ],
      [
        [
          'Aprons for four shops',
          'Harbour Bakery',
          'Mara Ellis',
          'Offer sent',
          3200,
          0.6,
          12,
          'Call on Tuesday',
        ],
        ['Throws for the shop', 'Northlight Museum', 'Jonas Berg', 'Won', 8700, 1, -10, null],
        ['Hall textiles', 'Vega Robotics', 'Paola Ricci', 'Talking', 21500, 0.3, 60, 'Bring samples'],
        ['Autumn range', 'Kite & Co.', 'Sean Doyle', 'New', 6400, 0.1, 90, null],
        ['Gift boxes', 'Kite & Co.', 'Sean Doyle', 'Lost', 1500, 0, -35, null],
      ],
      [
        {
          name: 'Open deals',
          where: [['Stage', 'is_none_of', ['Won', 'Lost']]],
          sort: [['Expected on', 'asc']],
        },
        { name: 'By stage', group: 'Stage', sort: [['Value', 'desc']] },
      ],
    ),
  ],
};
