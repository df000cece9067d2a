import { useBlocker } from '@tanstack/react-router';
import type { InterruptedImport } from '@weft/protocol';
import { Button, ConfirmDialog, cx, Dialog } from '@weft/ui';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { nameFaults } from './column-choice.ts';
import { countOf } from './counts.ts';
import { ImportingStep } from './ImportingStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import { SchemaStep } from './SchemaStep.tsx';
import { Steps } from './Steps.tsx';
import { schemaProblem } from './schema-problem.ts';
import { UploadStep } from './UploadStep.tsx';
import { type CsvWizardSteps, useCsvWizard } from './use-csv-wizard.ts';

export interface CsvWizardProps {
  readonly open: boolean;
  /** Closed without an import. */
  readonly onClose: () => void;
  /** Back to where imports are chosen; without it the wizard closes. */
  readonly onBack?: () => void;
  readonly onImported: (basePublicId: string) => void;
  /** An interrupted import to start again, in place of a new one. */
  readonly resuming?: InterruptedImport | null;
  /** Where the new database goes; Home where it is left out. */
  readonly workspaceId?: string | null;
  /** Files that were dropped where the wizard was not open yet. */
  readonly dropped?: readonly File[] | null;
}

const titles = {
  upload: 'Import from CSV',
  schema: 'Review and Edit Schema',
  importing: 'Importing from CSV',
  result: 'Import complete',
} as const;

function UploadFooter({
  steps,
  onBack,
}: {
  readonly steps: CsvWizardSteps;
  readonly onBack: (() => void) | null;
}) {
  const { state, review } = steps;
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
        disabled={state.upload === null}
        loading={state.reading}
        onClick={() => review()}
      >
        {state.reading ? 'Reading' : 'Continue'}
      </Button>
    </>
  );
}

function SchemaFooter({ steps, onClose }: { readonly steps: CsvWizardSteps; readonly onClose: () => void }) {
  const { state, begin, reset } = steps;
  const problem = schemaProblem(state, nameFaults(state.columns));
  const fields = state.columns.filter((column) => column.include).length;
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <Button size="lg" variant="quiet" icon={ArrowLeft} className="-ms-3" onClick={reset}>
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
        {problem ?? `${countOf(fields, 'field')}, ${countOf(state.preview?.totalRows ?? 0, 'record')}`}
      </p>
      <Button size="lg" className="max-sm:ms-auto" onClick={onClose}>
        Cancel
      </Button>
      <Button size="lg" variant="primary" disabled={problem !== null || state.reading} onClick={begin}>
        Import Database
      </Button>
    </div>
  );
}

function Footer({
  steps,
  onBack,
  onClose,
}: {
  readonly steps: CsvWizardSteps;
  readonly onBack: (() => void) | null;
  readonly onClose: () => void;
}) {
  const { state, dispatch, openBase } = steps;
  if (state.step === 'upload') return <UploadFooter steps={steps} onBack={onBack} />;
  if (state.step === 'schema') return <SchemaFooter steps={steps} onClose={onClose} />;
  if (state.step === 'importing' && state.interrupted !== null)
    return (
      <>
        <Button size="lg" className="me-auto" loading={state.cancelling} onClick={steps.remove}>
          Remove
        </Button>
        <Button size="lg" variant="primary" disabled={state.cancelling} onClick={() => steps.resume()}>
          Resume
        </Button>
      </>
    );
  if (state.step === 'importing')
    return (
      <Button size="lg" onClick={() => dispatch({ type: 'asked', asking: true })}>
        Cancel
      </Button>
    );
  return (
    <Button size="lg" variant="primary" onClick={openBase}>
      Open database
    </Button>
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
}: CsvWizardProps) {
  const leave = onBack ?? onClose;
  const steps = useCsvWizard({
    workspaceId,
    onFinished: onImported,
    onCancelled: () => {
      steps.reset();
      leave();
    },
  });
  const { state, dispatch, choose, reset, cancel } = steps;
  const resume = useRef(steps.resume);
  resume.current = steps.resume;
  useEffect(() => {
    if (resuming === null) return;
    // Not in the effect itself: in development React mounts twice, and leaving cancels.
    const timer = setTimeout(() => resume.current(resuming));
    return () => clearTimeout(timer);
  }, [resuming]);
  const take = useRef(choose);
  take.current = choose;
  useEffect(() => {
    if (dropped === null) return;
    const timer = setTimeout(() => take.current(dropped));
    return () => clearTimeout(timer);
  }, [dropped]);
  const chooser = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) reset();
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
      if (!steps.isRunning()) return false;
      dispatch({ type: 'asked', asking: true });
      return true;
    },
    enableBeforeUnload: false,
  });

  const close = () => {
    if (state.step === 'importing' && state.interrupted === null)
      return dispatch({ type: 'asked', asking: true });
    if (state.step === 'result') return steps.openBase();
    reset();
    onClose();
  };
  const back = () => {
    reset();
    leave();
  };
  const schema = state.step === 'schema';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={titles[resuming !== null && state.step === 'upload' ? 'importing' : state.step]}
      initialFocus={resuming === null ? chooser : undefined}
      width={schema ? 800 : 520}
      minHeight={schema ? 535 : undefined}
      headExtra={schema && <Steps />}
      footer={
        (resuming === null || state.step !== 'upload') && (
          <Footer steps={steps} onBack={onBack === undefined ? null : back} onClose={close} />
        )
      }
    >
      {state.step === 'upload' && resuming === null && (
        <UploadStep state={state} maxMb={steps.maxMb} onChoose={choose} onClear={reset} chooser={chooser} />
      )}
      {schema && <SchemaStep steps={steps} />}
      {state.step === 'importing' && <ImportingStep state={state} />}
      {state.step === 'result' && state.result !== null && <ResultStep result={state.result} />}
      <ConfirmDialog
        open={state.asking}
        onOpenChange={(asking) => dispatch({ type: 'asked', asking })}
        title="Cancel Import?"
        confirmLabel="Cancel Import"
        cancelLabel="Continue Import"
        danger
        loading={state.cancelling}
        onConfirm={cancel}
      >
        Nothing of what was imported so far is kept.
      </ConfirmDialog>
    </Dialog>
  );
}
