import { useNavigate } from '@tanstack/react-router';
import { Badge, Button, Dialog, Icon, type IconType } from '@weft/ui';
import {
  FileSpreadsheet,
  FileUp,
  Grid3x3,
  LayoutTemplate,
  NotebookText,
  Sheet,
  Sparkles,
  Table2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { ChoiceRow } from '../../shell/ChoiceRow.tsx';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { withTemporal } from '../../shell/with-temporal.ts';
import { ServiceWizard } from '../import/ServiceWizard.tsx';
import { createBlank, createFromSchema, createFromTemplate } from './create-blank.ts';

const CsvWizard = lazyDialog(() =>
  withTemporal(() => import('../import/CsvWizard.tsx')).then((part) => part.CsvWizard),
);

const TemplateGallery = lazyDialog(() =>
  import('../creation/TemplateGallery.tsx').then((part) => part.TemplateGallery),
);

const DescribeDialog = lazyDialog(() =>
  import('../creation/DescribeDialog.tsx').then((part) => part.DescribeDialog),
);

/** THE list of what databases are imported from, by the stage of each. */
const sources = [
  { stage: 'airtable-import', title: 'Airtable', icon: Grid3x3 },
  { stage: 'csv-import', title: 'CSV', icon: FileSpreadsheet },
  { stage: 'googlesheets-import', title: 'Google Sheets', icon: Sheet },
] as const satisfies readonly { stage: string; title: string; icon: IconType }[];

/** The service of a stage, and what asks for it in the address. */
const services = {
  'airtable-import': { source: 'airtable', asked: 'airtableImport' },
  'googlesheets-import': { source: 'googlesheets', asked: 'googleSheetsImport' },
} as const;

type ImportStage = (typeof sources)[number]['stage'];
type Stage = 'choose' | 'describe' | 'templates' | 'import' | ImportStage;

function Source(props: {
  readonly icon: IconType;
  readonly title: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose?: () => void;
}) {
  return (
    <label
      className={`flex h-14 items-center gap-3 rounded-lg border px-4 ${
        props.disabled === true
          ? 'text-text-disabled'
          : props.chosen
            ? 'border-accent bg-accent-tint'
            : 'hover:border-line-strong'
      }`}
    >
      <Icon of={props.icon} size={20} className={props.disabled === true ? '' : 'text-text-muted'} />
      <span className="flex-1 font-medium text-body">{props.title}</span>
      {props.disabled === true && <Badge>Coming soon</Badge>}
      <input
        type="radio"
        name="source"
        className="size-4 accent-accent"
        checked={props.chosen}
        disabled={props.disabled ?? false}
        onChange={() => props.onChoose?.()}
      />
    </label>
  );
}

const notCreated = () => 'Failed to create table. Please try again.';

/** Creates a database: blank, or from data one has. Reopened, it starts anew. */
export function CreateDialog(props: {
  readonly open: boolean;
  /** Where the database goes; null: to Home. */
  readonly workspaceId: string | null;
  /** Where it begins, for who comes back from a service's sign-in. */
  readonly stage?: ImportStage | null;
  /** What went wrong there. */
  readonly connectError?: string | null;
  /** The connection that was made there. */
  readonly connected?: string | null;
  readonly onClose: () => void;
}) {
  const { open, workspaceId, onClose } = props;
  const [stage, setStage] = useState<Stage>(props.stage ?? 'choose');
  const [source, setSource] = useState<ImportStage>('csv-import');
  const { busy, submit } = useSubmission({ textOf: notCreated, toasts: true, leaves: true });
  const navigate = useNavigate();
  // Where a key goes on, not where it closes the dialog.
  const first = useRef<HTMLButtonElement>(null);
  const connect = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog brings the focus in when it opens; from step to step it is the same dialog.
    if (open) (stage === 'import' ? connect : first).current?.focus();
  }, [open, stage]);
  const [described, setDescribed] = useState<string | undefined>(undefined);
  const close = () => {
    setDescribed(undefined);
    setStage('choose');
    onClose();
  };
  const go = (baseId: string) => void navigate({ to: paths.database(baseId) });
  const blank = () => submit(async () => go(await createBlank(workspaceId)));
  const change = (next: boolean) => {
    if (!next) close();
  };

  if (stage === 'csv-import')
    return (
      <CsvWizard
        open={open}
        workspaceId={workspaceId}
        onBack={() => setStage('import')}
        onClose={close}
        onImported={go}
      />
    );
  if (stage === 'airtable-import' || stage === 'googlesheets-import') {
    const service = services[stage];
    return (
      <ServiceWizard
        open={open}
        source={service.source}
        workspaceId={workspaceId}
        connectError={props.connectError ?? null}
        connected={props.connected ?? null}
        returnTo={`${location.pathname}?newDatabaseModal=open&${service.asked}=true`}
        onBack={() => setStage('import')}
        onClose={close}
        onImported={go}
      />
    );
  }
  if (stage === 'describe')
    return (
      <DescribeDialog
        open={open}
        described={described}
        onMake={async (schema, onStatus) => go(await createFromSchema(schema, workspaceId, onStatus))}
        onSearchTemplates={(description) => {
          setDescribed(description);
          setStage('templates');
        }}
        onBack={() => {
          setDescribed(undefined);
          setStage('choose');
        }}
        onClose={close}
      />
    );
  if (stage === 'templates')
    return (
      <TemplateGallery
        open={open}
        described={described}
        onMake={async (name) => go(await createFromTemplate(name, workspaceId))}
        // Back to what was described, to say it in other words.
        onBack={() => setStage(described === undefined ? 'choose' : 'describe')}
        onClose={close}
      />
    );
  if (stage === 'import')
    return (
      <Dialog
        open={open}
        onOpenChange={change}
        title="Import data from"
        initialFocus={connect}
        footer={
          <>
            <Button size="lg" onClick={() => setStage('choose')}>
              Cancel
            </Button>
            <Button ref={connect} size="lg" variant="primary" onClick={() => setStage(source)}>
              Connect
            </Button>
          </>
        }
      >
        <div role="radiogroup" aria-label="Import data from" className="flex flex-col gap-2">
          {sources.map(({ stage: leads, title, icon }) => (
            <Source
              key={leads}
              icon={icon}
              title={title}
              chosen={leads === source}
              onChoose={() => setSource(leads)}
            />
          ))}
          <Source icon={NotebookText} title="Notion" chosen={false} disabled />
        </div>
      </Dialog>
    );
  return (
    <Dialog open={open} onOpenChange={change} title="Create database" initialFocus={first}>
      <div className="flex flex-col gap-3 pb-2">
        <ChoiceRow
          place={first}
          icon={Table2}
          title="Blank database"
          text="Start from scratch"
          busy={busy}
          onPress={() => void blank()}
        />
        <ChoiceRow
          icon={FileUp}
          title="Import"
          text="From external data sources"
          onPress={() => setStage('import')}
        />
        <ChoiceRow
          icon={LayoutTemplate}
          title="Template"
          text="Linked tables with sample records and views"
          onPress={() => setStage('templates')}
        />
        <ChoiceRow
          icon={Sparkles}
          title="Description"
          text="Say what you want to keep, and get tables for it"
          onPress={() => setStage('describe')}
        />
      </div>
    </Dialog>
  );
}
