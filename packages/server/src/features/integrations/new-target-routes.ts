import type { Connection } from '@weft/db';
import { type MadeTargets, type NewTargets, ServiceFault } from '@weft/integrations';
import { AppError } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { answeredIn, askingFor, asRefusal } from './asking.ts';
import { connectionNotFound, loadConnection } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';
import { targetPlace } from './serial-key.ts';
import type { Targets } from './targets.ts';

/** Makes tables or sheets over a connection. Throws AppError with a sentence. */
export async function makeTargets(
  deps: Pick<OwnDeps, 'http' | 'concurrency'>,
  targets: Targets,
  caller: Caller,
  connection: Connection,
  wanted: NewTargets,
): Promise<MadeTargets> {
  const create = deps.http.builtInConnector(connection.type)?.create;
  if (create === undefined) throw connectionNotFound();
  try {
    return await askingFor(deps, caller, async () => {
      const place = targetPlace(deps.http, connection.type, wanted.within);
      const http = await deps.http.of(connection, AbortSignal.timeout(answeredIn), { place });
      return create.run(http, wanted);
    });
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.class !== 'unknown') throw asRefusal(error);
    const said = `${error.message}. What may have been made is still there: look before you try again`;
    throw new AppError('unavailable', said, undefined, { cause: error });
  } finally {
    // Also where one of several was refused.
    targets.forget(connection);
  }
}

/** Tables and sheets that are made for what a flow writes. */
export function mountNewTargets(app: FastifyInstance, deps: OwnDeps, targets: Targets): void {
  serve(app, 'POST /v1/zite/admin/services/airtable/create', async ({ request, query, body }) => {
    const caller = requireCaller(request);
    const connection = await loadConnection(deps, caller, query().serviceId, 'airtable');
    const { baseId, tablesToCreate: tables } = body();
    const made = await makeTargets(deps, targets, caller, connection, {
      title: '',
      within: { baseId },
      tables,
    });
    return { tables: [...made.tables] };
  });

  serve(app, 'POST /v1/zite/admin/services/googlesheets/create', async ({ request, query, body }) => {
    const caller = requireCaller(request);
    const connection = await loadConnection(deps, caller, query().serviceId, 'googlesheets');
    const { sheetsToCreate: tables, spreadsheetName = tables[0]?.name ?? '' } = body();
    const wanted = { title: spreadsheetName, within: {}, tables };
    const { within, tables: sheets } = await makeTargets(deps, targets, caller, connection, wanted);
    return { spreadsheetId: within.spreadsheetId ?? '', spreadsheetName, sheets: [...sheets] };
  });
}
