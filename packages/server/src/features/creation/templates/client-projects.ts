import {
  type BaseTemplate,
  check,
  day,
  email,
  minutes,
  money,
  one,
  select,
  table,
  text,
} from './template.ts';

export const clientProjects: BaseTemplate = {
  ...{ name: 'client-projects', title: 'Clients and hours', category: 'Customers' },
  about: 'Clients of a freelancer or an agency, what is done for them, and the hours',
  words: 'agency freelance clients hours timesheet time tracking billing consulting studio projects',
  tables: [
    table(
      'Clients',
      [
        text('Client'),
        email('Email'),
        money('Rate per hour', { decimalPlaces: 0 }),
        select('State', 'Active', 'Former'),
      ],
      [
        ['Kite & Co.', 'studio@kite.example', 85, 'Active'],
        ['Northlight Museum', 'office@northlight.example', 95, 'Active'],
        ['Café Lumière', 'hello@cafelumiere.example', 70, 'Former'],
      ],
    ),
    table(
      'Projects',
      [
        text('Project'),
        one('Client', 'Clients'),
        select('Status', 'Offer', 'Running', 'Done'),
        day('Deadline'),
        money('Fee'),
      ],
      [
        ['Catalogue', 'Kite & Co.', 'Running', 25, 4800],
        ['Exhibition signs', 'Northlight Museum', 'Running', 48, 12600],
        ['Guide in three languages', 'Northlight Museum', 'Offer', 90, 7400],
        ['Menu cards', 'Café Lumière', 'Done', -60, 950],
      ],
    ),
    table(
      'Hours',
      [text('What was done'), one('Project', 'Projects'), day('Day'), minutes('Time'), check('Billed')],
      [
        ['First layout', 'Catalogue', -12, 210, true],
        ['Photo selection', 'Catalogue', -8, 150, null],
        ['Visit of the halls', 'Exhibition signs', -6, 240, null],
        ['Type tests', 'Exhibition signs', -2, 330, null],
        ['Printing proofs', 'Menu cards', -64, 90, true],
      ],
      [
        { name: 'Not billed', where: [['Billed', 'is', false]], sort: [['Day', 'asc']] },
        { name: 'By project', group: 'Project', sort: [['Day', 'desc']] },
      ],
    ),
  ],
};
