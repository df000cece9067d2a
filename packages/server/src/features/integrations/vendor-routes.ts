import { type ServiceConfig, ServiceFault } from '@weft/integrations';
import { AppError, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { asking, askingFor } from './asking.ts';
import { connectionNotFound, loadConnection } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';
import { makeTargets } from './new-target-routes.ts';
import { writeServiceAudit } from './service-audit.ts';
import { readSettings } from './settings-of-way.ts';
import { targetTree } from './target-tree.ts';
import type { Targets } from './targets.ts';

/** The specified calls that name a service, or know what its targets are called. */
export function mountVendors(app: FastifyInstance, deps: OwnDeps, targets: Targets): void {
  serve(app, 'POST /v1/zite/admin/services/getMetadata', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { requests, forceRefresh = false } = body();
    const treeOf = async ({ serviceId, serviceType, settings = {} }: (typeof requests)[number]) => {
      const ids = settings.baseIds ?? settings.spreadsheetIds ?? [];
      try {
        const connection = await loadConnection(deps, caller, serviceId, serviceType);
        const found = await targetTree(deps, targets, connection, ids, forceRefresh);
        return { serviceId, serviceType, targets: found, error: null };
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === 'internal') throw error;
        return { serviceId, serviceType, targets: [], error: error.message };
      }
    };
    return { results: await askingFor(deps, caller, () => Promise.all(requests.map(treeOf))) };
  });

  serve(app, 'GET /v1/admin/services/slack/channels', async ({ request, query }) => {
    const caller = requireCaller(request);
    const connection = await loadConnection(deps, caller, query().serviceId, 'slack');
    const step = deps.http.builtInConnector(connection.type)?.targets?.[0];
    if (step === undefined) throw connectionNotFound();
    const list = () => targets.choices(connection, step.key, {}, false);
    return { channels: [...(await askingFor(deps, caller, list))] };
  });

  serve(app, 'POST /v1/admin/services/twilio/phoneNumbers', async ({ request, body }) => {
    const caller = requireCaller(request);
    const connector = deps.http.builtInConnector('twilio');
    const list = connector?.offered?.phoneNumber;
    if (connector === undefined || list === undefined) throw notFound('There is no such service here');
    const { accountSid, authToken } = body();
    const fields = connector.auth.flatMap((way) => (way.kind === 'config' ? way.fields : []));
    const filled = fields.filter(({ key }) => key !== 'phoneNumber');
    const { open, secret } = readSettings(filled, { accountSid, authToken });
    const config = { ...open, ...secret, phoneNumber: '' };
    const ask = () => asking(() => list(deps.http.trying(connector, config, null, caller)));
    const phoneNumbers = await askingFor(deps, caller, ask);
    return { phoneNumbers: [...phoneNumbers] };
  });

  /** Whether settings let in, before they are connected; nothing of them is kept. */
  const tried = async (type: string, config: ServiceConfig, caller: Caller, otherwise?: string) => {
    const connector = deps.http.builtInConnector(type);
    const way = connector?.auth[0];
    if (connector === undefined || way?.kind !== 'config') throw notFound('There is no such service here');
    const { open, secret } = readSettings([...(connector.fields ?? []), ...way.fields], config);
    const ask = () => connector.check(deps.http.trying(connector, { ...open, ...secret }, null, caller));
    try {
      await askingFor(deps, caller, ask);
      return { success: true, error: null };
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      return { success: false, error: (error.class === 'retry' && otherwise) || error.message };
    }
  };

  serve(app, 'GET /jotform/ping', ({ request, query }) => tried('jotform', query(), requireCaller(request)));
  // For browsers: whatever stands between them and this server keeps addresses in its logs.
  serve(app, 'POST /jotform/ping', ({ request, body }) => tried('jotform', body(), requireCaller(request)));

  // One that cannot be asked counts as one that refuses.
  serve(app, 'POST /v1/admin/services/surveyMonkey/surveys', ({ request, body }) =>
    tried('surveyMonkey', body(), requireCaller(request), 'Invalid access token'),
  );

  serve(app, 'POST /v1/admin/services/createGoogleSheet', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { organizationId, serviceId, flowName, flowTemplate } = body();
    if (organizationId !== caller.organizationId) throw connectionNotFound();
    const connection = await loadConnection(deps, caller, serviceId, 'googlesheets');
    const headers = flowTemplate.columns.map((name) => ({ name, type: 'single_line_text' as const }));
    const wanted = { title: flowName, within: {}, tables: [{ name: 'Answers', headers }] };
    const { within, tables } = await makeTargets(deps, targets, caller, connection, wanted);
    return { spreadsheetId: within.spreadsheetId ?? '', sheetUUID: tables[0]?.id ?? '' };
  });

  serve(app, 'GET /v1/admin/services/googleSheets/credentials', async ({ request, reply, query }) => {
    const caller = requireCaller(request);
    const connection = await loadConnection(deps, caller, query().serviceId, 'googlesheets');
    const app = connection.provider === null ? null : await deps.http.appOf(connection.provider);
    if (connection.userId !== caller.userId || app === null) throw connectionNotFound();
    if (
      !connection.scopes.some((scope) => /\/drive\.file$/.test(scope)) ||
      connection.scopes.some(reachesMore)
    )
      throw new AppError('conflict', 'This connection has other rights than for the files you choose');
    const accessToken = await asking(() => deps.http.accessToken(connection));
    await writeServiceAudit(deps, caller, connection, 'service.tokenGiven');
    reply.header('cache-control', 'no-store');
    return { clientId: app.clientId, accessToken, pickerKey: app.pickerKey };
  });
}

/** Rights past the files that somebody chose, and past who they are. */
const reachesMore = (scope: string): boolean =>
  !/(\/drive\.file|^openid|^email|^profile|\/userinfo\.(email|profile))$/.test(scope);
