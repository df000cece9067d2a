import { canPlaceIn, type FlowRole, type FlowVerb, flowNotFound } from '@weft/core';
import type { FoundFlow, Workspace } from '@weft/db';
import { AppError, notFound } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import type { FlowsDeps } from './deps.ts';
import { requireCanDo, roleOf } from './flow-policy.ts';

/** The flow, when `can` lets the caller do so with it. */
export async function loadFlow(
  deps: Pick<FlowsDeps, 'flows'>,
  caller: Pick<Caller, 'userId' | 'organizationId' | 'scope'>,
  flowId: string,
  verb: FlowVerb,
): Promise<FoundFlow & { readonly role: FlowRole }> {
  const found = await deps.flows.find(flowId, caller.userId);
  if (found === null) throw notFound(flowNotFound);
  return { ...found, role: requireCanDo(caller, verb, found) };
}

interface Batch {
  /** What the caller may do this with. */
  readonly found: readonly FoundFlow[];
  readonly skipped: { readonly flowId: string; readonly name: string | null; readonly reason: string }[];
}

/** The flows the caller may do this with; the others are skipped. Where that is all of them, it is refused. */
export async function loadBatch(
  deps: Pick<FlowsDeps, 'flows'>,
  caller: Caller,
  flowIds: readonly string[],
  verb: FlowVerb,
): Promise<Batch> {
  const ids = [...new Set(flowIds)];
  const all = new Map((await deps.flows.findAll(ids, caller.userId)).map((one) => [one.flow.id, one]));
  const found: FoundFlow[] = [];
  const skipped: Batch['skipped'] = [];
  let refusal: AppError | null = null;
  let onlyReads = true;
  for (const flowId of ids) {
    const one = all.get(flowId);
    try {
      if (one === undefined) throw notFound(flowNotFound);
      requireCanDo(caller, verb, one);
      found.push(one);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A refusal by name is worth more than that nothing is there.
      if (refusal === null || refusal.kind === 'not-found') refusal = error;
      if (error.kind !== 'not-found' && one !== undefined)
        onlyReads &&= roleOf(caller, one.flow.organizationId, one.standing) === 'read';
      const name = error.kind === 'not-found' ? null : (one?.flow.name ?? null);
      skipped.push({ flowId, name, reason: error.message });
    }
  }
  if (found.length === 0 && refusal !== null)
    throw ids.length === 1 || refusal.kind !== 'forbidden' || !onlyReads
      ? refusal
      : new AppError(
          'forbidden',
          'You do not have write access to these items. Ask an admin to grant you permission.',
        );
  return { found, skipped };
}

/** A workspace of the caller's organization, when they see it. */
export async function loadWorkspace(
  deps: Pick<FlowsDeps, 'workspaces'>,
  { organizationId, userId }: Caller,
  idOrSlug: string,
): Promise<Workspace> {
  const workspace = await deps.workspaces.find(idOrSlug, organizationId, userId);
  if (workspace === null) throw notFound('Workspace not found');
  return workspace;
}

/** The same, when they may put flows into it. */
export async function requirePlace(
  deps: Pick<FlowsDeps, 'workspaces'>,
  caller: Caller,
  workspaceId: string,
): Promise<Workspace> {
  const workspace = await loadWorkspace(deps, caller, workspaceId);
  const allowed = canPlaceIn(caller.organizationRole, workspace.level);
  if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
  return workspace;
}
