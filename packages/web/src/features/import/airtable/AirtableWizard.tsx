import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import type { CallRequest } from '@weft/protocol';
import { Banner, Button, ConfirmDialog, Dialog, Skeleton } from '@weft/ui';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { choicesQuery } from '../../integrations/integration-queries.ts';
import { RetryBanner } from '../../integrations/RetryBanner.tsx';
import { countOf } from '../counts.ts';
import type { IntoTable } from '../import-runner.ts';
import { type ServiceImport, streamOfOrder } from '../interrupted-imports.ts';
import { ResultStep } from '../ResultStep.tsx';
import { ServiceImporting } from '../ServiceImporting.tsx';
import { useServiceImport } from '../use-service-import.ts';
import { AirtableMapping } from './AirtableMapping.tsx';
import { AirtableSelection, nothingChosen, type Selection } from './AirtableSelection.tsx';
import { airtableBaseQuery, airtablePreviewQuery } from './airtable-queries.ts';
import { type FieldTargets, proposedTargets } from './field-targets.ts';

interface AirtableWizardProps {
  readonly open: boolean;
  /** Closed without an import. */
  readonly onClose: () => void;
  /** Back to where imports are chosen; without it the wizard closes. */
  readonly onBack?: () => void;
  readonly onImported: (basePublicId: string) => void;
  /** Where one comes back to from Airtable's sign-in: a page that opens this step again. */
  readonly returnTo: string;
  /** What went wrong there. */
  readonly connectError?: string | null;
  /** The connection that was made there. */
  readonly connected?: string | null;
  /** Where the new database goes; Home where it is left out. */
  readonly workspaceId?: string | null;
  /** A table that is there, into which the records go. */
  readonly into?: IntoTable | null;
  /** An interrupted import to start again, in place of a new one. */
  readonly resuming?: ServiceImport | null;
}

type Stage = 'selection' | 'schema';

