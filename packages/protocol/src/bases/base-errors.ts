import type { CallErrors } from '../call-errors.ts';

/** Of calls that read a base. */
export const readErrors = {
  'not-found': 'The database, or what is named in it, does not exist or is not for the caller to see.',
} as const satisfies CallErrors;

/** Of calls that change a base. */
export const editErrors = {
  ...readErrors,
  forbidden: 'The caller may only read the database.',
  conflict:
    'The database is in the trash, an id or a name is taken, somebody changes the same thing at this moment, or the `actionId` belongs to another action.',
  limit: 'More than one call, a table or a cell takes.',
} as const satisfies CallErrors;
