import { useQuery } from '@tanstack/react-query';
import { Banner, Dialog } from '@weft/ui';
import { useState } from 'react';
import { api, type Workspace } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';
import { type Access, AccessSelect } from '../../../shell/AccessSelect.tsx';
import { PersonRow } from './PersonRow.tsx';

/** Who of the organization may do what in a workspace. Each choice acts at once. */
export function WorkspaceMembersDialog(props: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const { workspace, onClose } = props;
  const queryKey = ['workspace-members', workspace.id];
  const { data, error: unread } = useQuery({ queryKey, queryFn: () => api.workspaceMembers(workspace.id) });
  const [error, setError] = useState<unknown>(null);
  const set = async (userId: string, access: Access) => {
    setError(null);
    try {
      await api.setWorkspaceMember(workspace.id, userId, access === 'none' ? null : access);
    } catch (cause) {
      setError(cause);
    }
    await queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: ['places'] });
  };
  const wrong = error ?? unread;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Members of ${workspace.name}`}>
      {wrong !== null && <Banner tone="danger">{errorText(wrong)}</Banner>}
      <p className="mb-2 text-base text-text-muted">
        Admins can open and change everything in every workspace.
      </p>
      <ul className="pb-2">
        {data?.members.map((person) => (
          <PersonRow key={person.userId} person={person}>
            {person.isAdmin ? (
              <span className="px-2.5 text-base text-text-muted">Admin</span>
            ) : (
              <AccessSelect
                label={`${person.name} in ${workspace.name}`}
                value={person.accessLevel ?? 'none'}
                none="No access"
                disabled={!workspace.canManage}
                onChange={(access) => void set(person.userId, access)}
              />
            )}
          </PersonRow>
        ))}
      </ul>
    </Dialog>
  );
}
