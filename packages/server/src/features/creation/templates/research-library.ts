import {
  type BaseTemplate,
  longText,
  many,
  number,
  one,
  select,
  stars,
  table,
  tags,
  text,
  url,
} from './template.ts';

export const researchLibrary: BaseTemplate = {
  ...{ name: 'research-library', title: 'Research library', category: 'Teaching and research' },
  about: 'Papers and books, their authors, and notes on what they say',
  words:
    'research papers books literature reading citations academic thesis sources bibliography library study',
  tables: [
    table(
      'Authors',
      [text('Name'), text('Institution')],
      [
        ['E. F. Codd', 'IBM Research'],
        ['Anni Albers', 'Black Mountain College'],
        ['Ada Lovelace', null],
      ],
    ),
    table(
      'Sources',
      [
        text('Title'),
        many('Authors', 'Authors', 'Sources'),
        number('Year', { decimalPlaces: 0, grouping: false }),
        select('Kind', 'Paper', 'Book', 'Talk'),
        select('Reading', 'To read', 'Reading', 'Read'),
        stars('Worth'),
        tags('Topics', 'Databases', 'Weaving', 'Computing'),
        url('Link'),
      ],
      [
        [
          ...([
            'A Relational Model of Data for Large Shared Data Banks',
            'E. F. Codd',
            1970,
            'Paper',
          ] as const),
          ...(['Read', 5, ['Databases'], 'https://doi.org/10.1145/362384.362685'] as const),
        ],
        ['On Weaving', 'Anni Albers', 1965, 'Book', 'Reading', 5, ['Weaving'], null],
        [
          'Notes on the Analytical Engine',
          'Ada Lovelace',
          1843,
          'Paper',
          'To read',
          null,
          ['Computing', 'Weaving'],
          null,
        ],
      ],
      [
        { name: 'To read', where: [['Reading', 'is_not', 'Read']], sort: [['Year', 'asc']] },
        { name: 'By kind', group: 'Kind' },
      ],
    ),
    table(
      'Notes',
      [text('Point'), one('Source', 'Sources'), text('Page'), longText('Note')],
      [
        [
          ...([
            'Users are kept apart from how data lies',
            'A Relational Model of Data for Large Shared Data Banks',
          ] as const),
          ...(['377', 'The first sentence already says it.'] as const),
        ],
        ['Material comes before form', 'On Weaving', '62', null],
      ],
    ),
  ],
};
