import { flowType } from '@weft/core';
import type { FlowEdit } from '@weft/db';
import { AppError, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { FlowsDeps } from './deps.ts';
import { duplicateFlow } from './duplicate-flow.ts';
import { loadBatch, loadFlow } from './load-flow.ts';
import { presentFlow } from './present-flow.ts';
import { presentFlowJob } from './present-flow-job.ts';

/** What the menu of one flow does. */
export function mountFlowMenu(app: FastifyInstance, deps: FlowsDeps): void {
  const { flows, flowMembers } = deps;

  /** Writes one column of a flow, when the caller may. */
  async function edited(
    request: FastifyRequest,
    flowId: string,
    verb: 'note' | 'lock' | 'template',
    { actionId = null, ...edit }: FlowEdit & { readonly actionId?: string | null | undefined },
  ) {
    const caller = requireCaller(request);
    const { flow } = await loadFlow(deps, caller, flowId, verb);
    // What shows a service would lose at its next read what hands did.
    if (edit.locked === false && (await deps.mirrors.find(flow.id)) !== null)
      if (!(await deps.mirrors.disconnect(flow.id)))
        throw new AppError(
          'conflict',
          'Apps show this database, which follows a service: give them another one first. Unlocked, it follows it no more',
        );
    await flows.edit(flow, edit, { userId: caller.userId, actionId });
    deps.flowAccess.forget();
    return loadFlow(deps, caller, flowId, 'open');
  }
  const present = ({ flow, role, standing }: Awaited<ReturnType<typeof loadFlow>>) => ({
    flow: presentFlow(flow, role, standing),
  });

  serve(app, 'POST /admin/flows/star', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { flowId, starred } = body();
    const { flow } = await loadFlow(deps, caller, flowId, 'star');
    await flows.setStarred(flow.id, caller.userId, starred);
    return { success: true } as const;
  });

  serve(app, 'PUT /admin/flows/internalNote/:flowId', async ({ request, path, body }) => {
    requireCaller(request);
    const { internalNote, actionId } = body();
    return present(
      await edited(request, path.flowId, 'note', { internalNote: internalNote || null, actionId }),
    );
  });

  serve(app, 'PUT /admin/flows/lock/:flowId', async ({ request, path, body }) => {
    requireCaller(request);
    const { locked, actionId } = body();
    const after = await edited(request, path.flowId, 'lock', { locked, actionId });
    const { organizationId, id, type, name } = after.flow;
    await writeAudit(deps, request, {
      organizationId,
      action: locked ? 'flow.locked' : 'flow.unlocked',
      details: { flowId: id, type, name },
    });
    return present(after);
  });

  serve(app, 'PUT /admin/flows/template/:flowId', async ({ request, path, body }) => {
    requireCaller(request);
    const { template, actionId } = body();
    const after = await edited(request, path.flowId, 'template', { template, actionId });
    const { organizationId, id, type, name } = after.flow;
    await writeAudit(deps, request, {
      organizationId,
      action: template ? 'flow.templateMade' : 'flow.templateRemoved',
      details: { flowId: id, type, name },
    });
    return present(after);
  });

  serve(app, 'POST /admin/flows/duplicate/:flowId', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const { newFlowName: name, actionId = null, includeChatHistory: withHistory = false } = body();
    const { flow } = await loadFlow(deps, caller, path.flowId, 'duplicate');
    const made = await duplicateFlow(deps, caller, flow, { name, actionId, withHistory });
    if ('job' in made) return { job: presentFlowJob(deps, made.job) };
    const { id } = made;
    await writeAudit(deps, request, { action: 'flow.made', details: { flowId: id, type: flow.type, name } });
    const copy = await loadFlow(deps, caller, id, 'open');
    return { flow: presentFlow(copy.flow, copy.role, copy.standing) };
  });

  const setDisabled = async (
    request: FastifyRequest,
    ids: readonly string[],
    {
      disabled,
      actionId = null,
    }: { readonly disabled: boolean; readonly actionId?: string | null | undefined },
  ) => {
    const caller = requireCaller(request);
    const { found, skipped } = await loadBatch(deps, caller, ids, 'disable');
    const changed = found.map(({ flow }) => flow.id);
    await flows.setDisabled(changed, disabled, { userId: caller.userId, actionId });
    for (const { flow } of found)
      if ((flow.settings.disabledForm ?? false) !== disabled)
        await writeAudit(deps, request, {
          organizationId: flow.organizationId,
          action: disabled ? 'flow.closed' : 'flow.reopened',
          details: { flowId: flow.id, type: flow.type, name: flow.name },
        });
    return { success: true, changed, skipped } as const;
  };
  serve(app, 'POST /admin/flows/changeFlowDisabled/:publicIdentifier', async ({ request, path, body }) => {
    requireCaller(request);
    await setDisabled(request, [path.publicIdentifier], body());
    return { success: true } as const;
  });
  serve(app, 'POST /admin/flows/bulkChangeFlowDisabled', async ({ request, body }) => {
    requireCaller(request);
    const input = body();
    return setDisabled(request, input.flowPublicIds, input);
  });

  serve(app, 'GET /admin/flows/members/:flowId', async ({ request, path }) => {
    const { flow, standing } = await loadFlow(deps, requireCaller(request), path.flowId, 'open');
    const members = await flowMembers.list(flow.id);
    // Who shares a flow is of its organization; whoever it is shared with outside learns nobody's address.
    const isOutside = standing.organizationRole === null;
    return {
      ownerUserId: flow.ownerUserId,
      members: isOutside ? members.map((member) => ({ ...member, email: null })) : members,
    };
  });

  serve(app, 'PUT /admin/flows/members/:flowId/:userId', async ({ request, path, body }) => {
    const caller = requireCaller(request);
    const { accessLevel } = body();
    const { flow } = await loadFlow(deps, caller, path.flowId, 'share');
    if (path.userId === flow.ownerUserId)
      throw new AppError('conflict', `Whoever owns this ${flowType(flow.type).noun} keeps access to it`);
    const by = { userId: caller.userId, actionId: null };
    const person = await flowMembers.set(flow, path.userId, accessLevel, by);
    deps.flowAccess.forget();
    if (person === null) throw notFound('Person not found');
    await writeAudit(deps, request, {
      organizationId: flow.organizationId,
      action: 'flow.shared',
      details: {
        flowId: flow.id,
        type: flow.type,
        name: flow.name,
        userId: path.userId,
        person,
        accessLevel: accessLevel ?? 'none',
      },
    });
    return { success: true } as const;
  });
}
