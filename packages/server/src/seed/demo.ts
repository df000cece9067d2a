import { seededRandom } from '@weft/std';
import { daysFromNow, makeTable, options, type World } from './world.ts';

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

const peopleColors = ['Purple', 'Teal', 'Pink', 'Sky', 'Indigo', 'Lime', 'Tangerine', 'Cyan'] as const;

const costs = [
  'Train to the client',
  'Paper and ink',
  'Coffee for the workshop',
  'Licence',
  'Postage',
  'Props for photos',
  'Taxi',
];

/** The office of a small studio: people, clients, projects, tasks and expenses. */
export const demo: World = async (visitor, say) => {
  const next = seededRandom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const base = await visitor.newBase('Studio office');

  say('Projects');
  const status = options({
    planned: ['Planned', 'Gray'],
    active: ['Active', 'Green'],
    paused: ['Paused', 'Yellow'],
    done: ['Done', 'Blue'],
  });
  const made = await makeTable(visitor, base, 'Projects', {
    name: ['Project', 'single_line_text'],
    client: ['Client', 'single_line_text'],
    status: ['Status', 'single_select', status],
    progress: ['Progress', 'percent', { decimalPlaces: 0, showProgressBar: true }],
    budget: ['Budget', 'currency', { currencySymbol: '€', decimalPlaces: 0 }],
    start: ['Starts', 'date', { dateFormat: 'long' }],
    end: ['Ends', 'date', { dateFormat: 'long' }],
    mood: ['Mood', 'rating', { maxRating: 5 }],
    notes: ['Notes', 'long_text'],
  });
  await made.fill(
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
  await made.view('Active, soonest first', {
    filters: {
      conjunction: 'and',
      items: [{ fieldId: made.fieldIds.status, operator: 'is', value: 'active' }],
    },
    sorts: [{ fieldId: made.fieldIds.end, direction: 'asc' }],
    hiddenFieldIds: [made.fieldIds.start],
  });

  say('Tasks');
  const colleagues = people.map(
    ([name, , , mail], at) => [mail, [name, peopleColors[at] ?? 'Gray']] as const,
  );
  const labels = options({
    design: ['Design', 'Purple'],
    code: ['Code', 'Sky'],
    words: ['Words', 'Orange'],
    client: ['With client', 'Pink'],
    urgent: ['Urgent', 'Red'],
  });
  const tasks = await makeTable(visitor, base, 'Tasks', {
    task: ['Task', 'single_line_text'],
    project: ['Project', 'single_line_text'],
    who: ['Who', 'single_select', options(Object.fromEntries(colleagues))],
    due: ['Due', 'date', { dateFormat: 'european' }],
    time: ['Time spent', 'duration', { format: 'h:mm' }],
    done: ['Done', 'checkbox', { color: 'Green' }],
    labels: ['Labels', 'multiple_select', labels],
  });
  await tasks.fill(
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
          labels: labels.options.map(({ value }) => value).filter(() => next() < 0.25),
        };
      }),
    ),
  );
  const { done, due, who } = tasks.fieldIds;
  await tasks.view('To do', {
    filters: { conjunction: 'and', items: [{ fieldId: done, operator: 'is', value: false }] },
    sorts: [{ fieldId: due, direction: 'asc' }],
  });
  await tasks.view('By person', {
    sorts: [
      { fieldId: who, direction: 'asc' },
      { fieldId: due, direction: 'asc' },
    ],
    rowHeight: 'medium',
  });

  say('People, clients and expenses');
  const teams = options({
    design: ['Design', 'Purple'],
    code: ['Development', 'Sky'],
    words: ['Words', 'Orange'],
    office: ['Office', 'Gray'],
  });
  const staff = await makeTable(visitor, base, 'People', {
    name: ['Name', 'single_line_text'],
    role: ['Role', 'single_line_text'],
    team: ['Team', 'single_select', teams],
    email: ['Email', 'email'],
    phone: ['Phone', 'phone_number'],
    since: ['With us since', 'date', { dateFormat: 'long' }],
  });
  await staff.fill(
    people.map(([name, role, team, mail, phone, since]) => ({
      name,
      role,
      team,
      email: `${mail}@studio.example`,
      phone,
      since: daysFromNow(since),
    })),
  );
  const customers = await makeTable(visitor, base, 'Clients', {
    name: ['Client', 'single_line_text'],
    website: ['Website', 'url'],
    email: ['Email', 'email'],
    met: ['Last meeting', 'datetime', { timeFormat: '24h', displayTime: true }],
    rating: ['Would work with again', 'rating', { maxRating: 5 }],
  });
  await customers.fill(
    clients.map((name, at) => {
      const host = `${name
        .toLowerCase()
        .normalize('NFD')
        .replaceAll(/[^a-z]/g, '')}.example`;
      const met = `${daysFromNow(-at * 9 - 2).slice(0, 11)}${String(9 + at).padStart(2, '0')}:30:00.000Z`;
      return { name, website: `https://${host}`, email: `hello@${host}`, met, rating: 3 + (at % 3) };
    }),
  );
  const expenses = await makeTable(visitor, base, 'Expenses', {
    what: ['What for', 'single_line_text'],
    day: ['Day', 'date', { dateFormat: 'iso' }],
    amount: ['Amount', 'currency', { currencySymbol: '€', decimalPlaces: 2 }],
    paid: ['Paid back', 'checkbox', { color: 'Blue' }],
    who: ['Who', 'single_line_text'],
  });
  await expenses.fill(
    Array.from({ length: 120 }, (_, at) => ({
      what: pick(costs),
      day: daysFromNow(-at * 2),
      amount: Math.round(next() * 24_000) / 100,
      paid: at > 20,
      who: pick(people)[0],
    })),
  );
  await expenses.view('Not paid back, largest first', {
    filters: {
      conjunction: 'and',
      items: [{ fieldId: expenses.fieldIds.paid, operator: 'is', value: false }],
    },
    sorts: [{ fieldId: expenses.fieldIds.amount, direction: 'desc' }],
  });
};
