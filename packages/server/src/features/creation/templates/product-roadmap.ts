import {
  type BaseTemplate,
  day,
  longText,
  many,
  number,
  one,
  select,
  stars,
  table,
  text,
} from './template.ts';

export const productRoadmap: BaseTemplate = {
  ...{ name: 'product-roadmap', title: 'Product roadmap', category: 'Work' },
  about: 'Ideas and features, the goals they serve, and the feedback behind them',
  words: 'roadmap features product planning ideas feedback goals okr quarter strategy requests',
  tables: [
    table(
      'Goals',
      [text('Goal'), select('Quarter', 'Q1', 'Q2', 'Q3', 'Q4'), longText('Why')],
      [
        ['Half the time to a first result', 'Q1', 'New people leave when they see nothing in ten minutes.'],
        ['Teams of fifty feel at home', 'Q2', null],
        ['Works without a network', 'Q3', 'A third of the visits are made on the road.'],
      ],
    ),
    table(
      'Features',
      [
        text('Feature'),
        select('Stage', 'Idea', 'Next', 'Now', 'Shipped'),
        one('Goal', 'Goals'),
        stars('Value'),
        number('Effort in weeks', { decimalPlaces: 0 }),
        day('Planned for'),
      ],
      [
        ['Sample data at sign-up', 'Shipped', 'Half the time to a first result', 4, 2, -25],
        ['Guided first steps', 'Now', 'Half the time to a first result', 5, 4, 12],
        ['Groups of people', 'Next', 'Teams of fifty feel at home', 4, 6, 50],
        ['Activity digest by mail', 'Idea', 'Teams of fifty feel at home', 3, 3, null],
        ['Edits while offline', 'Next', 'Works without a network', 5, 10, 95],
      ],
      [{ name: 'By stage', group: 'Stage', sort: [['Value', 'desc']] }],
    ),
    table(
      'Feedback',
      [text('What was said'), text('From'), many('Features', 'Features', 'Feedback'), day('Heard on')],
      [
        [
          'Where do I begin?',
          'A bakery with three shops',
          ['Guided first steps', 'Sample data at sign-up'],
          -60,
        ],
        ['I want to share with my whole team at once', 'A museum', 'Groups of people', -31],
        ['The train has no network', 'A travelling technician', 'Edits while offline', -18],
        ['Tell me what changed this week', 'A design studio', 'Activity digest by mail', -9],
      ],
    ),
  ],
};
