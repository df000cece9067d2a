import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallRequest } from '@weft/protocol';
import { Skeleton } from '@weft/ui';
import { useCallback, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { RetryBanner } from '../../../shell/RetryBanner.tsx';
import { choicesQuery } from '../../integrations/integration-queries.ts';
import type { IntoTable } from '../import-runner.ts';
import { ServiceImportDialog } from '../ServiceImportDialog.tsx';
import { ServiceImporting } from '../ServiceImporting.tsx';
import type { ServiceWizardProps } from '../service-wizard.ts';
import { useServiceWizard } from '../use-service-wizard.ts';
import { AirtableMapping } from './AirtableMapping.tsx';
import { AirtableSelection, nothingChosen, type Selection } from './AirtableSelection.tsx';
import { airtableBaseQuery, airtablePreviewQuery } from './airtable-queries.ts';
import { type FieldTargets, proposedTargets } from './field-targets.ts';

/** Makes a database of a base of Airtable, or adds a table of one to a table that is there. */
export function AirtableWizard(props: ServiceWizardProps) {
  const { into = null, workspaceId = null } = props;
  const [selection, setSelection] = useState<Selection>({
    ...nothingChosen,
    serviceId: props.connected ?? '',
  });
  const [targets, setTargets] = useState<FieldTargets | null>(null);
  const [adds, setAdds] = useState(true);
  const queryClient = useQueryClient();
  const wizard = useServiceWizard(props);
  const { serviceId, baseId, tableId } = selection;
  const previewed = useQuery({
    ...airtablePreviewQuery(serviceId, baseId, tableId),
    enabled: wizard.reviews && tableId !== '',
  });
  const preview = previewed.data;
  const matched =
    targets ??
    (preview === undefined || into === null ? {} : proposedTargets(into.table, preview.importedFields));
  const choose = useCallback((next: Selection) => {
    setSelection(next);
    setTargets(null);
  }, []);

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
  const columns = Object.keys(matched).length;
  const isChosen = serviceId !== '' && baseId !== '' && (into === null || tableId !== '');
  const next = () => {
    wizard.clear();
    if (into === null) importBase();
    else wizard.review();
  };
  return (
    <ServiceImportDialog
      asked={props}
      wizard={wizard}
      service="Airtable"
      report="what became of each field"
      readsAgain="everything from Airtable"
      renderProgress={(run) => <ServiceImporting run={run} />}
      next={{ label: 'Next', onPress: isChosen ? next : null }}
      onBack={() => {
        if (wizard.reviews) setTargets(null);
        wizard.back();
      }}
      matched={{
        columns,
        onImport: columns === 0 || preview === undefined || into === null ? null : () => importTable(into),
      }}
    >
      {wizard.chooses && (
        <AirtableSelection
          selection={selection}
          onChange={choose}
          choosesTable={into !== null}
          returnTo={props.returnTo}
          workspaceId={workspaceId}
        />
      )}
      {wizard.reviews && preview === undefined && previewed.error === null && <Skeleton className="h-80" />}
      {wizard.reviews && preview === undefined && previewed.error !== null && (
        <RetryBanner tone="danger" onRetry={() => void previewed.refetch()}>
          <span className="font-semibold">Failed to load table data</span>
          <span className="block">{errorText(previewed.error)}</span>
        </RetryBanner>
      )}
      {wizard.reviews && into !== null && preview !== undefined && (
        <AirtableMapping
          preview={preview}
          table={into.table}
          targets={matched}
          onChange={setTargets}
          adds={adds}
          onAdds={setAdds}
          error={wizard.error}
        />
      )}
    </ServiceImportDialog>
  );
}
