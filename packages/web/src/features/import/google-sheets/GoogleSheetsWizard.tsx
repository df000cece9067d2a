import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@weft/ui';
import { useCallback, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { RetryBanner } from '../../../shell/RetryBanner.tsx';
import type { IntoTable } from '../import-runner.ts';
import { ServiceImportDialog } from '../ServiceImportDialog.tsx';
import type { ServiceWizardProps } from '../service-wizard.ts';
import { proposedMapping, type TableMapping } from '../table-mapping.ts';
import { useServiceWizard } from '../use-service-wizard.ts';
import { ImportingSheet } from './ImportingSheet.tsx';
import { ReadingSheet } from './ReadingSheet.tsx';
import { SheetConnect } from './SheetConnect.tsx';
import { SheetMapping } from './SheetMapping.tsx';
import { nothingChosen, type Selection, SheetSelection } from './SheetSelection.tsx';
import { rangeOf, sheetConnectionsQuery, sheetPreviewQuery } from './sheets-queries.ts';

/** Makes a database of a Google sheet, or adds its rows to a table that is there. */
export function GoogleSheetsWizard(props: ServiceWizardProps) {
  const { into = null, workspaceId = null } = props;
  const [connectsAnother, setConnectsAnother] = useState(false);
  const [selection, setSelection] = useState<Selection>({
    ...nothingChosen,
    serviceId: props.connected ?? '',
  });
  const [mapping, setMapping] = useState<TableMapping | null>(null);
  const wizard = useServiceWizard(props);

  const found = useQuery(sheetConnectionsQuery);
  const connections = found.data;
  const hasNone = connections?.length === 0;
  const connects = wizard.chooses && (hasNone || connectsAnother);
  const { serviceId, spreadsheetId, sheetName } = selection;
  const previewed = useQuery({
    ...sheetPreviewQuery(serviceId, spreadsheetId, sheetName, into?.table.name ?? ''),
    enabled: wizard.reviews,
  });
  const preview = wizard.reviews ? previewed.data : undefined;
  const matched =
    mapping ?? (preview === undefined || into === null ? null : proposedMapping(into.table, preview));
  const choose = useCallback((next: Selection) => {
    setSelection(next);
    setMapping(null);
  }, []);

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
  const columns = Object.keys(matched?.targets ?? {}).length;
  const isChosen = wizard.chooses && !connects && spreadsheetId !== '' && sheetName !== '';
  const next = () => {
    wizard.clear();
    if (into === null) importSheet();
    else wizard.review();
  };
  const back = () => {
    setMapping(null);
    if (wizard.reviews) setSelection({ ...selection, sheetName: '' });
    wizard.back();
  };
  return (
    <ServiceImportDialog
      asked={props}
      wizard={wizard}
      service="Google Sheets"
      report="what of the sheet needs a look"
      readsAgain="the sheet"
      renderProgress={(run) => <ImportingSheet run={run} />}
      next={{ label: 'Continue', onPress: isChosen ? next : null }}
      onBack={back}
      matched={{
        columns,
        onImport:
          columns === 0 || preview === undefined || into === null || matched === null
            ? null
            : () => importColumns(into, matched),
      }}
    >
      {wizard.chooses && connections === undefined && found.error !== null && (
        <RetryBanner tone="danger" onRetry={() => void found.refetch()}>
          {errorText(found.error)}
        </RetryBanner>
      )}
      {wizard.chooses && connections === undefined && found.error === null && <Skeleton className="h-40" />}
      {connects && connections !== undefined && (
        <SheetConnect
          returnTo={props.returnTo}
          workspaceId={workspaceId}
          onBack={hasNone ? null : () => setConnectsAnother(false)}
        />
      )}
      {wizard.chooses && !connects && connections !== undefined && (
        <SheetSelection
          connections={connections}
          selection={selection}
          onChange={choose}
          onConnectAnother={() => setConnectsAnother(true)}
          asksForSheet={into !== null}
        />
      )}
      {wizard.reviews && previewed.error !== null && preview === undefined && (
        <RetryBanner tone="danger" onRetry={() => void previewed.refetch()}>
          <span className="font-semibold">Failed to load sheet data</span>
          <span className="block">{errorText(previewed.error)}</span>
        </RetryBanner>
      )}
      {wizard.reviews && previewed.error === null && preview === undefined && <ReadingSheet />}
      {wizard.reviews && preview !== undefined && matched !== null && (
        <SheetMapping preview={preview} mapping={matched} onChange={setMapping} error={wizard.error} />
      )}
    </ServiceImportDialog>
  );
}
