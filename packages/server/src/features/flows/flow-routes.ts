import type { BaseRole, HttpAnswer } from '@weft/protocol';
import { invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { baseRole, requireRole } from './base-role.ts';
import type { FlowsDeps } from './deps.ts';
import type { Flow, FoundFlow } from './flows.ts';

const pageSize = 50;
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/** A flow as the home page receives it (specification 3, section 3). */
const presentFlow = (flow: Flow, role: BaseRole): HttpAnswer<'PUT /admin/flows/rename/:flowId'>['flow'] => ({
  id: flow.id,
  publicIdentifier: flow.id,
  name: flow.name,
  type: flow.type,
  parentFlowPublicIdentifier: null,
  publishedSnapshotId: null,
  workspaceId: flow.workspaceId,
  ownerUserId: flow.ownerUserId,
  owner: { firstName: flow.ownerName.split(' ')[0] ?? flow.ownerName },
  createdAt: flow.createdAt,
  updatedAt: flow.updatedAt,
  trashedAt: flow.trashedAt,
  starred: false,
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

/** The flow, when the caller may change it. */
async function changeable(
  deps: FlowsDeps,
  caller: Caller,
  flowId: string,
): Promise<FoundFlow & { readonly role: BaseRole }> {
  const found = await deps.flows.find(flowId, caller.userId);
  if (found === null) throw notFound('Database not found');
  return { ...found, role: requireRole(baseRole(caller, found.standing), 'write') };
}

/** Making, listing, renaming and trashing flows. */
export function mountFlows(app: FastifyInstance, deps: FlowsDeps): void {
  serve(app, 'POST /admin/bases', async ({ request, body }) => {
    const caller = requireCaller(request);
    const input = body();
    // There are no workspaces yet, so none can be named.
    if (input.workspaceId) throw notFound('New workspace not found');
    const { organizationId, userId: ownerUserId } = caller;
    const release = deps.concurrency.take('base', caller);
    const baseId = await deps
      .createBase({ organizationId, ownerUserId, name: input.baseName })
      .finally(release);
    await writeAudit(deps, request, { action: 'base.made', details: { baseId, name: input.baseName } });
    return { basePublicIdentifier: baseId };
  });

  serve(app, 'GET /admin/flows', async ({ request, query }) => {
    const caller = requireCaller(request);
    const asked = query();
    const found = await deps.flows.list({
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
      const role = baseRole(caller, standing);
      return role === null ? [] : [presentFlow(flow, role)];
    });
    return { flows, nextCursor: found.length > pageSize && last !== undefined ? cursorOf(last) : null };
  });

  serve(app, 'PUT /admin/flows/rename/:flowId', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const { newName } = body();
    const { flow, role } = await changeable(deps, caller, path.flowId);
    await deps.flows.rename(flow.id, newName);
    deps.flowAccess.forget();
    await writeAudit(deps, request, {
      organizationId: flow.organizationId,
      action: 'base.renamed',
      details: { baseId: flow.id, name: newName, before: flow.name },
    });
    return { flow: presentFlow({ ...flow, name: newName }, role) };
  });

  serve(app, 'POST /admin/flows/trash', async ({ request, body }) => {
    const caller = requireCaller(request);
    const input = body();
    const ids = [...new Set(input.flowIds)];
    const found: FoundFlow[] = [];
    for (const flowId of ids) found.push(await changeable(deps, caller, flowId));
    await deps.flows.setTrashed(ids, input.action === 'trash');
    deps.flowAccess.forget();
    for (const { flow } of found)
      await writeAudit(deps, request, {
        organizationId: flow.organizationId,
        action: input.action === 'trash' ? 'base.trashed' : 'base.restored',
        details: { baseId: flow.id, name: flow.name },
      });
    return { success: true } as const;
  });
}
