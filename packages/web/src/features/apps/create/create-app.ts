import type { CallRequest } from '@weft/protocol';
import { call } from '../../../api.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { newId } from '../../../session/new-id.ts';

export type AppBegin = CallRequest<'apps.create'>['from'];

/** Makes an app; a lost answer is asked for again under the same id, so that there is one app. */
export async function createApp(name: string, workspaceId: string | null, from: AppBegin): Promise<string> {
  const app = { flowId: newId('bas'), name, workspaceId, from };
  try {
    await rpc.call('apps.create', app).catch(() => rpc.call('apps.create', app));
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['flows'] });
  }
  return app.flowId;
}

/** Makes an app of an exported file. */
export async function importApp(
  file: { readonly [key: string]: unknown },
  workspaceId: string | null,
): Promise<string> {
  const { flowId } = await call('POST /admin/zite/apps/import', { body: { file, workspaceId } });
  void queryClient.invalidateQueries({ queryKey: ['flows'] });
  return flowId;
}