/** Makes a database of a base of Airtable, or adds a table of one to a table that is there. */
export function AirtableWizard(props: AirtableWizardProps) {
  const { open, onClose, onBack, onImported, into = null, workspaceId = null, resuming = null } = props;
  const [stage, setStage] = useState<Stage>('selection');
  const [selection, setSelection] = useState<Selection>({
    ...nothingChosen,
    serviceId: props.connected ?? '',
  });
  const [targets, setTargets] = useState<FieldTargets | null>(null);
  const [adds, setAdds] = useState(true);
  const queryClient = useQueryClient();
  const leave = onBack ?? onClose;
  const wizard = useServiceImport({ onFinished: onImported, onCancelled: leave });
  const { run, base } = wizard;
  const running = run.at === 'running' || run.at === 'finished';
  const { serviceId, baseId, tableId } = selection;
  const previewed = useQuery({
    ...airtablePreviewQuery(serviceId, baseId, tableId),
    enabled: stage === 'schema' && tableId !== '',
  });
  const preview = previewed.data;
  const matched =
    targets ??
    (preview === undefined || into === null ? {} : proposedTargets(into.table, preview.importedFields));

  const started = useRef(false);
  const resume = wizard.resume;
  useEffect(() => {
    if (resuming === null || started.current) return;
    // Not in the effect itself: in development React mounts twice, and leaving cancels.
    const timer = setTimeout(() => {
      started.current = true;
      void resume(resuming.importId, resuming.order.basePublicId, streamOfOrder(resuming.order));
    });
    return () => clearTimeout(timer);
  });
  const choose = useCallback((next: Selection) => {
    setSelection(next);
    setTargets(null);
  }, []);

  // The browser's own way back would leave the import as Escape would: it asks first, like Escape.
  useBlocker({
    shouldBlockFn: () => {
      if (!wizard.isRunning()) return false;
      wizard.ask(true);
      return true;
    },
    enableBeforeUnload: false,
  });

  const importBase = () => {
    const bases = queryClient.getQueryData(choicesQuery(serviceId, 'baseId', {}).queryKey);
    const tables = queryClient.getQueryData(airtableBaseQuery(serviceId, baseId).queryKey);
    const name =
      tables?.find(({ id }) => id === tableId)?.name ??
      bases?.find(({ id }) => id === baseId)?.name ??
      'Airtable';
    const only = tableId === '' ? {} : { airtableTableId: tableId };
    void wizard.begin({ basePublicId: null, name, workspaceId }, (place) => (signal) => {
      const order = { ...place, serviceId, airtableBaseId: baseId, ...only, baseMadeForImport: true };
      return rpc.stream('airtableImportStream', order, signal);
    });
  };
  const importTable = ({ basePublicId, table }: IntoTable) => {
    const fieldMappings = (preview?.importedFields ?? []).flatMap(({ sourceFieldIndex, sourceFieldId }) => {
      const targetFieldId = matched[sourceFieldId];
      return targetFieldId === undefined ? [] : [{ sourceFieldIndex, sourceFieldId, targetFieldId }];
    });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const order: Omit<CallRequest<'airtableImportToTableStream'>, 'importId' | 'basePublicId'> = {
      ...{ tableId: table.id, serviceId, airtableBaseId: baseId, airtableTableId: tableId },
      ...{ fieldMappings, createOptions: adds, createLinks: adds, timeZone },
    };
    void wizard.begin(
      { basePublicId, name: '', workspaceId },
      (place) => (signal) => rpc.stream('airtableImportToTableStream', { ...place, ...order }, signal),
    );
  };
  const next = () => {
    wizard.clear();
    if (into === null) importBase();
    else setStage('schema');
  };
  const back = () => {
    wizard.clear();
    if (stage === 'selection') return leave();
    setTargets(null);
    setStage('selection');
  };
  const dismiss = () => {
    if (run.at === 'running') wizard.ask(true);
    else if (run.at === 'finished' && base !== null) onImported(base);
    else onClose();
  };

  const error = run.at === 'idle' ? (run.error ?? props.connectError ?? null) : null;
  const isChosen = serviceId !== '' && baseId !== '' && (into === null || tableId !== '');
  const columns = Object.keys(matched).length;
  const schema = stage === 'schema' && !running && run.at !== 'interrupted';
  const isResumed = resuming !== null;
  const backButton = (
    <Button size="lg" variant="quiet" icon={ArrowLeft} className="me-auto -ms-3" onClick={back}>
      Back
    </Button>
  );
  const footer =
    run.at === 'running' ? (
      <Button size="lg" onClick={() => wizard.ask(true)}>
        Cancel
      </Button>
    ) : run.at === 'finished' ? (
      <Button size="lg" variant="primary" onClick={() => base !== null && onImported(base)}>
        {into === null ? 'Open database' : 'Done'}
      </Button>
    ) : run.at === 'interrupted' ? (
      <Button size="lg" onClick={() => void wizard.remove(run.importId)}>
        Remove
      </Button>
    ) : isResumed ? (
      <Button size="lg" onClick={onClose}>
        Close
      </Button>
    ) : schema && into !== null ? (
      <>
        {backButton}
        <Button size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="lg"
          variant="primary"
          disabled={columns === 0 || preview === undefined}
          onClick={() => importTable(into)}
        >
          Import {countOf(columns, 'column')}
        </Button>
      </>
    ) : (
      <>
        {onBack !== undefined && backButton}
        <Button size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button size="lg" variant="primary" disabled={!isChosen} onClick={next}>
          Next
        </Button>
      </>
    );
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        if (!shown) dismiss();
      }}
      title={
        running || run.at === 'interrupted' || isResumed
          ? run.at === 'finished'
            ? 'Import complete'
            : 'Importing from Airtable'
          : schema
            ? 'Review and Edit Schema'
            : 'Import from Airtable'
      }
      width={schema ? 800 : 520}
      minHeight={schema ? 535 : undefined}
      footer={footer}
    >
      {run.at === 'running' && <ServiceImporting run={run} />}
      {run.at === 'finished' && (
        <div className="flex flex-col gap-3">
          <ResultStep results={[{ tableName: '', result: run.result }]} />
          {run.warning !== null && <Banner tone="warning">{run.warning}</Banner>}
          {run.result.reportUrl !== null && run.result.valuesNotConverted === 0 && (
            <a href={run.result.reportUrl} download className="self-start pb-2 text-base underline">
              Download the report: what became of each field
            </a>
          )}
        </div>
      )}
      {run.at === 'interrupted' && (
        <Banner tone="warning" className="mb-2">
          <p className="font-semibold">{run.why}</p>
          Home offers to resume it, which reads everything from Airtable again.
        </Banner>
      )}
      {run.at === 'idle' && isResumed && error !== null && <Banner tone="danger">{error}</Banner>}
      {run.at === 'idle' && !isResumed && !schema && (
        <>
          {error !== null && (
            <Banner tone="danger" className="mb-4">
              {error}
            </Banner>
          )}
          <AirtableSelection
            selection={selection}
            onChange={choose}
            choosesTable={into !== null}
            returnTo={props.returnTo}
            workspaceId={workspaceId}
          />
        </>
      )}
      {schema && into !== null && preview === undefined && previewed.error === null && (
        <Skeleton className="h-80" />
      )}
      {schema && previewed.error !== null && preview === undefined && (
        <RetryBanner tone="danger" onRetry={() => void previewed.refetch()}>
          {errorText(previewed.error)}
        </RetryBanner>
      )}
      {schema && into !== null && preview !== undefined && (
        <AirtableMapping
          preview={preview}
          table={into.table}
          targets={matched}
          onChange={setTargets}
          adds={adds}
          onAdds={setAdds}
          error={error}
        />
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
