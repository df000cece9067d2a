import { Button, IconButton, shortcut, Tooltip } from '@weft/ui';
import { CalendarDays, ClipboardList, Eye, History, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useStepKeys } from '../../editor/use-step-keys.ts';
import { PeopleHere } from '../../session/PeopleHere.tsx';
import { SaveStatus } from '../../session/SaveStatus.tsx';
import { BarHead } from '../../shell/BarHead.tsx';
import { FlowName } from '../../shell/FlowName.tsx';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { usePageCommands } from '../../shell/palette/page-commands.ts';
import type { EditorTab } from './editor-tabs.ts';
import type { FormSession, FormState } from './form-session.ts';
import { PublishControls, type PublishControlsProps } from './PublishControls.tsx';

const VersionsDialog = lazyDialog(() =>
  import('../../editor/VersionsDialog.tsx').then((part) => part.VersionsDialog),
);

export interface EditorTopBarProps {
  readonly session: FormSession;
  readonly state: FormState;
  readonly tab: EditorTab;
  readonly isEvent: boolean;
  readonly onPreview: () => void;
  readonly onProblem: PublishControlsProps['onProblem'];
}

/** Name, save state, undo and redo, versions, and publishing. */
export function EditorTopBar({ session, state, tab, isEvent, onPreview, onProblem }: EditorTopBarProps) {
  const { canEdit } = state;
  const isEditing = canEdit && tab === 'edit';
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
          ...(isEvent ? [] : [{ id: 'preview', label: 'Preview', icon: Eye, run: onPreview }]),
        ]
      : [],
  );
  return (
    <header className="flex h-(--w-topbar) shrink-0 items-center gap-2 px-3 max-sm:h-13">
      <BarHead icon={isEvent ? CalendarDays : ClipboardList} />
      <FlowName flowId={session.flowId} name={state.name} label="Form name" canEdit={canEdit} />
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
        </>
      )}
      {isEditing && !isEvent && (
        <Button icon={Eye} className="max-[1099px]:px-2" onClick={onPreview}>
          <span className="max-[1099px]:sr-only">Preview</span>
        </Button>
      )}
      {canEdit && <PublishControls {...{ session, state, onProblem }} onVersions={() => setVersions(true)} />}
      {versions && <VersionsDialog session={session} state={state} onClose={() => setVersions(false)} />}
    </header>
  );
}
