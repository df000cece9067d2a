import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Banner, Button, ConfirmDialog, Dialog, Skeleton } from '@weft/ui';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { connectionsQuery } from '../../integrations/integration-queries.ts';
import { RetryBanner } from '../../integrations/RetryBanner.tsx';
import { countOf } from '../counts.ts';
import type { IntoTable } from '../import-runner.ts';
import { type ServiceImport, streamOfOrder } from '../interrupted-imports.ts';
import { ResultStep } from '../ResultStep.tsx';
import { proposedMapping, type TableMapping } from '../table-mapping.ts';
import { useServiceImport } from '../use-service-import.ts';
import { ImportingSheet } from './ImportingSheet.tsx';
import { ReadingSheet } from './ReadingSheet.tsx';
import { SheetConnect } from './SheetConnect.tsx';
import { SheetMapping } from './SheetMapping.tsx';
import { nothingChosen, type Selection, SheetSelection } from './SheetSelection.tsx';
import { rangeOf, sheetPreviewQuery } from './sheets-queries.ts';

interface GoogleSheetsWizardProps {
  readonly open: boolean;
  /** Closed without an import. */
  readonly onClose: () => void;
  /** Back to where imports are chosen; without it the wizard closes. */
  readonly onBack?: () => void;
  readonly onImported: (basePublicId: string) => void;
  /** Where one comes back to from Google's sign-in: a page that opens this step again. */
  readonly returnTo: string;
  /** What went wrong there. */
  readonly connectError?: string | null;
  /** Where the new database goes; Home where it is left out. */
  readonly workspaceId?: string | null;
  /** A table that is there, into which the rows go. */
  readonly into?: IntoTable | null;
  /** An interrupted import to start again, in place of a new one. */
  readonly resuming?: ServiceImport | null;
}

type Step = 'connect' | 'select-sheet' | 'schema';

