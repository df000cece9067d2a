import type { Connection } from '@weft/db';
import {
  type Connector,
  oauthWayOf,
  type ServiceAccount,
  type ServiceConfig,
  ServiceFault,
} from '@weft/integrations';
import type { HttpAnswer } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { requirePlace } from '../flows/load-flow.ts';
import { asking } from './asking.ts';
import { isPersonal } from './catalogue.ts';
import { loadConnection, presentConnection, requireOwnConnection } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';
import type { Owner } from './integrations-deps.ts';
import { makeTargets } from './new-target-routes.ts';
import { writeServiceAudit } from './service-audit.ts';
import { readSettings, wayOf } from './settings-of-way.ts';
import { ownPage, requireSetUp, signInPath } from './sign-in.ts';
import type { Targets } from './targets.ts';

type Connected = HttpAnswer<'POST /admin/services/create/:serviceType'>;

/** Makes sure that what was filled in lets in, and whom. */
const checked = (
  deps: OwnDeps,
  connector: Connector,
  config: ServiceConfig,
  who: Owner,
): Promise<{ readonly account: ServiceAccount; readonly learned: ServiceConfig }> =>
  asking(async () => {
    const learned = (await connector.learn?.(deps.http.trying(connector, config, null, who))) ?? {};
    const account = await connector.check(deps.http.trying(connector, { ...config, ...learned }, null, who));
    const short = { id: account.id.slice(0, 500), label: account.label.slice(0, 500) };
    return { account: short, learned };
  });

async function reread(deps: OwnDeps, caller: Caller, id: string): Promise<Connection> {
  const connection = await deps.connections.find(id);
  if (connection === null || connection.organizationId !== caller.organizationId)
    throw notFound('Connection not found');
  return connection;
}

/** Where a connection is made: its workspace, and who may use it. */
async function placeOf(
  deps: OwnDeps,
  caller: Caller,
  given: {
    readonly workspaceId?: string | null | undefined;
    readonly access?: Connection['access'] | undefined;
  },
): Promise<Pick<Connection, 'workspaceId' | 'access'>> {
  const { workspaceId = null } = given;
  if (workspaceId !== null) await requirePlace(deps, caller, workspaceId);
  const isKept = caller.organizationSettings.connectionsInWorkspace === true;
  const usual = isKept ? (workspaceId === null ? 'owner' : 'workspace') : 'organization';
  const access = given.access ?? usual;
  if (access === 'workspace' && workspaceId === null) throw invalid('workspaceId', 'Choose a workspace');
  if (access === 'organization' && isKept)
    throw new AppError('forbidden', 'Your organization keeps connections to their workspace');
  return { workspaceId, access };
}

