import type { ImportPhase } from '@weft/protocol';
import { Banner, ProgressBar } from '@weft/ui';
import { countOf } from './counts.ts';
import type { ServiceProgress } from './service-run.ts';
import { useArrival } from './use-arrival.ts';

const phaseTexts: { readonly [phase in ImportPhase]: string } = {
  connecting: 'Connecting…',
  structure: 'Creating tables…',
  importing: 'Importing records…',
  complete: 'Finishing…',
};

/** The phase of an import from a service, its table, and the records counted up. */
export function ServiceImporting(props: {
  readonly run: ServiceProgress;
  readonly note?: string;
  /** What is said before there is anything to import. */
  readonly connecting?: string;
}) {
  const { run, note, connecting = phaseTexts.connecting } = props;
  const place = useArrival<HTMLDivElement>();
  const { phase, totalRows, recordsImported, completedTablesRecords, completedTables, currentTable } = run;
  const share = phase === 'complete' ? 1 : totalRows > 0 ? recordsImported / totalRows : null;
  const records = completedTablesRecords + recordsImported;
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-3 pt-1 pb-2 outline-none">
      <p role="status" className="font-medium text-body">
        {run.cancel === 'cancelling'
          ? 'Cancelling…'
          : phase === 'connecting'
            ? connecting
            : phaseTexts[phase]}
      </p>
      <ProgressBar value={share} label={currentTable === '' ? 'Importing' : `Importing ${currentTable}`} />
      <p className="flex justify-between gap-4 text-base text-text-muted tabular-nums">
        <span className="truncate">
          {currentTable}
          {completedTables > 0 && currentTable !== '' && ` · ${countOf(completedTables, 'table')} complete`}
        </span>
        <span className="shrink-0">{records === 0 ? '' : countOf(records, 'record')}</span>
      </p>
      {note !== undefined && <p className="text-small text-text-muted">{note}</p>}
      {run.warning !== null && <Banner tone="warning">{run.warning}</Banner>}
    </div>
  );
}
