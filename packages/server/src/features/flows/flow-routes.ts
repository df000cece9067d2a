import { flowNotFound, typesOf } from '@weft/core';
import type { FlowOrder, FoundFlow } from '@weft/db';
import { textFault } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { FlowsDeps } from './deps.ts';
import { requireMayMake } from './duplicate-flow.ts';
import { roleOf } from './flow-policy.ts';
import { loadBatch, loadFlow, requirePlace } from './load-flow.ts';
import { presentFlow } from './present-flow.ts';

const pageSize = 50;
const ofAnotherOrganization = 'This is of another organization, whose people say where it lies';
const goneMeanwhile = 'This was deleted, or moved to another organization, in the meantime';
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

const cursorOf = ({ flow, place }: FoundFlow): string =>
  Buffer.from(JSON.stringify([place, flow.id])).toString('base64url');

/** Whether there is such a day and time: 30 February has the right shape too. */
function isMoment(place: string): boolean {
  const text = `${place.slice(0, 10)}T${place.slice(11, 19)}`;
  const at = Date.parse(`${text}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** A moment as the database writes it, to the microsecond. */
const momentText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/)
  .refine(isMoment);
const nameText = z.string().refine((text) => textFault(text) === null);

function readCursor(cursor: string, order: FlowOrder): { place: string; id: string } {
  try {
    const [place, flowId] = z
      .tuple([order === 'name' ? nameText : momentText, id])
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { place, id: flowId };
  } catch {
    throw invalid('cursor', 'Not a cursor of this list');
  }
}

/** Making, listing, renaming and trashing flows. */
export function mountFlows(app: FastifyInstance, deps: FlowsDeps): void {
  serve(app, 'POST /admin/bases', async ({ request, body }) => {
    const caller = requireCaller(request);
    const input = body();
    requireMayMake(caller, 'base');
    const place = input.workspaceId ? await requirePlace(deps, caller, input.workspaceId) : null;
    const { organizationId, userId: ownerUserId } = caller;
    const release = await deps.concurrency.takeEverywhere('base', caller);
    const baseId = await deps
      .createBase({
        organizationId,
        ownerUserId,
        workspaceId: place?.id ?? null,
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
    const { type, kind, order = 'created', ...asked } = query();
    const limit = Number(asked.limit ?? pageSize);
    const ofKind = kind === undefined ? null : typesOf(kind);
    const { flows: found, version } = await deps.flows.list({
      organizationId: caller.organizationId,
      userId: caller.userId,
      types: type === undefined ? ofKind : [type],
      trashed: asked.trashed === 'true',
      starred: asked.starred === 'true',
      shared: asked.shared === 'true',
      workspaceId: asked.workspaceId ?? null,
      search: asked.search?.trim() || null,
      order,
      after: asked.cursor ? readCursor(asked.cursor, order) : null,
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const flows = page.flatMap(({ flow, standing }) => {
      const role = roleOf(caller, flow.organizationId, standing);
      return role === null ? [] : [presentFlow(flow, role, standing)];
    });
    const nextCursor = found.length > limit && last !== undefined ? cursorOf(last) : null;
    return { flows, nextCursor, version };
  });

  serve(app, 'PUT /admin/flows/rename/:flowId', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const { newName, actionId = null } = body();
    const { flow, role, standing } = await loadFlow(deps, caller, path.flowId, 'rename');
    await deps.flows.edit(flow, { name: newName }, { userId: caller.userId, actionId });
    deps.flowAccess.forget();
    await writeAudit(deps, request, {
      organizationId: flow.organizationId,
      action: 'flow.renamed',
      details: { flowId: flow.id, type: flow.type, name: newName, before: flow.name },
    });
    return { flow: presentFlow({ ...flow, name: newName }, role, standing) };
  });

  serve(app, 'POST /admin/flows/trash', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { actionId = null, ...input } = body();
    const { found, skipped } = await loadBatch(deps, caller, input.flowIds, input.action);
    const changed = found.map(({ flow }) => flow.id);
    await deps.flows.setTrashed(changed, input.action === 'trash', { userId: caller.userId, actionId });
    deps.flowAccess.forget();
    for (const { flow } of found)
      await writeAudit(deps, request, {
        organizationId: flow.organizationId,
        action: input.action === 'trash' ? 'flow.trashed' : 'flow.restored',
        details: { flowId: flow.id, type: flow.type, name: flow.name },
      });
    return { success: true, changed, skipped } as const;
  });

  serve(app, 'POST /admin/flows/move', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { actionId = null, flowIds, workspaceId } = body();
    const place = workspaceId === null ? null : await requirePlace(deps, caller, workspaceId);
    const { found, skipped } = await loadBatch(deps, caller, flowIds, 'move');
    const here = found.filter(({ flow }) => flow.organizationId === caller.organizationId);
    for (const { flow } of found)
      if (flow.organizationId !== caller.organizationId)
        skipped.push({ flowId: flow.id, name: flow.name, reason: ofAnotherOrganization });
    if (here.length === 0) throw new AppError('conflict', ofAnotherOrganization);
    const changed = await deps.flows.move(
      caller.organizationId,
      here.map(({ flow }) => flow.id),
      place?.id ?? null,
      { userId: caller.userId, actionId },
    );
    deps.flowAccess.forget();
    if (changed.length === 0) throw notFound(flowNotFound);
    const moved = new Set(changed);
    for (const { flow } of here)
      if (!moved.has(flow.id)) skipped.push({ flowId: flow.id, name: flow.name, reason: goneMeanwhile });
    for (const { flow } of here.filter((one) => moved.has(one.flow.id)))
      await writeAudit(deps, request, {
        action: 'flow.moved',
        details: { flowId: flow.id, type: flow.type, name: flow.name, workspace: place?.name ?? 'Home' },
      });
    return { success: true, changed, skipped } as const;
  });
}
