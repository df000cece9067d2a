import type { Target } from '@weft/integrations';
import { AppError, isId } from '@weft/std';
import { loadFlow } from '../flows/load-flow.ts';
import type { IntegrationsContext } from './deps.ts';

const isGone = 'The file was uploaded to another form, or is not there any more: upload it again';

/**
 * Throws where a target is a file of this server that is not of the form; without a form, where the caller may not edit the
 * one it is of.
 */
export async function requireOwnFile(
  { deps, caller }: Pick<IntegrationsContext, 'deps' | 'caller'>,
  type: string,
  target: Target,
  flowId?: string,
): Promise<void> {
  const fileId = deps.http.builtInConnector(type)?.ownFile?.(target);
  if (fileId === undefined) return;
  const file = isId('fil', fileId) ? await deps.files.get(fileId) : null;
  const isOfForm = file?.purpose === 'attachment' && (flowId === undefined || file.flowId === flowId);
  if (!isOfForm || file.flowId === null) throw new AppError('conflict', isGone);
  await loadFlow(deps, caller, file.flowId, 'edit');
}
