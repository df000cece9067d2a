import {
  type BaseTemplate,
  check,
  day,
  longText,
  money,
  one,
  percent,
  select,
  table,
  text,
} from './template.ts';

export const projectTracker: BaseTemplate = {
  ...{ name: 'project-tracker', title: 'Project tracker', category: 'Work' },
  about: 'Projects, their tasks, and who does what',
  words: 'projects tasks todo deadline plan team progress manage milestones work management kanban',
  tables: [
    table(
      'Projects',
      [
        text('Project'),
        select('Status', 'Planned', 'Active', 'On hold', 'Done'),
        percent('Progress'),
        day('Starts'),
        day('Ends'),
        money('Budget', { decimalPlaces: 0 }),
        longText('Notes'),
      ],
      [
        ['New website', 'Active', 0.6, -40, 30, 24000, 'Goes live together with the autumn catalogue.'],
        ['Office move', 'Planned', 0, 20, 110, 58000, null],
        ['Annual report', 'Active', 0.3, -15, 45, 9500, 'The photographs are taken in the second week.'],
        ['Customer survey', 'Done', 1, -90, -20, 3000, null],
        ['New phone system', 'On hold', 0.15, -30, 80, 12500, 'Waits for a second offer.'],
      ],
      [{ name: 'Active, soonest first', where: [['Status', 'is', 'Active']], sort: [['Ends', 'asc']] }],
    ),
    table(
      'People',
      [text('Name'), text('Role'), select('Team', 'Design', 'Engineering', 'Operations')],
      [
        ['Ada Lindqvist', 'Design lead', 'Design'],
        ['Daniel Okafor', 'Developer', 'Engineering'],
        ['Hana Novák', 'Writer', 'Design'],
        ['Gustav Holm', 'Office manager', 'Operations'],
      ],
    ),
    table(
      'Tasks',
      [
        text('Task'),
        one('Project', 'Projects'),
        one('Assignee', 'People'),
        select('Stage', 'To do', 'Doing', 'Review', 'Done'),
        select('Priority', 'Low', 'Normal', 'High'),
        day('Due'),
        check('Blocked', 'Red'),
      ],
      [
        ['Sketch the start page', 'New website', 'Ada Lindqvist', 'Done', 'High', -20, null],
        ['Write the product texts', 'New website', 'Hana Novák', 'Doing', 'Normal', 6, null],
        ['Build the contact form', 'New website', 'Daniel Okafor', 'To do', 'Normal', 14, null],
        ['Test on phones', 'New website', 'Daniel Okafor', 'To do', 'High', 24, null],
        ['Compare three movers', 'Office move', 'Gustav Holm', 'To do', 'Normal', 21, null],
        ['Plan the desks', 'Office move', 'Ada Lindqvist', 'To do', 'Low', 40, null],
        ['Collect the figures', 'Annual report', 'Gustav Holm', 'Doing', 'High', 3, true],
        ['Edit the interviews', 'Annual report', 'Hana Novák', 'Review', 'Normal', 10, null],
        ['Send the questions', 'Customer survey', 'Hana Novák', 'Done', 'Normal', -70, null],
      ],
      [
        { name: 'Open, by due date', where: [['Stage', 'is_not', 'Done']], sort: [['Due', 'asc']] },
        { name: 'By stage', group: 'Stage', sort: [['Due', 'asc']] },
      ],
    ),
  ],
};
