import type { FlowRole } from '@weft/core';
import type { AppSourceAnswer } from '@weft/protocol';
import { invalid } from '@weft/std';
import { requireMayMake } from '../flows/duplicate-flow.ts';
import { writeAudit } from './app-audit.ts';
import { requireBase } from './app-source.ts';
import type { AppsContext, AppsHandlers } from './deps.ts';
import { loadApp } from './load-app.ts';

export type SourceCall = 'apps.connectSource' | 'apps.source' | 'apps.refreshSource';

/** How fresh a database is that the caller may open; null: it shows no service. */
async function sourceOf(
  context: AppsContext,
  {
    organizationId,
    baseId,
    role,
  }: { readonly organizationId: string; readonly baseId: string; readonly role: FlowRole },
): Promise<AppSourceAnswer | null> {
  const base = await requireBase(context, organizationId, baseId, 'open');
  const mirror = await context.deps.mirrors.of(base.id);
  if (mirror === null) return null;
  const { service, readAt, records, fault, config } = mirror;
  return {
    ...{ baseId: base.id, name: base.name, service, readAt, records, fault },
    users: config.users ?? null,
    serviceId: role === 'read' ? null : mirror.connectionId,
  };
}

export const sourceMethods: AppsHandlers<SourceCall> = {
  'apps.connectSource': async (context, { flowId, baseId, name, service, serviceId, config }) => {
    const { deps, caller } = context;
    const { flow } = await loadApp(context, flowId, 'edit');
    if ('spreadsheetId' in config !== (service === 'googlesheets'))
      throw invalid('config', 'Not the config of this service');
    requireMayMake(caller, 'base');
    const release = deps.concurrency.take('base', caller);
    try {
      await deps.mirrors.connect(caller, flow, { baseId, name: name.trim(), service, serviceId, config });
    } finally {
      release();
    }
    const { organizationId } = flow;
    const made = { organizationId, id: baseId, name: name.trim() };
    await writeAudit(context, made, 'flow.made', { type: 'base' });
    return { baseId };
  },

  'apps.source': async (context, { flowId, baseId }) => {
    const { flow, role } = await loadApp(context, flowId, 'open');
    return { source: await sourceOf(context, { organizationId: flow.organizationId, baseId, role }) };
  },

  'apps.refreshSource': async (context, { flowId, baseId }) => {
    const { flow, role } = await loadApp(context, flowId, 'edit');
    const { organizationId } = flow;
    const base = await requireBase(context, organizationId, baseId, 'open');
    const mirror = await context.deps.mirrors.of(base.id);
    if (mirror !== null) await context.deps.mirrors.ask(mirror, organizationId, { atOnce: true });
    return { source: await sourceOf(context, { organizationId, baseId, role }) };
  },
};
