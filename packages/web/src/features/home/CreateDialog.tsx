import { useNavigate } from '@tanstack/react-router';
import { Badge, Button, Dialog, Icon, type IconType } from '@weft/ui';
import { FileSpreadsheet, FileUp, LayoutTemplate, NotebookText, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { ChoiceRow } from '../../shell/ChoiceRow.tsx';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { withTemporal } from '../../shell/with-temporal.ts';
import { createBlank, createFromTemplate } from './create-blank.ts';

const CsvWizard = lazyDialog(() =>
  withTemporal(() => import('../import/CsvWizard.tsx')).then((part) => part.CsvWizard),
);

const TemplateGallery = lazyDialog(() =>
  import('../creation/TemplateGallery.tsx').then((part) => part.TemplateGallery),
);

type Stage = 'choose' | 'templates' | 'import' | 'csv-import';

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
  readonly onClose: () => void;
}) {
  const { open, workspaceId, onClose } = props;
  const [stage, setStage] = useState<Stage>('choose');
  const { busy, submit } = useSubmission({ textOf: notCreated, toasts: true, leaves: true });
  const navigate = useNavigate();
  // Where a key goes on, not where it closes the dialog.
  const first = useRef<HTMLButtonElement>(null);
  const connect = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog brings the focus in when it opens; from step to step it is the same dialog.
    if (open) (stage === 'import' ? connect : first).current?.focus();
  }, [open, stage]);
  const close = () => {
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
  if (stage === 'templates')
    return (
      <TemplateGallery
        open={open}
        onMake={async (name) => go(await createFromTemplate(name, workspaceId))}
        onBack={() => setStage('choose')}
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
            <Button ref={connect} size="lg" variant="primary" onClick={() => setStage('csv-import')}>
              Connect
            </Button>
          </>
        }
      >
        <div role="radiogroup" aria-label="Import data from" className="flex flex-col gap-2">
          <Source icon={FileSpreadsheet} title="CSV" chosen />
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
      </div>
    </Dialog>
  );
}
