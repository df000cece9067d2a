import { daysFromNow, makeTable, options, random, type World } from './world.ts';

const people = [
  ['Ada Lindqvist', 'Design lead', 'design', 'ada', '+46 8 123 456 01', -1460],
  ['Bruno Keller', 'Project manager', 'office', 'bruno', '+49 30 1234 5602', -1120],
  ['Chiara Moretti', 'Illustrator', 'design', 'chiara', '+39 06 1234 5603', -890],
  ['Daniel Okafor', 'Front-end developer', 'code', 'daniel', '+44 20 7946 0104', -640],
  ['Elif Yılmaz', 'Back-end developer', 'code', 'elif', '+90 212 123 45 05', -610],
  ['Fumiko Tanaka', 'Researcher', 'design', 'fumiko', '+81 3 1234 5606', -400],
  ['Gustav Holm', 'Accounts', 'office', 'gustav', '+46 8 123 456 07', -2100],
  ['Hana Novák', 'Copywriter', 'words', 'hana', '+420 2 1234 5608', -150],
] as const;

const clients = [
  'Harbour Bakery',
  'Northlight Museum',
  'Kite & Co.',
  'Ökohaus eG',
  'Café Lumière',
  'Vega Robotics',
];

const projects = [
  [
    'New website',
    0,
    'active',
    0.65,
    48_000,
    -70,
    35,
    5,
    'Launch with the autumn range.\nPhotos arrive on the 3rd.',
  ],
  ['Winter exhibition', 1, 'active', 0.3, 72_500, -30, 90, 4, 'Signage in four languages.'],
  ['Brand refresh', 2, 'done', 1, 31_000, -210, -40, 5, 'Delivered. Ask for a reference.'],
  ['Tenant portal', 3, 'paused', 0.45, 96_000, -120, 150, 3, 'Waits for the data protection review.'],
  ['Menus and shopfront', 4, 'planned', 0, 12_400, 20, 80, null, null],
  ['Trade fair stand', 5, 'active', 0.8, 54_900, -60, 12, 4, 'Crates leave the workshop two days before.'],
  ['Annual report', 1, 'planned', 0, 18_000, 40, 130, null, 'Same format as last year.'],
  ['Product photos', 0, 'done', 1, 6_800, -95, -60, 4, null],
] as const;

const chores = [
  'Kick-off notes',
  'Interview visitors',
  'Sketch the start page',
  'Colours and type',
  'Write the texts',
  'Check the translations',
  'Build the prototype',
  'Test with five people',
  'Fix what they stumbled over',
  'Send the invoice',
];

