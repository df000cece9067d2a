import { Banner, Button, ConfirmDialog, Dialog, Icon } from '@weft/ui';
import { ArrowLeft, ArrowRight, Table2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { countOf } from './counts.ts';
import { ResultStep } from './ResultStep.tsx';
import { Steps } from './Steps.tsx';
import type { ServiceProgress } from './service-run.ts';
import type { ServiceWizardProps } from './service-wizard.ts';
import type { useServiceWizard } from './use-service-wizard.ts';

interface ServiceImportDialogProps {
  readonly asked: ServiceWizardProps;
  readonly wizard: ReturnType<typeof useServiceWizard>;
  /** What the service is called. */
  readonly service: string;
  /** What the report of such an import tells. */
  readonly report: string;
  /** What is read again once it is resumed. */
  readonly readsAgain: string;
  readonly renderProgress: (run: ServiceProgress) => ReactNode;
  /** The button below what is chosen; null: nothing is yet. */
  readonly next: { readonly label: string; readonly onPress: (() => void) | null };
  readonly onBack: () => void;
  /** How many columns go into the table, and how it begins; null: they are not read. */
  readonly matched: { readonly columns: number; readonly onImport: (() => void) | null };
  /** What is chosen, or matched. */
  readonly children: ReactNode;
}

/** The dialog of an import from a service: from what is chosen to what became of it. */
export function ServiceImportDialog(props: ServiceImportDialogProps) {
  const { asked, wizard, service } = props;
  const { run, reviews, error } = wizard;
  const isIdle = run.at === 'idle' && (asked.resuming ?? null) === null;
  // What is chosen may still be on its way: without this a key would meet the button that closes it all.
  const choice = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={asked.open}
      onOpenChange={(shown) => {
        if (!shown) wizard.dismiss();
      }}
      title={
        run.at === 'finished'
          ? 'Import complete'
          : !isIdle
            ? `Importing from ${service}`
            : reviews
              ? 'Review and Edit Schema'
              : `Import from ${service}`
      }
      width={reviews ? 800 : 520}
      minHeight={reviews ? 535 : undefined}
      initialFocus={choice}
      headExtra={
        isIdle &&
        asked.into != null && (
          <Steps steps={['Select', 'Match', 'Import']} present={reviews ? 'Match' : 'Select'} />
        )
      }
      footer={<Footer {...props} />}
    >
      {run.at === 'running' && props.renderProgress(run)}
      {run.at === 'finished' && (
        <div className="flex flex-col gap-3">
          <ResultStep results={[{ tableName: '', result: run.result }]} />
          {run.warning !== null && <Banner tone="warning">{run.warning}</Banner>}
          {run.result.reportUrl !== null && run.result.valuesNotConverted === 0 && (
            <a href={run.result.reportUrl} download className="self-start pb-2 text-base underline">
              Download the report: {props.report}
            </a>
          )}
        </div>
      )}
      {run.at === 'interrupted' && (
        <Banner tone="warning" className="mb-2">
          <p className="font-semibold">{run.why}</p>
          Resume reads {props.readsAgain} again, with everything as you chose it. Home offers it too.
        </Banner>
      )}
      {run.at === 'idle' && !reviews && error !== null && (
        <Banner tone="danger" className="mb-4">
          {error}
        </Banner>
      )}
      {isIdle && !reviews && asked.into != null && (
        <p className="mb-4 flex items-center gap-2 rounded-md bg-sunken px-3 py-2 text-base">
          <Icon of={ArrowRight} size={14} className="shrink-0 text-text-muted" />
          <Icon of={Table2} className="shrink-0 text-text-muted" />
          <span className="min-w-0 truncate font-medium">Into {asked.into.table.name}</span>
        </p>
      )}
      {isIdle && (
        <div ref={choice} tabIndex={-1} className="outline-none">
          {props.children}
        </div>
      )}
      <ConfirmDialog
        open={run.at === 'running' && run.cancel !== 'no'}
        onOpenChange={(asking) => wizard.ask(asking)}
        title="Cancel Import?"
        confirmLabel="Cancel Import"
        cancelLabel="Continue Import"
        danger
        loading={run.at === 'running' && run.cancel === 'cancelling'}
        onConfirm={() => void wizard.cancel()}
      >
        Nothing of what was imported so far is kept.
      </ConfirmDialog>
    </Dialog>
  );
}

function Footer({ asked, wizard, next, matched, onBack }: ServiceImportDialogProps) {
  const { run, reviews } = wizard;
  const { into = null, resuming = null, onClose } = asked;
  if (run.at === 'running')
    return (
      <Button size="lg" onClick={() => wizard.ask(true)}>
        Cancel
      </Button>
    );
  if (run.at === 'finished')
    return (
      <Button size="lg" variant="primary" onClick={wizard.dismiss}>
        {into === null ? (asked.finishLabel ?? 'Open database') : 'Done'}
      </Button>
    );
  if (run.at === 'interrupted')
    return (
      <>
        <Button size="lg" className="me-auto" loading={run.removing} onClick={() => void wizard.remove()}>
          Remove
        </Button>
        <Button size="lg" variant="primary" disabled={run.removing} onClick={() => void wizard.resumeHere()}>
          Resume
        </Button>
      </>
    );
  if (resuming !== null)
    return (
      <Button size="lg" onClick={onClose}>
        Close
      </Button>
    );
  const { label, onPress } = reviews
    ? { label: `Import ${countOf(matched.columns, 'column')}`, onPress: matched.onImport }
    : next;
  return (
    <>
      {(reviews || asked.onBack !== undefined) && (
        <Button size="lg" variant="quiet" icon={ArrowLeft} className="me-auto -ms-3" onClick={onBack}>
          Back
        </Button>
      )}
      <Button size="lg" onClick={onClose}>
        Cancel
      </Button>
      <Button size="lg" variant="primary" disabled={onPress === null} onClick={() => onPress?.()}>
        {label}
      </Button>
    </>
  );
}
