import { canCreateDatabase, canPlaceIn, type FlowRole, type FlowVerb, flowNotFound } from '@weft/core';
import type { Flow, FoundFlow } from '@weft/db';
import type { HttpAnswer } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { FlowsDeps } from './deps.ts';
import { requireCanDo, roleOf } from './flow-policy.ts';

const pageSize = 50;
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/** A flow as the home page receives it (specification 3, section 3). */
const presentFlow = (flow: Flow, role: FlowRole): HttpAnswer<'PUT /admin/flows/rename/:flowId'>['flow'] => ({
  id: flow.id,
  publicIdentifier: flow.publicIdentifier,
  name: flow.name,
  type: flow.type,
  parentFlowPublicIdentifier: flow.parentFlowPublicIdentifier,
  publishedSnapshotId: flow.publishedSnapshotId,
  workspaceId: flow.workspaceId,
  ownerUserId: flow.ownerUserId,
  owner: { firstName: flow.ownerName.split(' ')[0] ?? flow.ownerName },
  createdAt: flow.createdAt,
  updatedAt: flow.updatedAt,
  trashedAt: flow.trashedAt,
  starred: flow.starred,
  accessLevel: role === 'read' ? 'read' : 'write',
});

const cursorOf = ({ flow, place }: FoundFlow): string =>
  Buffer.from(JSON.stringify([place, flow.id])).toString('base64url');

/** Whether there is such a day and time: 30 February has the right shape too. */
function isMoment(place: string): boolean {
  const text = `${place.slice(0, 10)}T${place.slice(11, 19)}`;
  const at = Date.parse(`${text}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** A moment as the database writes it, to the microsecond. */
const placeText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/)
  .refine(isMoment);

function readCursor(cursor: string): { place: string; id: string } {
  try {
    const [place, flowId] = z
      .tuple([placeText, id])
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { place, id: flowId };
  } catch {
    throw invalid('cursor', 'Not a cursor of this list');
  }
}

/** The flow, when `can` lets the caller do so with it. */
async function loadFlow(
  deps: FlowsDeps,
  caller: Caller,
  flowId: string,
  verb: FlowVerb,
): Promise<FoundFlow & { readonly role: FlowRole }> {
  const found = await deps.flows.find(flowId, caller.userId);
  if (found === null) throw notFound(flowNotFound);
  return { ...found, role: requireCanDo(caller, verb, found) };
}

/** A workspace of the caller's organization, when they may put flows into it. */
async function requireWorkspace(deps: FlowsDeps, caller: Caller, workspaceId: string): Promise<void> {
  const { organizationId, userId, organizationRole } = caller;
  const workspace = await deps.flows.workspace(workspaceId, organizationId, userId);
  if (workspace === null) throw notFound('New workspace not found');
  const allowed = canPlaceIn(organizationRole, workspace.level);
  if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
}

/** Making, listing, renaming and trashing flows. */
export function mountFlows(app: FastifyInstance, deps: FlowsDeps): void {
  serve(app, 'POST /admin/bases', async ({ request, body }) => {
    const caller = requireCaller(request);
    const input = body();
    const allowed = canCreateDatabase(caller.rights.createDatabase);
    if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
    const workspaceId = input.workspaceId || null;
    if (workspaceId !== null) await requireWorkspace(deps, caller, workspaceId);
    const { organizationId, userId: ownerUserId } = caller;
    const release = deps.concurrency.take('base', caller);
    const baseId = await deps
      .createBase({
        organizationId,
        ownerUserId,
        workspaceId,
        name: input.baseName,
        actionId: input.actionId ?? null,
      })
      .finally(release);
    await writeAudit(deps, request, {
      action: 'flow.made',
      details: { flowId: baseId, type: 'base', name: input.baseName },
    });
    return { basePublicIdentifier: baseId };
  });

  serve(app, 'GET /admin/flows', async ({ request, query }) => {
    const caller = requireCaller(request);
    const asked = query();
    const { flows: found, version } = await deps.flows.list({
      organizationId: caller.organizationId,
      userId: caller.userId,
      type: asked.type ?? null,
      trashed: asked.trashed === 'true',
      workspaceId: asked.workspaceId ?? null,
      search: asked.search?.trim() || null,
      after: asked.cursor ? readCursor(asked.cursor) : null,
      limit: pageSize + 1,
    });
    const page = found.slice(0, pageSize);
    const last = page.at(-1);
    const flows = page.flatMap(({ flow, standing }) => {
      const role = roleOf(caller, flow.organizationId, standing);
      return role === null ? [] : [presentFlow(flow, role)];
    });
    const nextCursor = found.length > pageSize && last !== undefined ? cursorOf(last) : null;
    return { flows, nextCursor, version };
  });

  serve(app, 'PUT /admin/flows/rename/:flowId', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const { newName, actionId = null } = body();
    const { flow, role } = await loadFlow(deps, caller, path.flowId, 'rename');
    await deps.flows.rename(flow, newName, { userId: caller.userId, actionId });
    deps.flowAccess.forget();
    await writeAudit(deps, request, {
      organizationId: flow.organizationId,
      action: 'flow.renamed',
      details: { flowId: flow.id, type: flow.type, name: newName, before: flow.name },
    });
    return { flow: presentFlow({ ...flow, name: newName }, role) };
  });

  serve(app, 'POST /admin/flows/trash', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { actionId = null, ...input } = body();
    const ids = [...new Set(input.flowIds)];
    const found: FoundFlow[] = [];
    for (const flowId of ids) found.push(await loadFlow(deps, caller, flowId, input.action));
    await deps.flows.setTrashed(ids, input.action === 'trash', { userId: caller.userId, actionId });
    deps.flowAccess.forget();
    for (const { flow } of found)
      await writeAudit(deps, request, {
        organizationId: flow.organizationId,
        action: input.action === 'trash' ? 'flow.trashed' : 'flow.restored',
        details: { flowId: flow.id, type: flow.type, name: flow.name },
      });
    return { success: true } as const;
  });
}
