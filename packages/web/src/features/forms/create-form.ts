import type { CallRequest } from '@weft/protocol';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { newId } from '../../session/new-id.ts';

/** Makes a form; a lost answer is asked for again under the same id, so that there is one form. */
export async function createForm(
  name: string,
  workspaceId: string | null,
  begin: Pick<CallRequest<'forms.create'>, 'template' | 'table' | 'theme' | 'kind' | 'from'> = {},
): Promise<string> {
  const form = { flowId: newId('bas'), name, workspaceId, ...begin };
  try {
    await rpc.call('forms.create', form).catch(() => rpc.call('forms.create', form));
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['flows'] });
  }
  return form.flowId;
}
