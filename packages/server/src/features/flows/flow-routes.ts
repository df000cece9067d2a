import { canPlaceIn, type FlowRole, type FlowVerb, flowNotFound, flowTypeNames } from '@weft/core';
import type { Flow, FoundFlow } from '@weft/db';
import { textFault } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Services } from '../../context.ts';
import type { Caller } from '../../http/caller.ts';
import { readInput, readQuery } from '../../http/read-input.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { nameText } from '../../http/texts.ts';
import { requireCanDo, roleOf } from './flow-policy.ts';

const pageSize = 50;
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/** The caller's own id of a change: it comes back in `flows.changes`. */
const actionId = id.optional();

export const newBase = z.object({ baseName: nameText, workspaceId: id.nullish(), actionId });
export const listing = z.object({
  type: z.enum(flowTypeNames).optional(),
  trashed: z.enum(['true', 'false']).optional(),
  workspaceId: id.optional(),
  search: z
    .string()
    .max(200)
    .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored')
    .optional(),
  cursor: z.string().max(400).optional(),
});
export const renaming = z.object({ newName: nameText, actionId });
export const trashing = z.object({
  flowIds: z.array(id).min(1).max(100),
  action: z.enum(['trash', 'restore']),
  actionId,
});

/** A flow as the home page receives it (specification 3, section 3). */
const presentFlow = (flow: Flow, role: FlowRole) => ({
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
  services: Services,
  caller: Caller,
  flowId: string,
  verb: FlowVerb,
): Promise<FoundFlow & { readonly role: FlowRole }> {
  const found = await services.flows.find(flowId, caller.userId);
  if (found === null) throw notFound(flowNotFound);
  return { ...found, role: requireCanDo(caller, verb, found) };
}

/** A workspace of the caller's organization, when they may put flows into it. */
async function requireWorkspace(services: Services, caller: Caller, workspaceId: string): Promise<void> {
  const { organizationId, userId, organizationRole } = caller;
  const workspace = await services.flows.workspace(workspaceId, organizationId, userId);
  if (workspace === null) throw notFound('New workspace not found');
  const allowed = canPlaceIn(organizationRole, workspace.level);
  if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
}

/** Making, listing, renaming and trashing flows. */
export function mountFlows(app: FastifyInstance, services: Services): void {
  app.post('/admin/bases', async (request) => {
    const caller = requireCaller(request);
    const input = readInput(newBase, request.body);
    const workspaceId = input.workspaceId || null;
    if (workspaceId !== null) await requireWorkspace(services, caller, workspaceId);
    const { organizationId, userId: ownerUserId } = caller;
    const release = services.concurrency.take('base', caller);
    const baseId = await services
      .createBase({
        organizationId,
        ownerUserId,
        workspaceId,
        name: input.baseName,
        actionId: input.actionId ?? null,
      })
      .finally(release);
    await writeAudit(services, request, {
      action: 'flow.made',
      details: { flowId: baseId, type: 'base', name: input.baseName },
    });
    return { basePublicIdentifier: baseId };
  });

  app.get('/admin/flows', async (request) => {
    const caller = requireCaller(request);
    const query = readQuery(listing, request.query);
    const { flows: found, version } = await services.flows.list({
      organizationId: caller.organizationId,
      userId: caller.userId,
      type: query.type ?? null,
      trashed: query.trashed === 'true',
      workspaceId: query.workspaceId ?? null,
      search: query.search?.trim() || null,
      after: query.cursor ? readCursor(query.cursor) : null,
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

  app.put<{ Params: { flowId: string } }>('/admin/flows/rename/:flowId', async (request) => {
    const caller = requireCaller(request);
    const { newName, actionId = null } = readInput(renaming, request.body);
    const { flow, role } = await loadFlow(services, caller, request.params.flowId, 'rename');
    await services.flows.rename(flow, newName, { userId: caller.userId, actionId });
    services.flowAccess.forget();
    await writeAudit(services, request, {
      organizationId: flow.organizationId,
      action: 'flow.renamed',
      details: { flowId: flow.id, type: flow.type, name: newName, before: flow.name },
    });
    return { flow: presentFlow({ ...flow, name: newName }, role) };
  });

  app.post('/admin/flows/trash', async (request) => {
    const caller = requireCaller(request);
    const { actionId = null, ...input } = readInput(trashing, request.body);
    const ids = [...new Set(input.flowIds)];
    const found: FoundFlow[] = [];
    for (const flowId of ids) found.push(await loadFlow(services, caller, flowId, input.action));
    await services.flows.setTrashed(ids, input.action === 'trash', { userId: caller.userId, actionId });
    services.flowAccess.forget();
    for (const { flow } of found)
      await writeAudit(services, request, {
        organizationId: flow.organizationId,
        action: input.action === 'trash' ? 'flow.trashed' : 'flow.restored',
        details: { flowId: flow.id, type: flow.type, name: flow.name },
      });
    return { success: true };
  });
}
