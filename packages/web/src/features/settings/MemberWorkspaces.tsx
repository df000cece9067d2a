import { useQuery } from '@tanstack/react-query';
import { api, type Colleague, call } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { peopleQuery, queryClient } from '../../queries.ts';
import { type Access, AccessSelect } from '../../shell/AccessSelect.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { WorkspaceTile } from '../../shell/WorkspaceTile.tsx';

/** What a member may do in each workspace of the organization; each choice acts at once. */
export function MemberWorkspaces({ person }: { readonly person: Colleague }) {
  const queryKey = ['person-workspaces', person.id];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => call('GET /v1/people/:id/workspaces', { path: { id: person.id } }),
  });
  const { busy, submit } = useSubmission({ toasts: true });
  if (person.role === 'admin' || data?.workspaces.length === 0) return null;
  const set = (workspaceId: string, access: Access) =>
    submit(async () => {
      await api.setWorkspaceMember(workspaceId, person.id, access === 'none' ? null : access);
      await queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries(peopleQuery);
      void queryClient.invalidateQueries({ queryKey: ['places'] });
    });
  return (
    <fieldset className="w-66 max-sm:w-full">
      <legend className="mb-2 font-medium text-small text-text-muted">Workspaces</legend>
      {error !== null && <p className="text-base text-danger-text">{errorText(error)}</p>}
      {data?.workspaces.map(({ id, name, icon, color, accessLevel }) => (
        <div key={id} className="flex min-h-9 items-center gap-2 max-sm:min-h-12">
          <WorkspaceTile name={name} icon={icon} color={color} />
          <span className="min-w-0 flex-1 truncate font-medium text-base">{name}</span>
          <AccessSelect
            label={`${person.name} in ${name}`}
            value={accessLevel ?? 'none'}
            none="No access"
            disabled={busy}
            onChange={(access) => void set(id, access)}
          />
        </div>
      ))}
    </fieldset>
  );
}
