import type { LocalBase, LocalFile, LocalRecord, LocalTable } from './airtable-bases.ts';

const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}`;
const created = (number: number): string =>
  `${day((number % 28) + 1)}T08:${String(number % 60).padStart(2, '0')}:00.000Z`;
const idOf = (kind: string, number: number): string => `rec${kind}${String(number).padStart(11, '0')}`;
const choice = (id: string, name: string, color: string) => ({ id: `sel${id}`, name, color });
const grid = (id: string, name: string, visibleFieldIds: readonly string[]) => ({
  ...{ id: `viw${id}`, name, type: 'grid', visibleFieldIds },
});

const usTime = {
  dateFormat: { name: 'us', format: 'M/D/YYYY' },
  timeFormat: { name: '12hour', format: 'h:mma' },
  timeZone: 'client',
};
const ada = { id: 'usrAda0000000000', email: 'ada@example.org', name: 'Ada Lovelace' };
const bo = { id: 'usrBo00000000000', email: 'bo@example.org', name: 'Bo' };

/** A file as a cell of Airtable holds it. */
export const fileOf = (id: string, filename: string, type: string, size: number): LocalFile => ({
  ...{ id: `att${id}`, filename, type, size },
});

const link = (
  id: string,
  name: string,
  linkedTableId: string,
  inverseLinkFieldId: string | undefined,
  single = false,
) => ({
  ...{ id, name, type: 'multipleRecordLinks' },
  options: {
    ...{ linkedTableId, isReversed: false, prefersSingleRecordLink: single },
    ...(inverseLinkFieldId && { inverseLinkFieldId }),
  },
});
const computed = (id: string, name: string, type: string, result: object, more: object = {}) => ({
  ...{ id, name, type, options: { isValid: true, result, ...more } },
});

/** What cells of the projects hold beside links, in every type of field that Airtable has. */
function project(number: number, clients: number): LocalRecord['fields'] {
  const even = number % 2 === 0;
  return {
    fldPrName: `Project ${number}`,
    fldPrNotes: `First line\nSecond line of ${number}`,
    fldPrRich: `**Bold** ${number}\n`,
    fldPrBudget: 1_000.5 * number,
    fldPrShare: (number % 10) / 10,
    ...(number % 5 !== 0 && { fldPrStars: number % 5 }),
    fldPrTime: 90 * number,
    ...(even && { fldPrDone: true }),
    fldPrDue: day((number % 28) + 1),
    fldPrKick: created(number),
    fldPrStage: even ? 'In work' : 'Sold',
    fldPrTags: even ? ['red, bright', 'blue'] : ['blue'],
    fldPrMail: `p${number}@example.org`,
    fldPrUrl: `https://example.org/${number}`,
    fldPrPhone: `+41 44 668 18 ${String(number % 100).padStart(2, '0')}`,
    fldPrLead: ada,
    fldPrTeam: even ? [ada, bo] : [bo],
    fldPrCode: { type: 'upce', text: `00${number}` },
    fldPrButton: { label: 'Open', url: `https://example.org/open/${number}` },
    fldPrTotal: 2_001 * number,
    fldPrLabel: `Project ${number} (${even ? 'work' : 'sold'})`,
    fldPrBad: { error: '#ERROR!' },
    fldPrRatio: { specialValue: 'NaN' },
    fldPrCount: 1,
    fldPrSum: 3.5 * number,
    fldPrMade: created(number),
    fldPrEdited: created(number + 1),
    fldPrBy: ada,
    fldPrLast: bo,
    fldPrNumber: number,
    fldPrAi: { state: 'generated', value: `Summary ${number}`, isStale: false },
    fldPrClient: [idOf('Cl', number % clients)],
    fldPrCity: ['Basel'],
    fldPrNew: { anything: number },
  };
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

