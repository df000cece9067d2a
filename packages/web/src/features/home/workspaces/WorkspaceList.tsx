import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { cx, IconButton } from '@weft/ui';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Workspace } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { placesQuery } from '../../../queries.ts';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';
import { usePageCommands } from '../../../shell/palette/page-commands.ts';
import { WorkspaceTile } from '../../../shell/WorkspaceTile.tsx';
import { draggedFlows, isFlowDrag } from '../flow-drag.ts';
import { moveFlows } from '../flow-moves.ts';

const WorkspaceDialog = lazyDialog(() =>
  import('./WorkspaceDialog.tsx').then((part) => part.WorkspaceDialog),
);

/** More than these scroll, 300 pixels high (specification 3, section 9). */
const shownAtOnce = 9;

const item =
  'flex h-8 w-full shrink-0 items-center gap-2.5 rounded-md px-2 font-medium text-base text-text-muted hover:bg-hover hover:text-text max-lg:h-12';

function WorkspaceLink({ workspace, onLeave }: { workspace: Workspace; onLeave: (() => void) | undefined }) {
  const [over, setOver] = useState(false);
  // An address names a workspace by its slug or its id; the link's own comparison knows the slug alone.
  const { workspaceSlug } = useParams({ strict: false });
  const current = workspaceSlug === workspace.slug || workspaceSlug === workspace.id;
  return (
    <Link
      to={paths.workspace(workspace.slug)}
      aria-current={current ? 'page' : undefined}
      className={cx(
        item,
        current && 'bg-pressed text-text',
        over && 'outline-2 outline-accent -outline-offset-2',
      )}
      {...(onLeave && { onClick: onLeave })}
      onDragOver={(event) => {
        if (!isFlowDrag(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const flows = draggedFlows();
        if (flows.length > 0) void moveFlows(flows, workspace);
      }}
    >
      <WorkspaceTile {...workspace} />
      <span className="min-w-0 flex-1 truncate" title={workspace.name}>
        {workspace.name}
      </span>
      <span className="text-small text-text-subtle tabular-nums">{workspace.itemCount}</span>
    </Link>
  );
}

/** The workspaces one may see, with how much lies in each. Flows dropped on one are moved there. */
export function WorkspaceList({ onLeave }: { readonly onLeave: (() => void) | undefined }) {
  const { data: places } = useQuery(placesQuery);
  const [making, setMaking] = useState(false);
  usePageCommands([{ id: 'new-workspace', label: 'New workspace', icon: Plus, run: () => setMaking(true) }]);
  const workspaces = places?.workspaces ?? [];
  return (
    <div className="mt-4 min-h-0">
      <div className="flex h-8 items-center ps-2">
        <h2 className="flex-1 font-medium text-small text-text-muted">Workspaces</h2>
        <IconButton icon={Plus} label="New workspace" size="sm" onClick={() => setMaking(true)} />
      </div>
      <div
        className={`flex flex-col gap-0.5 ${workspaces.length > shownAtOnce ? 'max-h-75 overflow-y-auto' : ''}`}
      >
        {workspaces.map((workspace) => (
          <WorkspaceLink key={workspace.id} workspace={workspace} onLeave={onLeave} />
        ))}
      </div>
      {making && (
        <WorkspaceDialog
          workspace={null}
          onClose={() => {
            setMaking(false);
            onLeave?.();
          }}
        />
      )}
    </div>
  );
}
