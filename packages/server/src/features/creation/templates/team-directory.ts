import { type BaseTemplate, day, email, one, phone, select, table, tags, text } from './template.ts';

export const teamDirectory: BaseTemplate = {
  ...{ name: 'team-directory', title: 'Team directory and onboarding', category: 'People' },
  about: 'Who works where, for whom, and what new colleagues go through',
  words: 'employees directory staff team onboarding hr departments offices people new hires org chart',
  tables: [
    table(
      'Departments',
      [text('Department'), text('Floor')],
      [
        ['Design', '2'],
        ['Engineering', '3'],
        ['Operations', '1'],
      ],
    ),
    table(
      'Employees',
      [
        text('Name'),
        text('Title'),
        one('Department', 'Departments'),
        one('Manager', 'Employees', 'Reports'),
        email('Email'),
        phone('Phone'),
        day('Since'),
        tags('Speaks', 'English', 'German', 'Turkish', 'Japanese'),
      ],
      [
        [
          'Ada Lindqvist',
          'Head of design',
          'Design',
          null,
          'ada@studio.example',
          '+46 8 555 0101',
          -1460,
          ['English'],
        ],
        [
          ...(['Elif Yılmaz', 'Lead developer', 'Engineering', null, 'elif@studio.example'] as const),
          ...(['+90 212 555 01 05', -610, ['English', 'Turkish']] as const),
        ],
        [
          ...(['Fumiko Tanaka', 'Researcher', 'Design', 'Ada Lindqvist', 'fumiko@studio.example'] as const),
          ...([null, -400, ['English', 'Japanese']] as const),
        ],
        [
          'Nico Braun',
          'Developer',
          'Engineering',
          'Elif Yılmaz',
          'nico@studio.example',
          null,
          -7,
          ['German'],
        ],
      ],
      [{ name: 'By department', group: 'Department', sort: [['Name', 'asc']] }],
    ),
    table(
      'Onboarding',
      [text('Step'), one('Employee', 'Employees'), select('State', 'To do', 'Doing', 'Done'), day('Until')],
      [
        ['Keys and badge', 'Nico Braun', 'Done', -7],
        ['Laptop and accounts', 'Nico Braun', 'Done', -6],
        ['Meet every team', 'Nico Braun', 'Doing', 5],
        ['First talk about goals', 'Nico Braun', 'To do', 23],
      ],
      [{ name: 'Open', where: [['State', 'is_not', 'Done']], sort: [['Until', 'asc']] }],
    ),
  ],
};