/** Makes a database of a Google sheet, or adds its rows to a table that is there. */
export function GoogleSheetsWizard(props: GoogleSheetsWizardProps) {
  const { open, onClose, onBack, onImported, into = null, workspaceId = null, resuming = null } = props;
  const [asked, setAsked] = useState<Step>('select-sheet');
  const [selection, setSelection] = useState<Selection>(nothingChosen);
  const [mapping, setMapping] = useState<TableMapping | null>(null);
  const leave = onBack ?? onClose;
  const wizard = useServiceImport({ onFinished: onImported, onCancelled: leave });
  const { run, base } = wizard;
  const isResumed = resuming !== null;

  const found = useQuery(connectionsQuery);
  // Others were given up before anybody had signed in.
  const connections = found.data?.filter(
    ({ type, session_state }) => type === 'googlesheets' && session_state !== undefined,
  );
  const step: Step = connections?.length === 0 ? 'connect' : asked;
  const { serviceId, spreadsheetId, sheetName } = selection;
  const previewed = useQuery({
    ...sheetPreviewQuery(serviceId, spreadsheetId, sheetName, into?.table.name ?? ''),
    enabled: step === 'schema',
  });
  const preview = step === 'schema' ? previewed.data : undefined;
  const matched =
    mapping ?? (preview === undefined || into === null ? null : proposedMapping(into.table, preview));
  const columns = Object.keys(matched?.targets ?? {}).length;

  const started = useRef(false);
  const { resume } = wizard;
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
    setMapping(null);
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

  const importSheet = () =>
    void wizard.begin({ basePublicId: null, name: sheetName, workspaceId }, (place) => (signal) => {
      const order = { ...place, serviceId, spreadsheetId, range: rangeOf(sheetName) };
      return rpc.stream(
        'googleSheetsImportStream',
        { ...order, config: { tableName: sheetName }, baseMadeForImport: true },
        signal,
      );
    });
  const importColumns = (
    { basePublicId, table }: IntoTable,
    { targets, createOptions, createLinks }: TableMapping,
  ) => {
    const fieldMappings = (preview?.config.columns ?? []).flatMap(({ sourceFieldIndex, fieldName }) => {
      const targetFieldId = targets[sourceFieldIndex];
      if (targetFieldId === undefined) return [];
      return [{ sourceFieldIndex, sourceFieldName: fieldName, targetFieldId }];
    });
    const order = { tableId: table.id, serviceId, spreadsheetId, sheetName, createOptions, createLinks };
    void wizard.begin(
      { basePublicId, name: '', workspaceId },
      (place) => (signal) =>
        rpc.stream('googleSheetsImportToTableStream', { ...place, ...order, fieldMappings }, signal),
    );
  };
  const next = () => {
    wizard.clear();
    if (into === null) importSheet();
    else setAsked('schema');
  };
  const back = () => {
    wizard.clear();
    setMapping(null);
    if (step === 'schema') {
      setSelection({ ...selection, sheetName: '' });
      setAsked('select-sheet');
    } else leave();
  };
  const dismiss = () => {
    if (run.at === 'running') wizard.ask(true);
    else if (run.at === 'finished' && base !== null) onImported(base);
    else onClose();
  };

  const error = run.at === 'idle' ? (run.error ?? props.connectError ?? null) : null;
  const shows = (one: Step) => run.at === 'idle' && !isResumed && step === one;
  const schema = shows('schema') && into !== null;
  const footer = () => {
    if (run.at === 'running')
      return (
        <Button size="lg" onClick={() => wizard.ask(true)}>
          Cancel
        </Button>
      );
    if (run.at === 'finished')
      return (
        <Button size="lg" variant="primary" onClick={() => base !== null && onImported(base)}>
          {into === null ? 'Open database' : 'Done'}
        </Button>
      );
    if (run.at === 'interrupted')
      return (
        <Button size="lg" onClick={() => void wizard.remove(run.importId)}>
          Remove
        </Button>
      );
    if (isResumed)
      return (
        <Button size="lg" onClick={onClose}>
          Close
        </Button>
      );
    return (
      <>
        {(schema || onBack !== undefined) && (
          <Button size="lg" variant="quiet" icon={ArrowLeft} className="me-auto -ms-3" onClick={back}>
            Back
          </Button>
        )}
        <Button size="lg" onClick={onClose}>
          Cancel
        </Button>
        {schema ? (
          <Button
            size="lg"
            variant="primary"
            disabled={columns === 0 || preview === undefined}
            onClick={() => matched !== null && importColumns(into, matched)}
          >
            Import {countOf(columns, 'column')}
          </Button>
        ) : (
          <Button
            size="lg"
            variant="primary"
            disabled={!shows('select-sheet') || spreadsheetId === '' || sheetName === ''}
            onClick={next}
          >
            Continue
          </Button>
        )}
      </>
    );
  };
  const title =
    run.at === 'finished'
      ? 'Import complete'
      : run.at !== 'idle' || isResumed
        ? 'Importing from Google Sheets'
        : schema
          ? 'Review and Edit Schema'
          : 'Import from Google Sheets';
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        if (!shown) dismiss();
      }}
      title={title}
      width={schema ? 800 : 520}
      minHeight={schema ? 535 : undefined}
      footer={footer()}
    >
      {run.at === 'running' && <ImportingSheet run={run} />}
      {run.at === 'finished' && <ResultStep results={[{ tableName: '', result: run.result }]} />}
      {run.at === 'finished' && run.result.reportUrl !== null && run.result.valuesNotConverted === 0 && (
        <a href={run.result.reportUrl} download className="self-start pb-2 text-base underline">
          Download the report: what of the sheet needs a look
        </a>
      )}
      {run.at === 'interrupted' && (
        <Banner tone="warning" className="mb-2">
          <p className="font-semibold">{run.why}</p>
          Home offers to resume it, which reads the sheet again.
        </Banner>
      )}
      {run.at === 'idle' && !schema && error !== null && (
        <Banner tone="danger" className="mb-4">
          {error}
        </Banner>
      )}
      {run.at === 'idle' && !isResumed && found.error !== null && connections === undefined && (
        <RetryBanner tone="danger" onRetry={() => void found.refetch()}>
          {errorText(found.error)}
        </RetryBanner>
      )}
      {run.at === 'idle' && !isResumed && found.error === null && connections === undefined && (
        <Skeleton className="h-40" />
      )}
      {shows('connect') && connections !== undefined && (
        <SheetConnect
          returnTo={props.returnTo}
          workspaceId={workspaceId}
          onBack={connections.length === 0 ? null : () => setAsked('select-sheet')}
        />
      )}
      {shows('select-sheet') && connections !== undefined && (
        <SheetSelection
          connections={connections}
          selection={selection}
          onChange={choose}
          onConnectAnother={() => setAsked('connect')}
          asksForSheet={into !== null}
        />
      )}
      {schema && previewed.error !== null && preview === undefined && (
        <RetryBanner tone="danger" onRetry={() => void previewed.refetch()}>
          <span className="font-semibold">Failed to load sheet data</span>
          <span className="block">{errorText(previewed.error)}</span>
        </RetryBanner>
      )}
      {schema && previewed.error === null && preview === undefined && <ReadingSheet />}
      {schema && preview !== undefined && matched !== null && (
        <SheetMapping preview={preview} mapping={matched} onChange={setMapping} error={error} />
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
