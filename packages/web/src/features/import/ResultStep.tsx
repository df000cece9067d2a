import { Banner } from '@weft/ui';
import { countOf } from './counts.ts';
import type { ImportResult } from './import-states.ts';
import { useArrival } from './use-arrival.ts';

/** What could not be taken as it stood, with the list of it to keep. */
export function ResultStep({ result }: { readonly result: ImportResult }) {
  const place = useArrival<HTMLDivElement>();
  const { recordsImported, recordsUpdated = 0, rowsRejected, valuesNotConverted, reportUrl } = result;
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-3 pt-1 pb-2 outline-none">
      <p role="status" className="text-body">
        {countOf(recordsImported, 'record')} imported
        {recordsUpdated > 0 && `, ${recordsUpdated.toLocaleString()} of them changed`}.
      </p>
      <Banner
        tone="warning"
        action={
          reportUrl !== null && (
            <a
              href={reportUrl}
              download
              className="shrink-0 rounded-sm font-semibold text-warning-text hover:underline"
            >
              Download report
            </a>
          )
        }
      >
        <ul>
          {valuesNotConverted > 0 && (
            <li>
              {countOf(valuesNotConverted, 'value')} {valuesNotConverted === 1 ? 'doesn’t' : 'don’t'} fit:
              kept as text and marked.
            </li>
          )}
          {rowsRejected > 0 && <li>{countOf(rowsRejected, 'row')} could not be imported.</li>}
        </ul>
      </Banner>
    </div>
  );
}
