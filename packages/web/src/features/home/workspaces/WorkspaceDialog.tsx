import { useNavigate } from '@tanstack/react-router';
import { palette, type workspaceIcons } from '@weft/core';
import { AppError } from '@weft/std';
import { Button, FormField, Icon, optionColor, Popover, TextInput } from '@weft/ui';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api, type Workspace } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { placesQuery, queryClient } from '../../../queries.ts';
import { FormDialog } from '../../../shell/FormDialog.tsx';
import { WorkspaceTile } from '../../../shell/WorkspaceTile.tsx';
import { workspaceDrawings } from '../../../shell/workspace-icons.ts';

type IconName = (typeof workspaceIcons)[number];
type Color = (typeof palette)[number];

/** Milliseconds after which the name has the focus: the dialog comes in first (specification 3, section 9). */
const focusDelay = 100;

function IconPicker(props: {
  readonly icon: IconName;
  readonly color: Color;
  readonly name: string;
  readonly onPick: (icon: IconName) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Icon"
      width={420}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button type="button" className="gap-2">
          <WorkspaceTile name={props.name} icon={props.icon} color={props.color} />
          Change icon
        </Button>
      }
    >
      <div className="grid max-h-75 grid-cols-[repeat(12,32px)] overflow-y-auto max-sm:grid-cols-[repeat(auto-fill,44px)]">
        {Object.entries(workspaceDrawings).map(([name, drawing]) => (
          <button
            key={name}
            type="button"
            aria-label={name.replaceAll('-', ' ').replace(/ \d$/, '')}
            aria-pressed={name === props.icon}
            className="grid h-8 place-items-center rounded-md text-text-muted hover:bg-hover aria-pressed:bg-accent-tint aria-pressed:text-accent-text max-sm:h-11"
            onClick={() => {
              props.onPick(name as IconName);
              setOpen(false);
            }}
          >
            <Icon of={drawing} />
          </button>
        ))}
      </div>
    </Popover>
  );
}

const knownColor = (color: string | null): Color => palette.find((one) => one === color) ?? 'Purple';

export interface WorkspaceDialogProps {
  /** The one to change; null: a new one. */
  readonly workspace: Workspace | null;
  readonly onClose: () => void;
  /** Called instead of going to the new workspace. */
  readonly onMade?: ((workspace: Workspace) => void) | undefined;
}

/** Name, icon and colour of a workspace: of a new one, or of one there is. */
export function WorkspaceDialog({ workspace, onClose, onMade }: WorkspaceDialogProps) {
  const [name, setName] = useState(workspace?.name ?? '');
  const [icon, setIcon] = useState<IconName>((workspace?.icon as IconName | null | undefined) ?? 'shapes');
  const [color, setColor] = useState(knownColor(workspace?.color ?? null));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelay);
    return () => clearTimeout(timer);
  }, []);

  const create = async () => {
    const { newWorkspace } = await api.createWorkspace({ name, icon, color });
    const { workspaces } = await queryClient.fetchQuery({ ...placesQuery, staleTime: 0 });
    const found = workspaces.find(({ id }) => id === newWorkspace.id);
    if (found === undefined) throw new AppError('not-found', 'New workspace not found');
    onClose();
    if (onMade === undefined) await navigate({ to: paths.workspace(found.id) });
    else onMade(found);
  };
  const change = async (id: string) => {
    await api.changeWorkspace(id, { name, icon, color });
    await queryClient.invalidateQueries(placesQuery);
    onClose();
  };
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await (workspace === null ? create() : change(workspace.id));
    } catch (cause) {
      setError(errorText(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={workspace === null ? 'New workspace' : 'Edit workspace'}
      confirm={workspace === null ? 'Create workspace' : 'Save'}
      confirming={workspace === null ? 'Creating' : 'Saving'}
      busy={busy}
      error={error}
      initialFocus={input}
      onConfirm={submit}
      onClose={onClose}
    >
      <FormField label="Name">
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            value={name}
            maxLength={255}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <div>
        <p className="mb-1.5 font-medium text-small">Icon</p>
        <IconPicker icon={icon} color={color} name={name} onPick={setIcon} />
      </div>
      <fieldset>
        <legend className="mb-1.5 font-medium text-small">Color</legend>
        <div className="flex flex-wrap gap-2 pb-1">
          {palette.map((one) => (
            <label
              key={one}
              title={one}
              className="grid size-6 cursor-pointer place-items-center rounded-full text-on-inverse has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 pointer-coarse:size-9"
              style={{ background: optionColor(one, 'dot') }}
            >
              <input
                type="radio"
                name="color"
                className="sr-only"
                aria-label={one}
                checked={one === color}
                onChange={() => setColor(one)}
              />
              {one === color && (
                <span className="grid size-4 place-items-center rounded-full bg-inverse">
                  <Icon of={Check} size={14} />
                </span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
