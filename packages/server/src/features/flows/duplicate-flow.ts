import { canCreateDatabase, canPlaceIn, flowType } from '@weft/core';
import type { Flow } from '@weft/db';
import { AppError } from '@weft/std';
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

/** Duplicates a flow, into the caller's own; the id of the copy. */
export async function duplicateFlow(
  deps: FlowsDeps,
  caller: Caller,
  flow: Flow,
  as: { readonly name: string; readonly actionId: string | null },
): Promise<string> {
  if (flow.type === 'base') return duplicateBase(deps, caller, flow, as);
  if (flow.type !== 'form')
    throw new AppError('conflict', `A ${flowType(flow.type).noun} cannot be duplicated yet`);
  const { organizationId, userId } = caller;
  const release = deps.concurrency.take('base', caller);
  try {
    const workspaceId = await placeOf(deps, caller, flow);
    return await deps.duplicateForm(flow, { organizationId, ownerUserId: userId, workspaceId, ...as });
  } finally {
    release();
  }
}

/** Duplicates a base with its tables, views, links, records and files; the id of the copy. */
async function duplicateBase(
  deps: FlowsDeps,
  caller: Caller,
  flow: Flow,
  { name, actionId }: { readonly name: string; readonly actionId: string | null },
): Promise<string> {
  const allowed = canCreateDatabase(caller.rights.createDatabase);
  if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
  const { organizationId, userId } = caller;
  const release = deps.concurrency.take('base', caller);
  try {
    const held = await deps.base(flow.id).heldFiles();
    const originals = await deps.files.files.attachmentsOf(flow.id, held);
    const copied = await copyFiles(deps.files, originals, { organizationId, userId });
    try {
      const workspaceId = await placeOf(deps, caller, flow);
      return await deps.duplicateBase(
        flow.id,
        { organizationId, ownerUserId: userId, workspaceId, name, actionId },
        copied,
      );
    } catch (error) {
      await copied.release();
      throw error;
    }
  } finally {
    release();
  }
}
