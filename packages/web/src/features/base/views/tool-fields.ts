import type { Field } from '@weft/core';
import { lightKinds, type SelectOption } from '@weft/ui';

const moment = { dateFormat: 'local', displayTime: true, timeFormat: '12h', displayTimeZone: false } as const;

/** What every record has besides its cells; a filter or a sort names them like fields. */
const recordFields: readonly Field[] = [
  { id: '$createdAt', name: 'Created', type: 'datetime', order: 0, template: moment },
  { id: '$updatedAt', name: 'Last changed', type: 'datetime', order: 1, template: moment },
];

/** What can be filtered and sorted by. */
export const sortableFields = (fields: readonly Field[]): readonly Field[] => [...fields, ...recordFields];

/** The fields as a list to choose from. */
export const fieldOptions = (fields: readonly Field[]): readonly SelectOption[] =>
  fields.map(({ id, name, type }) => ({ value: id, label: name, icon: lightKinds[type].icon }));