/** A base of four tables that are linked to each other, with files: `size` projects, and twice as many tasks. */
export function studioBase(size = 130): LocalBase {
  const clients = 7;
  const tasksOf = (number: number) => [number * 2, number * 2 + 1].map((task) => idOf('Ta', task));
  const projects: LocalTable = {
    ...{ id: 'tblProjects000001', name: 'Projects', primaryFieldId: 'fldPrName' },
    description: 'What we were asked to do',
    fields: [
      { id: 'fldPrName', name: 'Name', type: 'singleLineText' },
      { id: 'fldPrNotes', name: 'Notes', type: 'multilineText' },
      { id: 'fldPrRich', name: 'Brief', type: 'richText' },
      link('fldPrClient', 'Client', 'tblClients0000001', 'fldClProjects', true),
      link('fldPrTasks', 'Tasks', 'tblTasks000000001', 'fldTaProject'),
      link('fldPrTeams', 'Staff', 'tblPeople00000001', 'fldPeProjects'),
      {
        ...{ id: 'fldPrCity', name: 'City', type: 'multipleLookupValues' },
        options: {
          isValid: true,
          recordLinkFieldId: 'fldPrClient',
          fieldIdInLinkedTable: 'fldClCity',
          result: { type: 'singleLineText' },
        },
      },
      {
        ...{ id: 'fldPrBudget', name: 'Budget', type: 'currency', options: { precision: 2, symbol: '€' } },
        description: 'Without tax, in euros',
      },
      { id: 'fldPrShare', name: 'Share', type: 'percent', options: { precision: 1 } },
      {
        id: 'fldPrStars',
        name: 'Rating',
        type: 'rating',
        options: { icon: 'star', max: 5, color: 'yellowBright' },
      },
      { id: 'fldPrTime', name: 'Time', type: 'duration', options: { durationFormat: 'h:mm:ss' } },
      { id: 'fldPrDone', name: 'Done', type: 'checkbox', options: { icon: 'check', color: 'greenBright' } },
      {
        id: 'fldPrDue',
        name: 'Due',
        type: 'date',
        options: { dateFormat: { name: 'european', format: 'D/M/YYYY' } },
      },
      {
        ...{ id: 'fldPrKick', name: 'Kick-off', type: 'dateTime' },
        options: {
          dateFormat: { name: 'iso', format: 'YYYY-MM-DD' },
          timeFormat: { name: '24hour', format: 'HH:mm' },
          timeZone: 'Europe/Zurich',
        },
      },
      {
        ...{ id: 'fldPrStage', name: 'Stage', type: 'singleSelect' },
        options: { choices: [choice('Work', 'In work', 'blueLight2'), choice('Sold', 'Sold', 'grayDark1')] },
      },
      {
        ...{ id: 'fldPrTags', name: 'Tags', type: 'multipleSelects' },
        options: {
          choices: [choice('Red', 'red, bright', 'redBright'), choice('Blue', 'blue', 'tealLight1')],
        },
      },
      { id: 'fldPrMail', name: 'Mail', type: 'email' },
      { id: 'fldPrUrl', name: 'Page', type: 'url' },
      { id: 'fldPrPhone', name: 'Phone', type: 'phoneNumber' },
      { id: 'fldPrFiles', name: 'Files', type: 'multipleAttachments', options: { isReversed: false } },
      { id: 'fldPrLead', name: 'Lead', type: 'singleCollaborator' },
      { id: 'fldPrTeam', name: 'Team', type: 'multipleCollaborators' },
      { id: 'fldPrCode', name: 'Barcode', type: 'barcode' },
      { id: 'fldPrButton', name: 'Open', type: 'button' },
      computed('fldPrTotal', 'Total', 'formula', {
        type: 'currency',
        options: { precision: 0, symbol: '€' },
      }),
      computed('fldPrLabel', 'Label', 'formula', { type: 'singleLineText' }, { formula: '{fldPrName}' }),
      computed('fldPrBad', 'Broken', 'formula', { type: 'number', options: { precision: 0 } }),
      computed('fldPrRatio', 'Ratio', 'formula', { type: 'number', options: { precision: 2 } }),
      {
        id: 'fldPrCount',
        name: 'How many',
        type: 'count',
        options: { isValid: true, recordLinkFieldId: 'fldPrClient' },
      },
      computed(...(['fldPrSum', 'Sum', 'rollup', { type: 'number', options: { precision: 1 } }] as const), {
        recordLinkFieldId: 'fldPrTasks',
        fieldIdInLinkedTable: 'fldTaHours',
      }),
      {
        ...{ id: 'fldPrMade', name: 'Made', type: 'createdTime' },
        options: { result: { type: 'dateTime', options: usTime } },
      },
      computed('fldPrEdited', 'Edited', 'lastModifiedTime', {
        type: 'dateTime',
        options: usTime,
      }),
      { id: 'fldPrBy', name: 'Made by', type: 'createdBy' },
      { id: 'fldPrLast', name: 'Edited by', type: 'lastModifiedBy' },
      { id: 'fldPrNumber', name: 'No.', type: 'autoNumber' },
      { id: 'fldPrAi', name: 'Summary', type: 'aiText', options: { prompt: [], referencedFieldIds: [] } },
      { id: 'fldPrNew', name: 'Tomorrow', type: 'a type of tomorrow' },
    ],
    views: [
      grid('PrAll0000000001', 'All projects', ['fldPrName', 'fldPrClient', 'fldPrDue', 'fldPrTasks']),
      {
        ...grid('PrMoney00000001', 'Money', ['fldPrName', 'fldPrTotal', 'fldPrBudget']),
        personalForUserId: ada.id,
      },
      { id: 'viwPrBoard00001', name: 'Board', type: 'kanban' },
    ],
    records: numbersTo(size).map((number) => ({
      ...{ id: idOf('Pr', number), createdTime: created(number) },
      fields: {
        ...project(number, clients),
        fldPrTasks: tasksOf(number),
        ...(number % 3 === 0 && { fldPrTeams: [idOf('Pe', 0), idOf('Pe', 1)] }),
        ...(number < 6 && {
          fldPrFiles: [
            fileOf(`Plan${number}`, `plan ${number}.txt`, 'text/plain', 20 + number),
            fileOf(`Photo${number}`, `photo-${number}.bin`, 'application/octet-stream', 2_000),
          ],
        }),
      },
    })),
  };
  const tasks: LocalTable = {
    ...{ id: 'tblTasks000000001', name: 'Tasks', primaryFieldId: 'fldTaTitle' },
    fields: [
      computed('fldTaTitle', 'Title', 'formula', { type: 'singleLineText' }),
      link('fldTaProject', 'Project', 'tblProjects000001', 'fldPrTasks', true),
      link('fldTaAfter', 'Comes after', 'tblTasks000000001', undefined, true),
      { id: 'fldTaHours', name: 'Hours', type: 'number', options: { precision: 1 } },
    ],
    views: [grid('TaGrid000000001', 'Grid view', ['fldTaTitle', 'fldTaProject', 'fldTaAfter', 'fldTaHours'])],
    records: numbersTo(size * 2).map((number) => ({
      ...{ id: idOf('Ta', number), createdTime: created(number) },
      fields: {
        fldTaTitle: `Task ${number}`,
        fldTaProject: [idOf('Pr', Math.floor(number / 2))],
        fldTaHours: number / 2,
        ...(number % 2 === 1 && { fldTaAfter: [idOf('Ta', number - 1)] }),
      },
    })),
  };
  const clientsTable: LocalTable = {
    ...{ id: 'tblClients0000001', name: 'Clients', primaryFieldId: 'fldClName' },
    fields: [
      { id: 'fldClName', name: 'Name', type: 'singleLineText' },
      { id: 'fldClCity', name: 'City', type: 'singleLineText' },
      link('fldClProjects', 'Projects', 'tblProjects000001', 'fldPrClient'),
    ],
    views: [grid('ClGrid000000001', 'Grid view', ['fldClName', 'fldClCity', 'fldClProjects'])],
    records: numbersTo(clients).map((number) => ({
      ...{ id: idOf('Cl', number), createdTime: created(number) },
      fields: {
        ...{ fldClName: `Client ${number}`, fldClCity: 'Basel' },
        fldClProjects: numbersTo(size).flatMap((one) => (one % clients === number ? [idOf('Pr', one)] : [])),
      },
    })),
  };
  const people: LocalTable = {
    ...{ id: 'tblPeople00000001', name: 'People', primaryFieldId: 'fldPeName' },
    fields: [
      { id: 'fldPeName', name: 'Name', type: 'singleLineText' },
      { id: 'fldPePhoto', name: 'Photo', type: 'multipleAttachments', options: { isReversed: false } },
      link('fldPeProjects', 'Projects', 'tblProjects000001', 'fldPrTeams'),
    ],
    views: [],
    records: numbersTo(2).map((number) => ({
      ...{ id: idOf('Pe', number), createdTime: created(number) },
      fields: {
        fldPeName: ['Ada Lovelace', 'Bo'][number],
        fldPePhoto: [fileOf(`Pe${number}`, `person ${number}.txt`, 'text/plain', 100)],
        fldPeProjects: numbersTo(size).flatMap((one) => (one % 3 === 0 ? [idOf('Pr', one)] : [])),
      },
    })),
  };
  return { id: 'appStudio00000001', name: 'Studio', tables: [projects, tasks, clientsTable, people] };
}
