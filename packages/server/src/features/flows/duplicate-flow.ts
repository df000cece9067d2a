import { canCreateDatabase, canPlaceIn, flowType } from '@weft/core';
import type { Flow, FlowJob } from '@weft/db';
import { AppError, must } from '@weft/std';
import { copyFiles } from '../../files/copy-files.ts';
import type { Caller } from '../../http/caller.ts';
import type { FlowsDeps } from './deps.ts';

/** Where the copy lies: beside the original where the caller may put flows there, otherwise in Home. */
async function placeOf(deps: FlowsDeps, caller: Caller, { workspaceId, organizationId }: Flow) {
  if (workspaceId === null || organizationId !== caller.organizationId) return null;
  const workspace = await deps.workspaces.find(workspaceId, organizationId, caller.userId);
  if (workspace === null) return null;
  return canPlaceIn(caller.organizationRole, workspace.level).ok ? workspaceId : null;
}

/** Throws where making a flow of the type takes a right that the caller lacks. */
export function requireMayMake(caller: Caller, type: Flow['type']): void {
  const allowed = canCreateDatabase(!flowType(type).needsDatabaseRight || caller.rights.createDatabase);
  if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
}

/** Duplicates a flow, into the caller's own: the id of the copy, or the job that makes it where the flow is large. */
export async function duplicateFlow(
  deps: FlowsDeps,
  caller: Caller,
  flow: Flow,
  {
    withHistory,
    ...as
  }: { readonly name: string; readonly actionId: string | null; readonly withHistory: boolean },
): Promise<{ readonly id: string } | { readonly job: FlowJob }> {
  const { document, built } = flowType(flow.type);
  requireMayMake(caller, flow.type);
  const { organizationId, userId } = caller;
  const release = await deps.concurrency.takeEverywhere('base', caller);
  try {
    const workspaceId = await placeOf(deps, caller, flow);
    const copy = { organizationId, ownerUserId: userId, workspaceId, ...as };
    if (document === 'app') return { id: await deps.duplicateApp(flow, copy, withHistory) };
    const { duplicates } = must(built, 'a type of flow that can be made');
    const job =
      duplicates === 'records' ? await deps.duplicateLarge(caller, flow, { ...as, workspaceId }) : null;
    if (job !== null) return { job };
    if (duplicates === 'document') return { id: await deps.duplicateForm(flow, copy) };
    const held = await deps.base(flow.id).heldFiles();
    const originals = await deps.files.files.attachmentsOf(flow.id, held);
    const copied = await copyFiles(deps.files, originals, { organizationId, userId });
    try {
      return { id: await deps.duplicateBase(flow.id, copy, copied) };
    } catch (error) {
      await copied.release();
      throw error;
    }
  } finally {
    release();
  }
}
