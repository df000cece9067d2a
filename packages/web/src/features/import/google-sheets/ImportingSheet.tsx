import { countOf } from '../counts.ts';
import { ServiceImporting } from '../ServiceImporting.tsx';
import type { ServiceProgress } from '../service-run.ts';
import { useSlowSteps } from './use-slow-steps.ts';

const rateNote = 'Large sheets may take a few minutes to import due to Google Sheets API rate limits.';

/** The import of a sheet, of which reading takes the longest. */
export function ImportingSheet({ run }: { readonly run: ServiceProgress }) {
  const { message } = useSlowSteps();
  const { rowsRead } = run;
  const read = rowsRead === 0 ? '' : ` ${countOf(rowsRead, 'row')} read`;
  return <ServiceImporting run={run} connecting={`${message}${read}`} note={rateNote} />;
}
