import { canManageWorkspace, canPlaceIn, flowTypeNames, isBuilt } from '@weft/core';
import type { Workspace } from '@weft/db';
import { maxWorkspaces } from '@weft/db';
import type { HttpAnswer } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { FlowsDeps } from './deps.ts';
import { loadWorkspace, requirePlace } from './load-flow.ts';

/** Only what can be opened is counted. */
const counted = flowTypeNames.filter(isBuilt);

const present = (
  { organizationRole, userId }: Caller,
  { id, slug, name, icon, color, level, createdBy, itemCount, flowMemberships }: Workspace,
): HttpAnswer<'POST /workspaces/'>['newWorkspace'] => ({
  ...{ id, slug, name, icon, color, itemCount, flowMemberships },
  accessLevel: canPlaceIn(organizationRole, level).ok ? 'write' : 'read',
  canManage: canManageWorkspace(organizationRole, createdBy === userId).ok,
});

/** The workspace, when the caller may say who is in it, and delete it. */
async function requireManaged(deps: FlowsDeps, caller: Caller, workspaceId: string): Promise<Workspace> {
  const workspace = await loadWorkspace(deps, caller, workspaceId);
  const allowed = canManageWorkspace(caller.organizationRole, workspace.createdBy === caller.userId);
  if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
  return workspace;
}

/** Making, changing and deleting workspaces, and who is in them. */
export function mountWorkspaces(app: FastifyInstance, deps: FlowsDeps): void {
  const { workspaces } = deps;

  serve(app, 'GET /workspaces/', async ({ request }) => {
    const caller = requireCaller(request);
    const places = await workspaces.places(caller.organizationId, caller.userId, counted);
    return { ...places, workspaces: places.workspaces.map((one) => present(caller, one)) };
  });

  serve(app, 'POST /workspaces/', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { name, icon = null, color = null } = body();
    const id = deps.newId('wsp');
    const slug = await workspaces.create(id, { name, icon, color }, caller);
    if (slug === null)
      throw new AppError('conflict', `An organization has at most ${maxWorkspaces} workspaces`);
    await writeAudit(deps, request, { action: 'workspace.made', details: { workspaceId: id, name } });
    return { newWorkspace: present(caller, await loadWorkspace(deps, caller, id)) };
  });

  serve(app, 'PUT /workspaces/:workspaceId', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const { name, icon = null, color = null } = body();
    const workspace = await requirePlace(deps, caller, path.workspaceId);
    const { id, name: before } = workspace;
    await workspaces.change(workspace, { name, icon, color }, { userId: caller.userId, actionId: null });
    if (name !== before)
      await writeAudit(deps, request, {
        action: 'workspace.renamed',
        details: { workspaceId: id, name, before },
      });
    return { workspace: present(caller, await loadWorkspace(deps, caller, id)) };
  });

  serve(app, 'DELETE /workspaces/:workspaceId', async ({ request, path, query }) => {
    const caller = requireCaller(request);
    const { actionId = null } = query();
    const { id, name } = await requireManaged(deps, caller, path.workspaceId);
    await workspaces.remove(id, { userId: caller.userId, actionId });
    deps.flowAccess.forget();
    await writeAudit(deps, request, { action: 'workspace.deleted', details: { workspaceId: id, name } });
    return { success: true } as const;
  });

  serve(app, 'GET /workspaces/:workspaceId/members', async ({ request, path }) => {
    const { id } = await loadWorkspace(deps, requireCaller(request), path.workspaceId);
    const members = await workspaces.members(id);
    return {
      members: members.map(({ organizationRole, level, ...person }) => ({
        ...person,
        isAdmin: organizationRole === 'admin',
        accessLevel: level,
      })),
    };
  });

  serve(app, 'PUT /workspaces/:workspaceId/members/:userId', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const { accessLevel } = body();
    const workspace = await requireManaged(deps, caller, path.workspaceId);
    const { id, name } = workspace;
    const by = { userId: caller.userId, actionId: null };
    const person = await workspaces.setMember(workspace, path.userId, accessLevel, by);
    if (person === null) throw notFound('Person not found');
    deps.flowAccess.forget();
    await writeAudit(deps, request, {
      action: 'workspace.shared',
      details: { workspaceId: id, name, userId: path.userId, person, accessLevel: accessLevel ?? 'none' },
    });
    return { success: true } as const;
  });
}
