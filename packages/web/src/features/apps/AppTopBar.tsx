import { Button, IconButton, shortcut, Tooltip } from '@weft/ui';
import { Eye, History, PanelsTopLeft, PencilRuler, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useStepKeys } from '../../editor/use-step-keys.ts';
import { PeopleHere } from '../../session/PeopleHere.tsx';
import { SaveStatus } from '../../session/SaveStatus.tsx';
import { BarHead } from '../../shell/BarHead.tsx';
import { FlowName } from '../../shell/FlowName.tsx';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { usePageCommands } from '../../shell/palette/page-commands.ts';
import type { AppEditing } from './app-editing.ts';
import type { AppSession, AppState } from './app-session.ts';
import { PublishControls } from './PublishControls.tsx';

const VersionsDialog = lazyDialog(() =>
  import('../../editor/VersionsDialog.tsx').then((part) => part.VersionsDialog),
);

export interface AppTopBarProps {
  readonly session: AppSession;
  readonly state: AppState;
  readonly editing: AppEditing;
  /** Whether it can be edited here. */
  readonly isEditing: boolean;
  readonly isPreview: boolean;
  readonly onPreview: () => void;
  /** Leads to the page, block or rule that keeps the app from being published; null: to the app. */
  readonly onProblem: (id: string | null) => void;
}

/** Name, save state, undo and redo, versions, preview, and publishing. */
export function AppTopBar(props: AppTopBarProps) {
  const { session, state, editing, isEditing, isPreview, onPreview, onProblem } = props;
  const [versions, setVersions] = useState(false);
  useStepKeys(session, isEditing);
  usePageCommands(
    isEditing
      ? [
          { id: 'undo', label: 'Undo', icon: Undo2, keys: shortcut('Z'), run: session.undo },
          {
            ...{ id: 'redo', label: 'Redo', icon: Redo2, keys: shortcut('Z', { shift: true }) },
            run: session.redo,
          },
          { id: 'versions', label: 'Versions', icon: History, run: () => setVersions(true) },
          { id: 'preview', label: 'Preview', icon: Eye, run: onPreview },
        ]
      : [],
  );
  const { name, canEdit } = state;
  return (
    <header className="flex h-(--w-topbar) shrink-0 items-center gap-2 px-3 max-sm:h-13">
      <BarHead icon={PanelsTopLeft} />
      <FlowName flowId={session.flowId} name={name} label="App name" canEdit={canEdit} />
      {isEditing && <SaveStatus save={state.save} />}
      <span className="flex-1" />
      <PeopleHere presence={session.presence} />
      {isEditing && (
        <>
          <Tooltip content="Undo" keys={shortcut('Z')}>
            <IconButton plain icon={Undo2} label="Undo" disabled={!state.canUndo} onClick={session.undo} />
          </Tooltip>
          <Tooltip content="Redo" keys={shortcut('Z', { shift: true })}>
            <IconButton plain icon={Redo2} label="Redo" disabled={!state.canRedo} onClick={session.redo} />
          </Tooltip>
          <IconButton icon={History} label="Versions" onClick={() => setVersions(true)} />
          <Button
            icon={isPreview ? PencilRuler : Eye}
            aria-pressed={isPreview}
            className="max-[1099px]:px-2"
            onClick={onPreview}
          >
            <span className="max-[1099px]:sr-only">{isPreview ? 'Back to editing' : 'Preview'}</span>
          </Button>
        </>
      )}
      {canEdit && (
        <PublishControls {...{ session, state, editing, onProblem }} onVersions={() => setVersions(true)} />
      )}
      {versions && (
        <VersionsDialog
          session={session}
          state={state}
          onShow={session.show}
          onClose={() => setVersions(false)}
        />
      )}
    </header>
  );
}
