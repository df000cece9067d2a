import type { HttpAnswer, HttpBody } from '@weft/protocol';
import { toast } from '@weft/ui';
import { call } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import {
  type CatalogueEntry,
  choicesQuery,
  connectionsKey,
  type Target,
  targetsKey,
} from './integration-queries.ts';

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

/** The same, and says how many there were, or why it could not be done. */
export const sendFailed = (serviceId: string): Promise<void> =>
  replayAll(serviceId).then(
    (count) => void toast(count === 0 ? 'Nothing waits to be sent again' : `${count} sent again`),
    (refused: unknown) => void toast(errorText(refused), { tone: 'error' }),
  );

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

type Choice = HttpAnswer<'POST /v1/zite/admin/services/airtable/create'>['tables'][number];

/** A table of another service, as it is suggested. */
export type SuggestedTable = HttpAnswer<'POST /admin/zite/services/airtable/schema'>['tables'][number];
type NewTable = HttpBody<'POST /v1/zite/admin/services/airtable/create'>['tablesToCreate'][number];

/** Tables or sheets for a description. */
export async function suggestTargets(
  { type }: CatalogueEntry,
  prompt: string,
  flowId: string,
): Promise<readonly SuggestedTable[]> {
  const body = { prompt, flowId };
  if (type === 'googlesheets')
    return (await call('POST /admin/zite/services/googleSheets/schema', { body })).sheets;
  return (await call('POST /admin/zite/services/airtable/schema', { body })).tables;
}

/** Makes tables in a base, or sheets in a new spreadsheet. */
export async function createTargets(
  { type }: CatalogueEntry,
  serviceId: string,
  within: Target,
  tables: readonly NewTable[],
): Promise<{ readonly within: Target; readonly tables: readonly Choice[] }> {
  const query = { serviceId };
  try {
    if (type === 'googlesheets') {
      const body = { sheetsToCreate: [...tables] };
      const made = await call('POST /v1/zite/admin/services/googlesheets/create', { query, body });
      return { within: { spreadsheetId: made.spreadsheetId }, tables: made.sheets };
    }
    const { baseId = '' } = within;
    const body = { baseId, tablesToCreate: [...tables] };
    const made = await call('POST /v1/zite/admin/services/airtable/create', { query, body });
    return { within: { baseId }, tables: made.tables };
  } finally {
    // Also where one of several was refused.
    await queryClient.invalidateQueries({ queryKey: targetsKey(serviceId) });
  }
}
