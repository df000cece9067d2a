import {
  type BaseTemplate,
  day,
  email,
  longText,
  many,
  one,
  select,
  table,
  tags,
  text,
  url,
} from './template.ts';

export const contentCalendar: BaseTemplate = {
  ...{ name: 'content-calendar', title: 'Content calendar', category: 'Content and events' },
  about: 'Articles, posts and mails from idea to publication, by campaign',
  words:
    'content calendar marketing blog posts podcast episodes social media editorial campaigns newsletter articles publishing',
  tables: [
    table(
      'Campaigns',
      [text('Campaign'), day('From'), day('Until'), text('Goal')],
      [
        ['Autumn range', -10, 45, '300 orders before the holidays'],
        ['Open workshop', 20, 40, '60 visitors'],
      ],
    ),
    table(
      'Authors',
      [text('Name'), email('Email')],
      [
        ['Hana Novák', 'hana@studio.example'],
        ['Sam Carter', 'sam@studio.example'],
      ],
    ),
    table(
      'Pieces',
      [
        text('Title'),
        select('State', 'Idea', 'Writing', 'Review', 'Planned', 'Published'),
        tags('Channels', 'Blog', 'Newsletter', 'Instagram', 'Press'),
        one('Campaign', 'Campaigns'),
        many('Authors', 'Authors', 'Pieces'),
        day('Goes out'),
        url('Address'),
        longText('Brief'),
      ],
      [
        [
          ...([
            'How a throw is made',
            'Published',
            ['Blog', 'Instagram'],
            'Autumn range',
            'Hana Novák',
            -4,
          ] as const),
          ...(['https://blog.example/how-a-throw-is-made', 'Six photos, few words.'] as const),
        ],
        ['The new greys', 'Planned', ['Newsletter'], 'Autumn range', 'Sam Carter', 5, null, null],
        [
          'Come and weave',
          'Writing',
          ['Blog', 'Press'],
          'Open workshop',
          ['Hana Novák', 'Sam Carter'],
          21,
          null,
          null,
        ],
        ['A day at the loom', 'Idea', ['Instagram'], 'Open workshop', null, null, null, 'A short film?'],
        ['Care for wool', 'Review', ['Blog'], null, 'Hana Novák', 12, null, null],
      ],
      [
        { name: 'Coming up', where: [['State', 'is_not', 'Published']], sort: [['Goes out', 'asc']] },
        { name: 'By state', group: 'State' },
      ],
    ),
  ],
};
