import { useNavigate } from '@tanstack/react-router';
import { workspaceRefusals } from '@weft/core';
import { ConfirmDialog, IconButton, Menu, type MenuItem, toast } from '@weft/ui';
import { Ellipsis, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { api, type Workspace } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { queryClient } from '../../../queries.ts';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';

const WorkspaceDialog = lazyDialog(() =>
  import('./WorkspaceDialog.tsx').then((part) => part.WorkspaceDialog),
);
const WorkspaceMembersDialog = lazyDialog(() =>
  import('./WorkspaceMembersDialog.tsx').then((part) => part.WorkspaceMembersDialog),
);

/** What can be done with the workspace one looks at. */
export function WorkspaceMenu({ workspace }: { readonly workspace: Workspace }) {
  const [open, setOpen] = useState<'edit' | 'members' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { accessLevel, canManage, name, itemCount } = workspace;
  const remove = async () => {
    setBusy(true);
    try {
      await api.deleteWorkspace(workspace.id);
      await navigate({ to: paths.home });
      void queryClient.invalidateQueries();
      toast(`${name} deleted`);
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      setBusy(false);
      setOpen(null);
    }
  };
  const items: readonly MenuItem[] = [
    {
      label: 'Edit workspace',
      icon: Pencil,
      disabled: accessLevel !== 'write',
      reason: workspaceRefusals.write,
      onSelect: () => setOpen('edit'),
    },
    { label: 'Members', icon: Users, onSelect: () => setOpen('members') },
    'separator',
    {
      label: 'Delete workspace',
      icon: Trash2,
      danger: true,
      disabled: !canManage,
      reason: workspaceRefusals.manage,
      onSelect: () => setOpen('delete'),
    },
  ];
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`${name}: menu`} plain />} items={items} />
      {open === 'edit' && <WorkspaceDialog workspace={workspace} onClose={() => setOpen(null)} />}
      {open === 'members' && <WorkspaceMembersDialog workspace={workspace} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(next) => !next && setOpen(null)}
        title={`Delete ${name}?`}
        confirmLabel="Delete workspace"
        danger
        loading={busy}
        onConfirm={() => void remove()}
      >
        {itemCount === 0
          ? 'There is nothing in it.'
          : `${itemCount === 1 ? 'The item in it goes' : `The ${itemCount} items in it go`} to Home. Everybody can still open what they can open now.`}
      </ConfirmDialog>
    </>
  );
}
