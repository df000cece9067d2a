import type { AppProblem } from '@weft/apps';
import { asksToSignIn } from '@weft/apps';
import { Button, Icon, Menu, Popover, toast } from '@weft/ui';
import { ChevronDown, CircleAlert, ExternalLink, History, TriangleAlert, Unplug } from 'lucide-react';
import { useState } from 'react';
import { keyed } from '../../editor/keyed.ts';
import { UnpublishedChanges } from '../../editor/UnpublishedChanges.tsx';
import { copyText } from '../../shell/copy-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { appAddress } from './app-address.ts';
import type { AppEditing } from './app-editing.ts';
import type { AppSession, AppState } from './app-session.ts';
import { goneFieldEdits } from './edit/set-setting.ts';

interface PublishControlsProps {
  readonly session: AppSession;
  readonly state: AppState;
  readonly editing: AppEditing;
  readonly onVersions: () => void;
  readonly onProblem: (id: string | null) => void;
}

const needsMail: AppProblem = {
  severity: 'error',
  blockId: null,
  text: 'People sign in to this app by mail, but this server sends none yet: set SMTP_URL',
};

interface ProblemsProps {
  readonly problems: readonly AppProblem[];
  /** Takes out of blocks what they show and is gone; null: there is nothing of that. */
  readonly onTakeOut: (() => void) | null;
  readonly onProblem: (id: string | null) => void;
}

/** What keeps the app from being published first, then what its author may not be aware of; a press leads there. */
function Problems({ problems, onTakeOut, onProblem }: ProblemsProps) {
  const [open, setOpen] = useState(false);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const count = errors.length > 0 ? errors.length : problems.length;
  const shown = [...errors, ...problems.filter(({ severity }) => severity !== 'error')];
  const noun = errors.length > 0 ? 'problem' : 'note';
  return (
    <Popover
      label="Problems"
      align="end"
      width={400}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" icon={TriangleAlert} className="text-warning-text hover:text-warning-text">
          {count} {count === 1 ? noun : `${noun}s`}
        </Button>
      }
    >
      <h2 className="mb-2 font-semibold text-base">
        {errors.length > 0 ? 'Before it can be published' : 'Worth a look'}
      </h2>
      <ul className="-mx-1 flex max-h-96 flex-col overflow-y-auto">
        {keyed(shown, ({ text, blockId }) => `${text} ${blockId}`).map(([key, problem]) => (
          <li key={key}>
            <button
              type="button"
              className="flex w-full gap-2 rounded-md px-1 py-1.5 text-start text-base hover:bg-hover"
              onClick={() => {
                setOpen(false);
                onProblem(problem.blockId);
              }}
            >
              <Icon
                of={problem.severity === 'error' ? CircleAlert : TriangleAlert}
                size={14}
                className={
                  problem.severity === 'error' ? 'mt-0.5 text-danger-text' : 'mt-0.5 text-warning-text'
                }
              />
              <span className="min-w-0 break-words">{problem.text}</span>
            </button>
          </li>
        ))}
      </ul>
      {onTakeOut !== null && (
        <Button
          size="sm"
          className="mt-2"
          onClick={() => {
            setOpen(false);
            onTakeOut();
          }}
        >
          Take out all fields that are gone
        </Button>
      )}
    </Popover>
  );
}

/** The one primary button of the editor, and what else can be done with what is published. */
export function PublishControls({ session, state, editing, onVersions, onProblem }: PublishControlsProps) {
  const { busy, submit } = useSubmission({ toasts: true });
  const { published, changes, sendsMail } = state;
  const problems = [...editing.problems, ...(asksToSignIn(editing.app) && !sendsMail ? [needsMail] : [])];
  const isFaulty = problems.some(({ severity }) => severity === 'error');
  const nothingNew = published !== null && changes.length === 0;
  const address = appAddress(state);
  const gone = goneFieldEdits(editing);
  const takeOut = () => {
    session.edit(gone);
    toast('Fields that are gone are taken out', { action: { label: 'Undo', onSelect: session.undo } });
  };
  const publish = () =>
    submit(async () => {
      await session.publish();
      toast('Published', { action: { label: 'Copy link', onSelect: () => void copyText(address) } });
    });
  const unpublish = () =>
    submit(async () => {
      await session.unpublish();
      toast('Unpublished. People and versions are kept');
    });
  return (
    <>
      {problems.length > 0 && (
        <Problems {...{ problems, onProblem }} onTakeOut={gone.length === 0 ? null : takeOut} />
      )}
      {!isFaulty && <UnpublishedChanges state={state} />}
      <div className="ms-1 flex shrink-0">
        <Button
          variant="primary"
          className="rounded-e-none"
          loading={busy}
          disabled={isFaulty || nothingNew}
          onClick={() => void publish()}
        >
          {busy ? 'Publishing' : 'Publish'}
        </Button>
        <Menu
          align="end"
          width={200}
          trigger={
            <Button
              variant="primary"
              aria-label="More about publishing"
              icon={ChevronDown}
              className="rounded-s-none border-on-accent/30 border-s px-2"
            />
          }
          items={[
            {
              ...{ label: 'Open published app', icon: ExternalLink, disabled: published === null },
              ...{ reason: 'Publish it first', onSelect: () => void open(address, '_blank', 'noopener') },
            },
            { label: 'Versions', icon: History, onSelect: onVersions },
            'separator',
            {
              ...{ label: 'Unpublish', icon: Unplug, disabled: published === null },
              ...{ reason: 'It is not published', onSelect: () => void unpublish() },
            },
          ]}
        />
      </div>
    </>
  );
}