/** The office of a small studio: people, clients, projects, tasks and expenses. */
export const demo: World = async (visitor, say) => {
  const next = random(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const base = await visitor.newBase('Studio office');

  say('Projects');
  const status = options({
    planned: ['Planned', 'Gray'],
    active: ['Active', 'Green'],
    paused: ['Paused', 'Yellow'],
    done: ['Done', 'Blue'],
  });
  const made = await makeTable(
    visitor,
    base,
    'Projects',
    {
      name: { name: 'Project', type: 'single_line_text' },
      client: { name: 'Client', type: 'single_line_text' },
      status: { name: 'Status', type: 'single_select', template: status },
      progress: { name: 'Progress', type: 'percent', template: { decimalPlaces: 0, showProgressBar: true } },
      budget: { name: 'Budget', type: 'currency', template: { currencySymbol: '€', decimalPlaces: 0 } },
      start: { name: 'Starts', type: 'date', template: { dateFormat: 'long' } },
      end: { name: 'Ends', type: 'date', template: { dateFormat: 'long' } },
      mood: { name: 'Mood', type: 'rating', template: { maxRating: 5 } },
      notes: { name: 'Notes', type: 'long_text' },
    },
    projects.map(([name, client, state, progress, budget, start, end, mood, notes]) => ({
      name,
      client: clients[client] ?? null,
      status: state,
      progress,
      budget,
      start: daysFromNow(start),
      end: daysFromNow(end),
      mood,
      notes,
    })),
  );
  await visitor.call('views.create', {
    basePublicId: base,
    tableId: made.tableId,
    view: {
      name: 'Active, soonest first',
      config: {
        filters: {
          conjunction: 'and',
          items: [{ fieldId: made.fieldIds.status, operator: 'is', value: 'active' }],
        },
        sorts: [{ fieldId: made.fieldIds.end, direction: 'asc' }],
        hiddenFieldIds: [made.fieldIds.start],
      },
    },
  });

  say('Tasks');
  const tasks = await makeTable(
    visitor,
    base,
    'Tasks',
    {
      task: { name: 'Task', type: 'single_line_text' },
      project: { name: 'Project', type: 'single_line_text' },
      who: {
        name: 'Who',
        type: 'single_select',
        template: options(
          Object.fromEntries(
            people.map(([name, , , mail], at) => [
              mail,
              [name, peopleColors[at % peopleColors.length] ?? 'Gray'],
            ]),
          ),
        ),
      },
      due: { name: 'Due', type: 'date', template: { dateFormat: 'european' } },
      time: { name: 'Time spent', type: 'duration', template: { format: 'h:mm' } },
      done: { name: 'Done', type: 'checkbox', template: { color: 'Green' } },
      labels: {
        name: 'Labels',
        type: 'multiple_select',
        template: options({
          design: ['Design', 'Purple'],
          code: ['Code', 'Sky'],
          words: ['Words', 'Orange'],
          client: ['With client', 'Pink'],
          urgent: ['Urgent', 'Red'],
        }),
      },
    },
    projects.flatMap(([project, , , progress], index) =>
      chores.map((task, step) => {
        const done = step / chores.length < progress;
        return {
          task,
          project,
          who: pick(people)[3],
          due: daysFromNow(index * 3 + step * 6 - Math.round(progress * 60)),
          time: done ? Math.round(1 + next() * 30) * 900 : null,
          done,
          labels: ['design', 'code', 'words', 'client', 'urgent'].filter(() => next() < 0.25),
        };
      }),
    ),
  );
  const { done, due, who } = tasks.fieldIds;
  const open = { fieldId: done, operator: 'is', value: false };
  for (const view of [
    {
      name: 'To do',
      config: {
        filters: { conjunction: 'and' as const, items: [open] },
        sorts: [{ fieldId: due, direction: 'asc' as const }],
      },
    },
    {
      name: 'By person',
      config: {
        sorts: [
          { fieldId: who, direction: 'asc' as const },
          { fieldId: due, direction: 'asc' as const },
        ],
        rowHeight: 'medium' as const,
      },
    },
  ])
    await visitor.call('views.create', { basePublicId: base, tableId: tasks.tableId, view });

  say('People, clients and expenses');
  await makeTable(
    visitor,
    base,
    'People',
    {
      name: { name: 'Name', type: 'single_line_text' },
      role: { name: 'Role', type: 'single_line_text' },
      team: {
        name: 'Team',
        type: 'single_select',
        template: options({
          design: ['Design', 'Purple'],
          code: ['Development', 'Sky'],
          words: ['Words', 'Orange'],
          office: ['Office', 'Gray'],
        }),
      },
      email: { name: 'Email', type: 'email' },
      phone: { name: 'Phone', type: 'phone_number' },
      since: { name: 'With us since', type: 'date', template: { dateFormat: 'long' } },
    },
    people.map(([name, role, team, mail, phone, since]) => ({
      name,
      role,
      team,
      email: `${mail}@studio.example`,
      phone,
      since: daysFromNow(since),
    })),
  );
  await makeTable(
    visitor,
    base,
    'Clients',
    {
      name: { name: 'Client', type: 'single_line_text' },
      website: { name: 'Website', type: 'url' },
      email: { name: 'Email', type: 'email' },
      met: { name: 'Last meeting', type: 'datetime', template: { timeFormat: '24h', displayTime: true } },
      rating: { name: 'Would work with again', type: 'rating', template: { maxRating: 5 } },
    },
    clients.map((name, at) => {
      const host = `${name
        .toLowerCase()
        .normalize('NFD')
        .replaceAll(/[^a-z]/g, '')}.example`;
      const met = `${daysFromNow(-at * 9 - 2).slice(0, 11)}${String(9 + at).padStart(2, '0')}:30:00.000Z`;
      return { name, website: `https://${host}`, email: `hello@${host}`, met, rating: 3 + (at % 3) };
    }),
  );
  const expenses = await makeTable(
    visitor,
    base,
    'Expenses',
    {
      what: { name: 'What for', type: 'single_line_text' },
      day: { name: 'Day', type: 'date', template: { dateFormat: 'iso' } },
      amount: { name: 'Amount', type: 'currency', template: { currencySymbol: '€', decimalPlaces: 2 } },
      paid: { name: 'Paid back', type: 'checkbox', template: { color: 'Blue' } },
      who: { name: 'Who', type: 'single_line_text' },
    },
    Array.from({ length: 120 }, (_, at) => ({
      what: pick([
        'Train to the client',
        'Paper and ink',
        'Coffee for the workshop',
        'Licence',
        'Postage',
        'Props for photos',
        'Taxi',
      ]),
      day: daysFromNow(-at * 2),
      amount: Math.round(next() * 24_000) / 100,
      paid: at > 20,
      who: pick(people)[0],
    })),
  );
  await visitor.call('views.create', {
    basePublicId: base,
    tableId: expenses.tableId,
    view: {
      name: 'Not paid back, largest first',
      config: {
        filters: {
          conjunction: 'and',
          items: [{ fieldId: expenses.fieldIds.paid, operator: 'is', value: false }],
        },
        sorts: [{ fieldId: expenses.fieldIds.amount, direction: 'desc' }],
      },
    },
  });
};

const peopleColors = ['Purple', 'Teal', 'Pink', 'Sky', 'Indigo', 'Lime', 'Tangerine', 'Cyan'] as const;