/** Making, changing and deleting connections, and what is asked of their services while somebody waits. */
export function mountServices(app: FastifyInstance, deps: OwnDeps, targets: Targets): void {
  serve(
    app,
    'POST /admin/services/create/:serviceType',
    async ({ request, path, body }): Promise<Connected> => {
      const caller = requireCaller(request);
      const { config, serviceName, source = '', redirectUri, failureRedirectUri, ...place } = body();
      const { organizationId } = caller;
      const version = await deps.http.declared.offeredVersion(path.serviceType, organizationId);
      const connector = await deps.http.serviceOf({ type: path.serviceType, organizationId });
      if (connector === undefined || version === undefined) throw notFound('There is no such service here');
      const baseUrl = deps.baseUrl();
      for (const [name, page] of Object.entries({ redirectUri, failureRedirectUri }))
        ownPage(page, baseUrl, name);
      const way = wayOf(connector, config);
      if (way?.onPageOnly === true && source === 'formEditor')
        throw invalid('config', `A ${way.label.toLowerCase()} is entered on the page of integrations alone`);
      const oauth = way === null ? oauthWayOf(connector, config) : null;
      const { open, secret } = readSettings([...(connector.fields ?? []), ...(way?.fields ?? [])], config);
      if (oauth !== null) await requireSetUp(deps, oauth);
      const provider = oauth?.provider ?? null;
      // A sign-in that was given up leaves nothing behind.
      if (connector.use === 'scheduling') await deps.connections.removeNotSignedIn(caller, connector.type);
      const where = isPersonal(connector)
        ? ({ workspaceId: null, access: 'owner' } as const)
        : await placeOf(deps, caller, place);
      const found = way === null ? null : await checked(deps, connector, { ...open, ...secret }, caller);
      const made = {
        ...{ id: deps.newId('svc'), organizationId, userId: caller.userId, ...where },
        ...{ type: connector.type, name: serviceName, source, provider },
        config: { ...open, ...oauth?.marks },
        // Nobody has signed in yet.
        state: found === null ? ('reconnect' as const) : ('ok' as const),
        ...{ accountId: found?.account.id ?? null, accountLabel: found?.account.label ?? null },
      };
      const sealed = found && (await deps.http.seal(made, { ...secret, ...found.learned }, null));
      const result = await deps.connections.create(made, sealed, version);
      if (result === 'full')
        throw new AppError('limit', 'An organization has at most 1,000 connections: delete one first');
      if (result === 'changed')
        throw new AppError('conflict', `${connector.label} was changed meanwhile: look at it again`);
      const connection = await reread(deps, caller, made.id);
      await writeServiceAudit(deps, caller, connection, 'service.made');
      return {
        service: presentConnection(connection, caller),
        signInUrl:
          provider === null
            ? null
            : signInPath(connection, deps.http.providerOf(connection.provider), {
                redirectUri,
                failureRedirectUri,
              }),
      };
    },
  );

  serve(app, 'POST /admin/services/edit/:serviceId', async ({ request, path, body }): Promise<Connected> => {
    const caller = requireCaller(request);
    const known = await requireOwnConnection(deps, caller, path.serviceId);
    const connector = await deps.http.serviceOf(known);
    if (connector === undefined) throw notFound('There is no such service here');
    const { config, serviceName, redirectUri, failureRedirectUri, workspaceId, access } = body();
    const baseUrl = deps.baseUrl();
    for (const [name, page] of Object.entries({ redirectUri, failureRedirectUri }))
      ownPage(page, baseUrl, name);
    const moves = !isPersonal(connector) && (workspaceId !== undefined || access !== undefined);
    const where = moves
      ? await placeOf(deps, caller, {
          workspaceId: workspaceId === undefined ? known.workspaceId : workspaceId,
          access: access ?? known.access,
        })
      : {};
    if (config !== undefined) await changeSettings(deps, connector, known, config);
    await deps.connections.change(known, {
      ...where,
      ...(serviceName !== undefined && serviceName !== known.name && { name: serviceName }),
    });
    await writeServiceAudit(deps, caller, known, 'service.changed');
    const connection = await reread(deps, caller, known.id);
    const signsIn = connection.provider !== null && redirectUri !== undefined;
    return {
      service: presentConnection(connection, caller),
      signInUrl: signsIn
        ? signInPath(connection, deps.http.providerOf(connection.provider), {
            redirectUri,
            failureRedirectUri,
          })
        : null,
    };
  });

  serve(app, 'DELETE /admin/services/delete/:serviceId', async ({ request, path }) => {
    const caller = requireCaller(request);
    const connection = await requireOwnConnection(deps, caller, path.serviceId);
    await deps.http.revoke(connection);
    await deps.connections.remove(connection.id);
    await writeServiceAudit(deps, caller, connection, 'service.deleted');
    return { success: true } as const;
  });

  serve(app, 'POST /v1/zite/admin/services/getMetadata', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { requests, forceRefresh = false } = body();
    const results = requests.map(async ({ serviceId, serviceType, settings = {} }) => {
      const ids = settings.baseIds ?? settings.spreadsheetIds ?? [];
      try {
        const connection = await loadConnection(deps, caller, serviceId);
        if (connection.type !== serviceType) throw notFound('Connection not found');
        return {
          serviceId,
          serviceType,
          targets: await treeOf(deps, targets, connection, ids, forceRefresh),
          error: null,
        };
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === 'internal') throw error;
        return { serviceId, serviceType, targets: [], error: error.message };
      }
    });
    return { results: await Promise.all(results) };
  });

  serve(app, 'GET /v1/admin/services/slack/channels', async ({ request, query }) => {
    const connection = await loadConnection(deps, requireCaller(request), query().serviceId);
    const step = deps.http.connectorOf(connection.type)?.targets?.[0];
    if (connection.type !== 'slack' || step === undefined) throw notFound('Connection not found');
    return { channels: [...(await targets.choices(connection, step.key, {}, false))] };
  });

  serve(app, 'POST /v1/admin/services/twilio/phoneNumbers', async ({ request, body }) => {
    const caller = requireCaller(request);
    const connector = deps.http.connectorOf('twilio');
    const list = connector?.offered?.phoneNumber;
    if (connector === undefined || list === undefined) throw notFound('There is no such service here');
    const { accountSid, authToken } = body();
    const fields = connector.auth.flatMap((way) => (way.kind === 'config' ? way.fields : []));
    const filled = fields.filter(({ key }) => key !== 'phoneNumber');
    const { open, secret } = readSettings(filled, { accountSid, authToken });
    const config = { ...open, ...secret, phoneNumber: '' };
    const phoneNumbers = await asking(() => list(deps.http.trying(connector, config, null, caller)));
    return { phoneNumbers: [...phoneNumbers] };
  });

  /** Whether settings let in, before they are connected; nothing of them is kept. */
  const tried = async (type: string, config: ServiceConfig, caller: Caller, otherwise?: string) => {
    const connector = deps.http.connectorOf(type);
    const way = connector?.auth[0];
    if (connector === undefined || way?.kind !== 'config') throw notFound('There is no such service here');
    const { open, secret } = readSettings([...(connector.fields ?? []), ...way.fields], config);
    try {
      await connector.check(deps.http.trying(connector, { ...open, ...secret }, null, caller));
      return { success: true, error: null };
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      return { success: false, error: (error.class === 'retry' && otherwise) || error.message };
    }
  };

  serve(app, 'GET /jotform/ping', ({ request, query }) => tried('jotform', query(), requireCaller(request)));

  // One that cannot be asked counts as one that refuses.
  serve(app, 'POST /v1/admin/services/surveyMonkey/surveys', ({ request, body }) =>
    tried('surveyMonkey', body(), requireCaller(request), 'Invalid access token'),
  );

  serve(app, 'POST /v1/admin/services/createGoogleSheet', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { organizationId, serviceId, flowName, flowTemplate } = body();
    const connection = await loadConnection(deps, caller, serviceId);
    if (connection.type !== 'googlesheets' || organizationId !== caller.organizationId)
      throw notFound('Connection not found');
    const headers = flowTemplate.columns.map((name) => ({ name, type: 'single_line_text' as const }));
    const wanted = { title: flowName, within: {}, tables: [{ name: 'Answers', headers }] };
    const { within, tables } = await makeTargets(deps, targets, connection, wanted);
    return { spreadsheetId: within.spreadsheetId ?? '', sheetUUID: tables[0]?.id ?? '' };
  });

  serve(app, 'GET /v1/admin/services/googleSheets/credentials', async ({ request, reply, query }) => {
    const caller = requireCaller(request);
    const connection = await loadConnection(deps, caller, query().serviceId);
    const app = connection.provider === null ? null : await deps.http.appOf(connection.provider);
    if (connection.type !== 'googlesheets' || connection.userId !== caller.userId || app === null)
      throw notFound('Connection not found');
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

/** Settings that are changed are checked with the service first, with those that were left out as they are. */
async function changeSettings(
  deps: OwnDeps,
  connector: Connector,
  known: Connection,
  config: ServiceConfig,
): Promise<void> {
  const ofWays = connector.auth.flatMap((one) => (one.kind === 'config' ? one.fields : []));
  const fields = [...(connector.fields ?? []), ...ofWays];
  const leadsElsewhere = fields.some(
    ({ key, leads }) => leads === true && config[key] !== undefined && config[key] !== known.config[key],
  );
  const sealed = await deps.http.secretConfig(known);
  // Whoever may change a connection is not told its secrets, nor a server of theirs.
  const former =
    leadsElsewhere || (await isOfOtherHost(deps, connector, known, sealed))
      ? known.config
      : { ...known.config, ...sealed };
  const merged = { ...former, ...config };
  const way = known.provider === null ? wayOf(connector, merged) : null;
  const { open, secret } = readSettings([...(connector.fields ?? []), ...(way?.fields ?? [])], merged);
  // The sign-in that follows finds out whether it lets in.
  if (known.provider !== null) {
    const oauth = oauthWayOf(connector, merged);
    if (oauth !== null && oauth !== oauthWayOf(connector, known.config)) await requireSetUp(deps, oauth);
    const settings = { ...open, ...oauth?.marks };
    const moves = fields.some(({ key, leads }) => leads === true && open[key] !== known.config[key]);
    if (!moves) return deps.connections.change(known, { config: settings });
    // The token is of where it led before, and is sent nowhere else.
    await deps.http.revoke(known);
    return deps.connections.signOut(known, settings, `${connector.label} was moved: sign in to it there`);
  }
  const { account, learned } = await checked(deps, connector, { ...open, ...secret }, known);
  const isThere = await deps.connections.letIn(
    known,
    await deps.http.seal(known, { ...secret, ...learned }, null),
    { accountId: account.id, accountLabel: account.label, scopes: [], expiresAt: null },
    open,
  );
  if (!isThere) throw new AppError('conflict', 'Somebody changed the connection meanwhile: look at it again');
}

/** Whether its declaration names another host, or another way in, than its secrets were sealed for. */
async function isOfOtherHost(
  { http }: OwnDeps,
  connector: Connector,
  known: Connection,
  { leads }: ServiceConfig,
): Promise<boolean> {
  if (leads === undefined) return false;
  return (await connector.learn?.(http.trying(connector, {}, null, known)))?.leads !== leads;
}

/** Bases or spreadsheets, with the tables and fields of those that are asked for. */
async function treeOf(
  { http }: OwnDeps,
  targets: Targets,
  connection: Connection,
  ids: readonly string[],
  fresh: boolean,
) {
  const [first, second] = http.connectorOf(connection.type)?.targets ?? [];
  if (first === undefined) throw notFound('This service has nothing to choose from');
  const choices = await targets.choices(connection, first.key, {}, fresh);
  const tablesOf = async (id: string) => {
    if (second === undefined) return [];
    const tables = await targets.choices(connection, second.key, { [first.key]: id }, fresh);
    const withFields = tables.map(async (table) => ({
      ...table,
      fields: [...(await targets.fields(connection, { [first.key]: id, [second.key]: table.id }, fresh))],
    }));
    return Promise.all(withFields);
  };
  const missing = ids.find((id) => !choices.some((choice) => choice.id === id));
  if (missing !== undefined)
    throw notFound(
      connection.type === 'googlesheets' ? 'Missing or unknown google sheet' : 'Missing or unknown base',
    );
  return Promise.all(
    choices.map(async (choice) => ({
      ...choice,
      tables: ids.includes(choice.id) ? await tablesOf(choice.id) : null,
    })),
  );
}
