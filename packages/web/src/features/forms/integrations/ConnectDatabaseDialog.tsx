import { useQuery } from '@tanstack/react-query';
import type { Content } from '@weft/documents';
import { type DatabaseMapping, mappedByName, titleOf } from '@weft/forms';
import { Banner, Button, Dialog, FormField, Select, Skeleton } from '@weft/ui';
import { ArrowLeft, Database, FileUp, Grid3x3, Plus, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../paths.ts';
import { ChoiceRow } from '../../../shell/ChoiceRow.tsx';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { withTemporal } from '../../../shell/with-temporal.ts';
import { ServiceWizard } from '../../import/ServiceWizard.tsx';
import { createAnswerBase } from './create-answer-base.ts';
import { DatabaseList } from './DatabaseList.tsx';
import { mappableFields } from './mappable-fields.ts';
import { baseQuery, type Integrations, noMetadata } from './queries.ts';
import type { ConnectStage } from './stages.ts';

const CsvWizard = lazyDialog(() =>
  withTemporal(() => import('../../import/CsvWizard.tsx')).then((part) => part.CsvWizard),
);

/** A table of a database, with what goes into its fields. */
type Chosen = Pick<DatabaseMapping, 'basePublicIdentifier' | 'tableId' | 'nameMappings' | 'keyFieldId'>;

interface ConnectDatabaseDialogProps {
  readonly flowId: string;
  /** The connection that one just came back with from its sign-in. */
  readonly connected: string | null;
  /** Where it begins. */
  readonly stage: ConnectStage;
  readonly content: Content;
  /** What can go into a table. */
  readonly fields: Integrations['fields'];
  readonly onClose: () => void;
  readonly onChosen: (chosen: Chosen) => void;
}

const titles: { readonly [S in ConnectStage]: string } = {
  initial: 'Connect database',
  new_base: 'New database',
  select_existing: 'Select a database',
  unified_selection: 'Change database',
  'csv-import': 'Import from CSV',
  'zite-airtable-import': 'Import from Airtable',
};

/** Chooses the table that answers go into: of a database there is, or of one made now. */
export function ConnectDatabaseDialog(props: ConnectDatabaseDialogProps) {
  const { content, fields, onClose, onChosen } = props;
  const [stage, setStage] = useState(props.stage);
  const [baseId, setBaseId] = useState<string | null>(null);
  const [tableId, setTableId] = useState<string | null>(null);
  const { busy, submit } = useSubmission({ toasts: true });
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // From step to step it is the same dialog.
    if (stage === 'initial' || stage === 'new_base') first.current?.focus();
  }, [stage]);
  const asked = mappableFields(content, fields);
  const { data: base, error } = useQuery({ ...baseQuery(baseId ?? ''), enabled: baseId !== null });
  const table = base?.tables.find(({ id }) => id === tableId) ?? base?.tables[0];
  const select = () => {
    if (baseId === null || table === undefined) return;
    const nameMappings = mappedByName(asked, table);
    onChosen({ basePublicIdentifier: baseId, tableId: table.id, nameMappings, keyFieldId: null });
  };
  const choose = (id: string) => {
    setBaseId(id);
    setTableId(null);
  };
  const imported = (id: string) => {
    choose(id);
    setStage('select_existing');
  };
  if (stage === 'zite-airtable-import')
    return (
      <ServiceWizard
        open
        source="airtable"
        connected={props.connected}
        returnTo={`${paths.editor(props.flowId, 'integrations')}?service=databases&continueImport=airtable`}
        onBack={() => setStage('new_base')}
        onClose={onClose}
        onImported={imported}
      />
    );
  if (stage === 'csv-import')
    return <CsvWizard open onBack={() => setStage('new_base')} onClose={onClose} onImported={imported} />;
  const lists = stage === 'select_existing' || stage === 'unified_selection';
  // Who comes back from a sign-in began with the first step.
  const begins = props.stage === 'zite-airtable-import' ? 'initial' : props.stage;
  const back = stage === begins ? null : () => setStage(begins);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titles[stage]}
      initialFocus={lists ? undefined : first}
      footer={
        <>
          {back !== null && (
            <Button size="lg" variant="quiet" icon={ArrowLeft} className="me-auto -ms-3" onClick={back}>
              Back
            </Button>
          )}
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          {lists && (
            <Button size="lg" variant="primary" disabled={table === undefined} onClick={select}>
              Select
            </Button>
          )}
        </>
      }
    >
      {stage === 'initial' && (
        <div className="flex flex-col gap-3 pb-2">
          <ChoiceRow
            place={first}
            icon={Plus}
            title="New database"
            text="Made for the answers of this form"
            onPress={() => setStage('new_base')}
          />
          <ChoiceRow
            icon={Database}
            title="Existing database"
            text="A table you have already"
            onPress={() => setStage('select_existing')}
          />
        </div>
      )}
      {stage === 'new_base' && (
        <div className="flex flex-col gap-3 pb-2">
          <ChoiceRow
            place={first}
            icon={Table2}
            title="From this form"
            text="A table with a field for each question"
            busy={busy}
            onPress={() => void submit(async () => onChosen(await createAnswerBase(titleOf(content), asked)))}
          />
          <ChoiceRow
            icon={FileUp}
            title="CSV import"
            text="A table made of a file"
            onPress={() => setStage('csv-import')}
          />
          <ChoiceRow
            icon={Grid3x3}
            title="Airtable import"
            text="Tables made of a base of Airtable"
            onPress={() => setStage('zite-airtable-import')}
          />
        </div>
      )}
      {lists && (
        <div className="flex flex-col gap-4 pb-2">
          <DatabaseList chosen={baseId} onChoose={choose} />
          {stage === 'unified_selection' && (
            <Button variant="quiet" icon={Plus} className="self-start" onClick={() => setStage('new_base')}>
              New database
            </Button>
          )}
          {baseId !== null && error !== null && base === undefined && (
            <Banner tone="danger">{noMetadata}</Banner>
          )}
          {baseId !== null && error === null && base === undefined && <Skeleton className="h-8" />}
          {base !== undefined && base.tables.length === 0 && (
            <Banner tone="warning">This database has no table yet.</Banner>
          )}
          {base !== undefined && table !== undefined && (
            <FormField label="Table">
              {({ id }) => (
                <Select
                  id={id}
                  label="Table"
                  value={table.id}
                  options={base.tables.map((each) => ({ value: each.id, label: each.name }))}
                  onChange={setTableId}
                />
              )}
            </FormField>
          )}
        </div>
      )}
    </Dialog>
  );
}
