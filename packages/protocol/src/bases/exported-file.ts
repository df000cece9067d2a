import { z } from 'zod';
import { readErrors } from './base-errors.ts';

/** What is done in a CSV file about texts that a spreadsheet takes for formulas. */
export const formulas = z
  .enum(['keep', 'escape'])
  .default('keep')
  .describe(
    'CSV: `escape` puts an apostrophe before texts that begin with =, +, -, @, a tab or a carriage return and are no number, so that a spreadsheet does not compute them.',
  );

export const exportFormat = z.enum(['csv', 'xlsx', 'json']).default('csv');

/** What a call that exports records as a file answers. */
export const exportedFile = {
  errors: readErrors,
  answer: [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/json',
  ],
  example: { format: 'csv' },
} as const;
