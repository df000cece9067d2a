import { appOfBase, appOfTemplate, appTemplates, blankApp } from '@weft/apps';
import type { Content } from '@weft/documents';
import type { CallInput } from '@weft/protocol';
import { AppError, must } from '@weft/std';
import { requireMayMake } from '../flows/duplicate-flow.ts';
import { requirePlace } from '../flows/load-flow.ts';
import { writeAudit } from './app-audit.ts';
import { requireBase, tablesOf } from './app-source.ts';
import type { AppsContext } from './deps.ts';
import { loadApp } from './load-app.ts';

type Wanted = CallInput<'apps.create'>;

interface Begun {
  readonly content: Content;
}

/** What the app begins as; databases that it needs are made. */
async function begun(
  { deps, caller }: AppsContext,
  { from, name }: Wanted,
  workspaceId: string | null,
): Promise<Begun> {
  const title = name.trim();
  if (from.kind === 'base') {
    const { organizationId } = caller;
    const base = await requireBase({ deps, caller }, organizationId, from.baseId, 'open');
    const tables = await tablesOf(deps, base);
    const { who, users } = from;
    const named = users && {
      tableId: users.tableId,
      emailFieldId: users.emailFieldId,
      ...(users.nameFieldId !== undefined && { nameFieldId: users.nameFieldId }),
      ...(users.roleFieldId !== undefined && { roleFieldId: users.roleFieldId }),
    };
    return {
      content: appOfBase({ title, baseId: base.id, tables, who, ...(named && { users: named }) }, deps.newId),
    };
  }
  if (from.kind === 'template') {
    const template = appTemplates.find((one) => one.name === from.template);
    if (template === undefined) throw new AppError('not-found', 'There is no such template');
    requireMayMake(caller, 'base');
    const made = await deps.makeOfTemplate(caller, template.base, { name: title, workspaceId });
    return { content: appOfTemplate(template, { title, ...must(made, template.base) }, deps.newId) };
  }
  requireMayMake(caller, 'base');
  const { baseId, tables } = await deps.makeBlank(caller, { name: title, workspaceId });
  return { content: blankApp({ title, baseId, table: must(tables[0]) }, deps.newId) };
}

/** Makes an app with what it begins as; sent again with the same id it makes no second one. */
export async function createApp(context: AppsContext, input: Wanted): Promise<{ readonly flowId: string }> {
  const { deps, caller } = context;
  const { organizationId, userId: ownerUserId } = caller;
  if (input.flowId !== undefined) {
    const known = await deps.flows.find(input.flowId, ownerUserId);
    if (known !== null) {
      // The call sent again after its answer was lost.
      const { flow } = await loadApp(context, input.flowId, 'open').catch(() => ({ flow: null }));
      if (flow?.ownerUserId === ownerUserId) return { flowId: flow.id };
      throw new AppError('conflict', 'Something has this id already');
    }
  }
  const place = input.workspaceId ? await requirePlace(deps, caller, input.workspaceId) : null;
  const release = deps.concurrency.take('base', caller);
  try {
    const { content } = await begun(context, input, place?.id ?? null);
    const name = input.name.trim();
    const flowId = await deps.createForm({
      ...{ id: input.flowId, organizationId, ownerUserId, workspaceId: place?.id ?? null },
      ...{ name, actionId: null, type: 'zite', draft: content },
    });
    await writeAudit(context, { organizationId, id: flowId, name }, 'flow.made');
    return { flowId };
  } finally {
    release();
  }
}
