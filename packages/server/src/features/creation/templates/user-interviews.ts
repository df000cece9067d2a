import {
  type BaseTemplate,
  check,
  day,
  email,
  longText,
  many,
  one,
  select,
  table,
  tags,
  text,
} from './template.ts';

export const userInterviews: BaseTemplate = {
  ...{ name: 'user-interviews', title: 'User interviews', category: 'Teaching and research' },
  about: 'People to talk to, the interviews, and what was learned from them',
  words: 'user research interviews ux participants insights usability feedback survey testing discovery',
  tables: [
    table(
      'Participants',
      [text('Name'), email('Email'), select('Group', 'New', 'Regular', 'Left'), check('Agreed to recording')],
      [
        ['Mara Ellis', 'mara@mail.example', 'Regular', true],
        ['Ivo Petrov', 'ivo@mail.example', 'New', true],
        ['Greta Lund', 'greta@mail.example', 'Left', null],
      ],
    ),
    table(
      'Interviews',
      [
        text('Topic'),
        one('Participant', 'Participants'),
        day('Day'),
        select('State', 'Planned', 'Held', 'Summarized'),
        longText('Summary'),
      ],
      [
        [
          'A week with the product',
          'Mara Ellis',
          -10,
          'Summarized',
          'Uses it each morning, on the phone first.',
        ],
        ['First hour', 'Ivo Petrov', -4, 'Held', null],
        ['Why she left', 'Greta Lund', 3, 'Planned', null],
      ],
      [{ name: 'By state', group: 'State' }],
    ),
    table(
      'Insights',
      [
        text('Insight'),
        many('Interviews', 'Interviews', 'Insights'),
        tags('About', 'Start', 'Phone', 'Sharing'),
        select('Weight', 'Strong', 'Weak'),
      ],
      [
        ['The phone is where the day begins', 'A week with the product', ['Phone'], 'Strong'],
        ['An empty page is frightening', ['First hour', 'A week with the product'], ['Start'], 'Strong'],
        ['Links are sent by chat, not by mail', 'First hour', ['Sharing', 'Phone'], 'Weak'],
      ],
      [{ name: 'Strong ones', where: [['Weight', 'is', 'Strong']] }],
    ),
  ],
};
