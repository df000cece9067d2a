import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Button, ConfirmDialog, cx, Dialog } from '@weft/ui';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { meQuery } from '../../queries.ts';
import { newId } from '../../session/new-id.ts';
import { nameFaults } from './column-choice.ts';
import { countOf } from './counts.ts';
import { usualMaxMb } from './csv-file.ts';
import { ImportingStep } from './ImportingStep.tsx';
import type { IntoTable } from './import-runner.ts';
import type { ImportState, SchemaState, UploadState } from './import-states.ts';
import type { FileImport } from './interrupted-imports.ts';
import { MappingStep } from './MappingStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import { SchemaStep } from './SchemaStep.tsx';
import { Steps } from './Steps.tsx';
import { schemaProblem } from './schema-problem.ts';
import { mappingProblem } from './table-mapping.ts';
import { type UploadPlace, UploadStep } from './UploadStep.tsx';
import { type ImportSteps, useImport } from './use-import.ts';
import { sheetsProblem } from './workbook-sheets.ts';

export interface CsvWizardProps {
  readonly open: boolean;
  /** Closed without an import. */
  readonly onClose: () => void;
  /** Back to where imports are chosen; without it the wizard closes. */
  readonly onBack?: () => void;
  readonly onImported: (basePublicId: string) => void;
  /** The button that goes on with what was imported; 'Open database' where it is left out. */
  readonly finishLabel?: string;
  /** An interrupted import to start again, in place of a new one. */
  readonly resuming?: FileImport | null;
  /** Where the new database goes; Home where it is left out. */
  readonly workspaceId?: string | null;
  /** A table that is there, into which the rows go. */
  readonly into?: IntoTable | null;
  /** Files that were dropped where the wizard was not open yet. */
  readonly dropped?: readonly File[] | null;
}

const titles = {
  choosing: 'Import from CSV',
  uploading: 'Import from CSV',
  uploaded: 'Import from CSV',
  reading: 'Import from CSV',
  schema: 'Review and Edit Schema',
  importing: 'Importing from CSV',
  interrupted: 'Importing from CSV',
  result: 'Import complete',
} as const satisfies { readonly [at in ImportState['at']]: string };

interface FooterProps<State> {
  readonly state: State;
  readonly move: ImportSteps['move'];
}

function UploadFooter({
  state,
  move,
  onBack,
}: FooterProps<UploadState> & { readonly onBack: (() => void) | null }) {
  const reading = state.at === 'reading';
  return (
    <>
      {onBack !== null && (
        <Button size="lg" variant="quiet" icon={ArrowLeft} className="me-auto -ms-3" onClick={onBack}>
          Back
        </Button>
      )}
      <Button
        size="lg"
        variant="primary"
        disabled={state.at !== 'uploaded' && !reading}
        loading={reading}
        onClick={() => move({ type: 'review' })}
      >
        {reading ? 'Reading' : 'Continue'}
      </Button>
    </>
  );
}

function SchemaFooter({ state, move }: FooterProps<SchemaState>) {
  const { schema, sheets } = state;
  const { into } = schema;
  const ofOne = () =>
    into === null ? schemaProblem(schema, nameFaults(schema.columns)) : mappingProblem(into);
  const problem = sheets === null ? ofOne() : sheetsProblem(schema, sheets);
  const fields =
    into === null
      ? schema.columns.filter((column) => column.include).length
      : Object.keys(into.targets).length;
  const records = countOf(schema.preview.totalRows, 'record');
  const said =
    sheets !== null && sheets.chosen.length !== 1
      ? `${countOf(sheets.chosen.length, 'sheet')}, a table each`
      : into === null
        ? `${countOf(fields, 'field')}, ${records}`
        : `${records} ${into.key === null ? 'are added to' : 'are added to or changed in'} ${into.table.name}`;
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <Button
        size="lg"
        variant="quiet"
        icon={ArrowLeft}
        className="-ms-3"
        onClick={() => move({ type: 'reset' })}
      >
        Back
      </Button>
      <p
        role="status"
        className={cx(
          'me-1 min-w-0 flex-1 text-end text-small max-sm:order-first max-sm:basis-full max-sm:text-start',
          // On phones only what stands in the way is worth a line.
          problem === null ? 'text-text-muted max-sm:sr-only' : 'text-danger-text',
        )}
      >
        {problem ?? said}
      </p>
      <Button size="lg" className="max-sm:ms-auto" onClick={() => move({ type: 'close' })}>
        Cancel
      </Button>
      <Button
        size="lg"
        variant="primary"
        disabled={problem !== null || state.reading}
        onClick={() => move({ type: 'begin', importId: newId('imp') })}
      >
        {into === null ? 'Import Database' : `Import ${countOf(fields, 'column')}`}
      </Button>
    </div>
  );
}

