import { Banner } from '@weft/ui';
import { countOf } from './counts.ts';
import type { ImportResult, TableResult } from './import-states.ts';
import { useArrival } from './use-arrival.ts';

/** What could not be taken as it stood, of each table, with the list of it to keep. */
export function ResultStep({ results }: { readonly results: readonly TableResult[] }) {
  const place = useArrival<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-5 pt-1 pb-2 outline-none">
      {results.map((one, i) => (
        // Tables of one workbook may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <section key={i} className="flex flex-col gap-2">
          {results.length > 1 && <h3 className="truncate font-semibold text-body">{one.tableName}</h3>}
          {'result' in one ? (
            <Outcome result={one.result} />
          ) : (
            <Banner tone="danger">Not imported. {one.error}</Banner>
          )}
        </section>
      ))}
    </div>
  );
}

function Outcome({ result }: { readonly result: ImportResult }) {
  const { recordsImported, recordsUpdated = 0, rowsRejected, valuesNotConverted, reportUrl } = result;
  const { namesNotLinked = 0 } = result;
  const keptAsText = valuesNotConverted - namesNotLinked;
  return (
    <>
      <p role="status" className="text-body">
        {countOf(recordsImported, 'record')} imported
        {recordsUpdated > 0 && `, ${recordsUpdated.toLocaleString()} of them changed`}.
      </p>
      {(rowsRejected > 0 || valuesNotConverted > 0) && (
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
            {keptAsText > 0 && (
              <li>
                {countOf(keptAsText, 'value')} {keptAsText === 1 ? 'doesn’t' : 'don’t'} fit: kept as text and
                marked.
              </li>
            )}
            {namesNotLinked > 0 && (
              <li>
                {countOf(namesNotLinked, 'name')} of linked records not found, or of several: nothing was
                linked, the report has {namesNotLinked === 1 ? 'it' : 'them'}.
              </li>
            )}
            {rowsRejected > 0 && <li>{countOf(rowsRejected, 'row')} could not be imported.</li>}
          </ul>
        </Banner>
      )}
    </>
  );
}
