import { canChangeOrganization, flowType } from '@weft/core';
import { AppError, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { FlowsDeps } from './deps.ts';
import { loadFlow } from './load-flow.ts';

/** A flow that strangers answer leaves its organization for another of whoever moves it; first itself, then its answers. */
export function mountMoveToOrganization(app: FastifyInstance, deps: FlowsDeps): void {
  const { flows, flowAccess } = deps;

  serve(app, 'POST /admin/flows/moveToOrganization', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { flowPublicId, organizationId: to, actionId = null } = body();
    const { flow } = await loadFlow(deps, caller, flowPublicId, 'changeOrganization');
    const { noun } = flowType(flow.type);
    const organizations = await deps.organizationsOf(caller.userId);
    const target = organizations.find(({ id }) => id === to);
    if (target === undefined) throw notFound('Organization not found');
    if (to === flow.organizationId)
      throw new AppError('conflict', `This ${noun} lies in that organization already`);
    // A right is given in an organization: the one that loses the flow.
    if (flow.organizationId !== caller.organizationId)
      throw new AppError('forbidden', `Switch to the organization of this ${noun} first`);
    const allowed = canChangeOrganization(caller.rights.MOVE_FLOWS_ACROSS_ORGS, flow.submissions ?? 0);
    if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
    await deps.files.files.requireRoomFor(flow.id, target);
    const moved = await flows.changeOrganization(flow, to, { userId: caller.userId, actionId });
    flowAccess.forget();
    if (!moved)
      throw new AppError(
        'conflict',
        `This ${noun} was changed meanwhile and stays where it was: look at it again`,
      );
    const details = { flowId: flow.id, type: flow.type, name: flow.name };
    const from = organizations.find(({ id }) => id === flow.organizationId)?.name ?? '';
    const left = { ...details, organization: target.name };
    await writeAudit(deps, request, {
      organizationId: flow.organizationId,
      action: 'flow.left',
      details: left,
    });
    const came = { ...details, organization: from };
    await writeAudit(deps, request, { organizationId: to, action: 'flow.came', details: came });
    return { success: true } as const;
  });

  serve(
    app,
    'POST /v1/admin/flow/:flowPublicId/moveSessionsToOrganization',
    async ({ request, path, body }) => {
      const caller = requireCaller(request);
      const { organizationId } = body();
      const { flow } = await loadFlow(deps, caller, path.flowPublicId, 'changeOrganization');
      if (flow.organizationId !== organizationId)
        throw new AppError('conflict', 'Move the form first: its submissions follow it');
      await flows.moveSessions(flow.id, organizationId);
      return { success: true } as const;
    },
  );
}