function Footer({
  state,
  move,
  onBack,
  finishLabel,
}: FooterProps<ImportState> & {
  readonly onBack: (() => void) | null;
  readonly finishLabel: string;
}) {
  if (state.at === 'schema') return <SchemaFooter state={state} move={move} />;
  if (state.at === 'interrupted')
    return (
      <>
        <Button
          size="lg"
          className="me-auto"
          loading={state.removing}
          onClick={() => move({ type: 'remove' })}
        >
          Remove
        </Button>
        <Button
          size="lg"
          variant="primary"
          disabled={state.removing}
          onClick={() => move({ type: 'resume' })}
        >
          Resume
        </Button>
      </>
    );
  if (state.at === 'importing')
    return (
      <Button size="lg" onClick={() => move({ type: 'askToCancel', asking: true })}>
        Cancel
      </Button>
    );
  if (state.at === 'result')
    return (
      <Button size="lg" variant="primary" onClick={() => move({ type: 'openBase' })}>
        {finishLabel}
      </Button>
    );
  return <UploadFooter state={state} move={move} onBack={onBack} />;
}

function Step({ state, move, maxMb, chooser }: FooterProps<ImportState> & UploadPlace) {
  if (state.at === 'schema' && state.schema.into !== null)
    return <MappingStep state={state} mapping={state.schema.into} move={move} />;
  if (state.at === 'schema') return <SchemaStep state={state} move={move} />;
  if (state.at === 'importing' || state.at === 'interrupted') return <ImportingStep state={state} />;
  if (state.at === 'result') return <ResultStep results={state.results} />;
  return (
    <UploadStep
      state={state}
      maxMb={maxMb}
      onChoose={(files) => move({ type: 'chosen', files, maxMb })}
      onClear={() => move({ type: 'reset' })}
      chooser={chooser}
    />
  );
}

/** Makes a database of a CSV file: upload, review of every column, import. Reopened, it starts anew. */
export function CsvWizard({
  open,
  onClose,
  onBack,
  onImported,
  resuming = null,
  dropped = null,
  workspaceId = null,
  into = null,
  finishLabel = 'Open database',
}: CsvWizardProps) {
  const leave = onBack ?? onClose;
  const handlers = { workspaceId, into, onFinished: onImported, onClosed: onClose, onBack: leave };
  const { state, move, isRunning } = useImport(handlers);
  const maxMb = useQuery(meQuery).data?.csvMaxMb ?? usualMaxMb;
  useEffect(() => {
    if (resuming === null) return;
    // Not in the effect itself: in development React mounts twice, and leaving cancels.
    const timer = setTimeout(() => move({ type: 'resume', order: resuming.order }));
    return () => clearTimeout(timer);
  }, [resuming, move]);
  const largest = useRef(maxMb);
  largest.current = maxMb;
  useEffect(() => {
    if (dropped === null) return;
    const timer = setTimeout(() => move({ type: 'chosen', files: dropped, maxMb: largest.current }));
    return () => clearTimeout(timer);
  }, [dropped, move]);
  const chooser = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) move({ type: 'reset' });
    wasOpen.current = open;
  });

  useEffect(() => {
    if (!open) return;
    // A file dropped beside the drop area would replace the page.
    const keep = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, [open]);

  // The browser's own way back would leave the import as Escape would: it asks first, like Escape.
  useBlocker({
    shouldBlockFn: () => {
      if (!isRunning()) return false;
      move({ type: 'dismiss' });
      return true;
    },
    enableBeforeUnload: false,
  });

  const back = () => {
    move({ type: 'reset' });
    leave();
  };
  const schema = state.at === 'schema';
  const present = into === null ? 'Review' : 'Match';
  // What is to be resumed has begun before the wizard says anything of a file.
  const beforeResuming = resuming !== null && state.at === 'choosing';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) move({ type: 'dismiss' });
      }}
      title={titles[beforeResuming ? 'importing' : state.at]}
      initialFocus={resuming === null ? chooser : undefined}
      width={schema ? 800 : 520}
      minHeight={schema ? 535 : undefined}
      headExtra={schema && <Steps steps={['Upload', present, 'Import']} present={present} />}
      footer={
        !beforeResuming && (
          <Footer
            state={state}
            move={move}
            onBack={onBack === undefined ? null : back}
            finishLabel={into === null ? finishLabel : 'Done'}
          />
        )
      }
    >
      {!beforeResuming && <Step state={state} move={move} maxMb={maxMb} chooser={chooser} />}
      <ConfirmDialog
        open={state.at === 'importing' && state.cancel !== 'no'}
        onOpenChange={(asking) => move({ type: 'askToCancel', asking })}
        title="Cancel Import?"
        confirmLabel="Cancel Import"
        cancelLabel="Continue Import"
        danger
        loading={state.at === 'importing' && state.cancel === 'cancelling'}
        onConfirm={() => move({ type: 'cancel' })}
      >
        {state.at === 'importing' && state.done.length > 0
          ? 'Tables that are complete stay. Nothing of the others is kept.'
          : 'Nothing of what was imported so far is kept.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={state.at === 'schema' && state.asking}
        onOpenChange={(asking) => {
          if (!asking) move({ type: 'keep' });
        }}
        title="Discard import?"
        confirmLabel="Discard"
        cancelLabel="Keep reviewing"
        danger
        onConfirm={() => move({ type: 'close' })}
      >
        What you decided about the columns is not kept.
      </ConfirmDialog>
    </Dialog>
  );
}
