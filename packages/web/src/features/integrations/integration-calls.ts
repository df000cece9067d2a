import type { HttpAnswer, HttpBody } from '@weft/protocol';
import { call } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { choicesQuery, connectionsKey, type Target, targetsKey } from './integration-queries.ts';

/** Asks the service itself again what there is to choose from, and not what this server has cached. */
export async function refetchTarget(serviceId: string, step: string, settings: Target): Promise<void> {
  const { choices } = await rpc.call('integrations.targets', {
    ...{ serviceId, step, settings },
    forceRefresh: true,
  });
  queryClient.setQueryData(choicesQuery(serviceId, step, settings).queryKey, choices);
}

const reread = () => queryClient.invalidateQueries({ queryKey: connectionsKey });

export async function createConnection(
  serviceType: string,
  body: HttpBody<'POST /admin/services/create/:serviceType'>,
): Promise<HttpAnswer<'POST /admin/services/create/:serviceType'>> {
  const made = await call('POST /admin/services/create/:serviceType', { path: { serviceType }, body });
  await reread();
  return made;
}

export async function changeConnection(
  serviceId: string,
  body: HttpBody<'POST /admin/services/edit/:serviceId'>,
): Promise<HttpAnswer<'POST /admin/services/edit/:serviceId'>> {
  const changed = await call('POST /admin/services/edit/:serviceId', { path: { serviceId }, body });
  await reread();
  void queryClient.invalidateQueries({ queryKey: targetsKey(serviceId) });
  return changed;
}

export async function deleteConnection(serviceId: string): Promise<void> {
  await call('DELETE /admin/services/delete/:serviceId', { path: { serviceId } });
  await reread();
}

/** Sends everything again that could not be written with a connection; how much that was. */
export const replayAll = async (serviceId: string): Promise<number> =>
  (await rpc.call('integrations.replayAll', { serviceId })).replayed;

/** A new spreadsheet for the answers to a form, with a column for each question. */
export async function createSheet(
  serviceId: string,
  organizationId: string,
  flowName: string,
  columns: readonly string[],
): Promise<{ readonly spreadsheetId: string; readonly sheetUUID: string }> {
  const flowTemplate = { columns: [...columns] };
  const made = await call('POST /v1/admin/services/createGoogleSheet', {
    body: { organizationId, serviceId, flowName, flowTemplate },
  });
  await queryClient.invalidateQueries({ queryKey: targetsKey(serviceId) });
  return made;
}
