import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Banner, Button, Dialog, FormField, Select, Skeleton } from '@weft/ui';
import { ArrowLeft, Database, FileSpreadsheet, Grid3x3, Plus, Sheet, Sparkles, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ChoiceRow } from '../../shell/ChoiceRow.tsx';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { withTemporal } from '../../shell/with-temporal.ts';
import { ServiceWizard } from '../import/ServiceWizard.tsx';
import { baseQuery, type KnownTable, noMetadata } from './base-metadata.ts';
import { DatabaseList, listedBases } from './DatabaseList.tsx';
import { type ConnectStage, type ImportSource, importStages, isImportStage } from './stages.ts';

const CsvWizard = lazyDialog(() =>
  withTemporal(() => import('../import/CsvWizard.tsx')).then((part) => part.CsvWizard),
);

const DescribedDatabase = lazyDialog(() =>
  import('./DescribedDatabase.tsx').then((part) => part.DescribedDatabase),
);

interface ChooseDatabaseDialogProps {
  /** What is being built. */
  readonly flowId: string;
  /** People will sign in by an email field of the database: one that is made of a description needs it. */
  readonly addAuthentication?: boolean;
  /** Where it begins. */
  readonly stage: ConnectStage;
  /** What a new database is for, in a line. */
  readonly newText: string;
  /** How a database is made of what is being built. */
  readonly made: { readonly title: string; readonly text: string; readonly make: () => Promise<void> };
  /** Connects a database that is kept elsewhere, where the editor can work with one. */
  readonly onConnectElsewhere?: (service: ImportSource) => void;
  /** The page of the editor that opens the import again after a service's sign-in. */
  readonly returnTo: (source: ImportSource) => string;
  /** The connection that one just came back with from there. */
  readonly connected: string | null;
  /** What went wrong there. */
  readonly connectError: string | null;
  readonly onClose: () => void;
  /** A database, and a table of it where the editor works with one. */
  readonly onChosen: (basePublicIdentifier: string, table: KnownTable | null) => void;
  /** What is chosen: a table of a database, or the database with all its tables. */
  readonly wanted?: 'table' | 'database';
}

const titles: { readonly [S in ConnectStage]: string } = {
  initial: 'Connect database',
  new_base: 'New database',
  select_existing: 'Select a database',
  unified_selection: 'Change database',
  'csv-import': 'Import from CSV',
  'zite-airtable-import': 'Import from Airtable',
  'zite-googlesheets-import': 'Import from Google Sheets',
};

/** An import made here goes on to what it made, and opens nothing. */
const finishLabels = { table: 'Choose table', database: 'Choose database' } as const;

/** Chooses a database that an editor works with, or a table of it: one there is, or one made now. */
export function ChooseDatabaseDialog(props: ChooseDatabaseDialogProps) {
  const { made, onClose, onChosen, wanted = 'table' } = props;
  const [stage, setStage] = useState<ConnectStage | 'described'>(props.stage);
  const [baseId, setBaseId] = useState<string | null>(null);
  const [tableId, setTableId] = useState<string | null>(null);
  const { busy, submit } = useSubmission({ toasts: true });
  const cache = useQueryClient();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // From step to step it is the same dialog.
    if (stage === 'initial' || stage === 'new_base') first.current?.focus();
  }, [stage]);
  const { data: base, error } = useQuery({ ...baseQuery(baseId ?? ''), enabled: baseId !== null });
  const table = base?.tables.find(({ id }) => id === tableId) ?? base?.tables[0];
  const choose = (id: string) => {
    setBaseId(id);
    setTableId(null);
  };
  const onBack = () => setStage('new_base');
  const onMade = (id: string) => {
    void cache.invalidateQueries({ queryKey: listedBases });
    choose(id);
    setStage('select_existing');
  };
  if (stage === 'described')
    return (
      <DescribedDatabase
        {...{ onMade, onBack, onClose }}
        flowId={props.flowId}
        addAuthentication={props.addAuthentication ?? false}
      />
    );
  const importing = { open: true, finishLabel: finishLabels[wanted], onBack, onClose, onImported: onMade };
  if (isImportStage(stage)) {
    const source = importStages[stage];
    const isBack = stage === props.stage;
    return (
      <ServiceWizard
        {...importing}
        source={source}
        connected={isBack ? props.connected : null}
        connectError={isBack ? props.connectError : null}
        returnTo={props.returnTo(source)}
      />
    );
  }
  if (stage === 'csv-import') return <CsvWizard {...importing} />;
  const lists = stage === 'select_existing' || stage === 'unified_selection';
  // Who comes back from a sign-in began with the first step.
  const begins = isImportStage(props.stage) ? 'initial' : props.stage;
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
            <Button
              size="lg"
              variant="primary"
              disabled={base === undefined || (wanted === 'table' && table === undefined)}
              onClick={() => baseId !== null && base !== undefined && onChosen(baseId, table ?? null)}
            >
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
            text={props.newText}
            onPress={() => setStage('new_base')}
          />
          <ChoiceRow
            icon={Database}
            title="Existing database"
            text={wanted === 'table' ? 'A table you have already' : 'One you have already'}
            onPress={() => setStage('select_existing')}
          />
          {props.onConnectElsewhere !== undefined && (
            <>
              <ChoiceRow
                icon={Grid3x3}
                title="Airtable, connected"
                text="A base whose records stay there: the app reads and writes them"
                onPress={() => props.onConnectElsewhere?.('airtable')}
              />
              <ChoiceRow
                icon={Sheet}
                title="Google Sheets, connected"
                text="A spreadsheet whose rows stay there: the app reads and writes them"
                onPress={() => props.onConnectElsewhere?.('googlesheets')}
              />
            </>
          )}
        </div>
      )}
      {stage === 'new_base' && (
        <div className="flex flex-col gap-3 pb-2">
          <ChoiceRow
            place={first}
            icon={Table2}
            title={made.title}
            text={made.text}
            busy={busy}
            onPress={() => void submit(made.make)}
          />
          <ChoiceRow
            icon={Sparkles}
            title="From a description"
            text="Say what you want to keep, and get tables for it"
            onPress={() => setStage('described')}
          />
          <ChoiceRow
            icon={FileSpreadsheet}
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
          <ChoiceRow
            icon={Sheet}
            title="Google Sheets import"
            text="A table made of a sheet"
            onPress={() => setStage('zite-googlesheets-import')}
          />
        </div>
      )}
      {lists && (
        <div className="flex flex-col gap-4 pb-2">
          <DatabaseList chosen={baseId} onChoose={choose} />
          {stage === 'unified_selection' && (
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" icon={Plus} onClick={() => setStage('new_base')}>
                New database
              </Button>
              {props.onConnectElsewhere !== undefined && (
                <>
                  <Button
                    variant="quiet"
                    icon={Grid3x3}
                    onClick={() => props.onConnectElsewhere?.('airtable')}
                  >
                    Connect Airtable
                  </Button>
                  <Button
                    variant="quiet"
                    icon={Sheet}
                    onClick={() => props.onConnectElsewhere?.('googlesheets')}
                  >
                    Connect Google Sheets
                  </Button>
                </>
              )}
            </div>
          )}
          {baseId !== null && error !== null && base === undefined && (
            <Banner tone="danger">{noMetadata}</Banner>
          )}
          {baseId !== null && error === null && base === undefined && <Skeleton className="h-8" />}
          {base !== undefined && base.tables.length === 0 && (
            <Banner tone="warning">This database has no table yet.</Banner>
          )}
          {wanted === 'table' && base !== undefined && table !== undefined && (
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
