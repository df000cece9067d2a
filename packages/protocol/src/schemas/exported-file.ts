import { z } from 'zod';

/** What is done in a CSV file about texts that a spreadsheet takes for formulas. */
export const formulas = z
  .enum(['keep', 'escape'])
  .default('keep')
  .describe(
    'CSV: `escape` puts an apostrophe before texts that begin with =, +, -, @, a tab or a carriage return and are no number, so that a spreadsheet does not compute them.',
  );
