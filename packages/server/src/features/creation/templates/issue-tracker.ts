import { type BaseTemplate, day, longText, many, one, select, table, tags, text, url } from './template.ts';

export const issueTracker: BaseTemplate = {
  ...{ name: 'issue-tracker', title: 'Bug and issue tracker', category: 'Work' },
  about: 'Bugs and wishes for a product, by component and release',
  words: 'bugs issues software defects tickets releases development backlog sprint quality',
  tables: [
    table(
      'Components',
      [text('Component'), longText('What it does'), url('Source')],
      [
        ['Sign-in', 'Accounts, passwords and sessions', 'https://code.example/sign-in'],
        ['Search', 'Finds records as one types', 'https://code.example/search'],
        ['Export', 'Writes files for other programs', 'https://code.example/export'],
      ],
    ),
    table(
      'Releases',
      [text('Release'), day('Planned'), select('State', 'Planned', 'In test', 'Released')],
      [
        ['2.4', -30, 'Released'],
        ['2.5', 14, 'In test'],
        ['3.0', 75, 'Planned'],
      ],
    ),
    table(
      'Issues',
      [
        text('Issue'),
        select('Type', 'Bug', 'Wish', 'Chore'),
        select('Severity', 'Critical', 'Major', 'Minor'),
        select('Status', 'New', 'Confirmed', 'In progress', 'Fixed', 'Closed'),
        many('Components', 'Components', 'Issues'),
        one('Release', 'Releases'),
        tags('Seen on', 'Web', 'iOS', 'Android'),
        day('Reported'),
        longText('Steps'),
      ],
      [
        [
          ...([
            'Password mail arrives twice',
            'Bug',
            'Major',
            'In progress',
            'Sign-in',
            '2.5',
            ['Web'],
          ] as const),
          ...([-6, 'Ask for a new password and press the button twice.'] as const),
        ],
        ['Search ignores accents', 'Bug', 'Minor', 'Confirmed', 'Search', '2.5', ['Web', 'iOS'], -11, null],
        ['Export without hidden columns', 'Wish', null, 'New', 'Export', '3.0', ['Web'], -2, null],
        [
          'App closes on an empty result',
          'Bug',
          'Critical',
          'Fixed',
          'Search',
          '2.4',
          ['Android'],
          -40,
          null,
        ],
        [
          'Sign in with a passkey',
          'Wish',
          null,
          'Confirmed',
          'Sign-in',
          '3.0',
          ['Web', 'iOS', 'Android'],
          -25,
          null,
        ],
        [
          'Update the certificates',
          'Chore',
          'Major',
          'Closed',
          ['Sign-in', 'Export'],
          '2.4',
          null,
          -33,
          null,
        ],
      ],
      [
        {
          name: 'Open bugs',
          where: [
            ['Type', 'is', 'Bug'],
            ['Status', 'is_none_of', ['Fixed', 'Closed']],
          ],
        },
        { name: 'By status', group: 'Status', sort: [['Reported', 'desc']] },
      ],
    ),
  ],
};
