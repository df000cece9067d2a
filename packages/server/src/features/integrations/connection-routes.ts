import type { Connection } from '@weft/db';
import { type Connector, oauthWayOf, type ServiceAccount, type ServiceConfig } from '@weft/integrations';
import type { HttpAnswer } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { requirePlace } from '../flows/load-flow.ts';
import { asking, askingFor } from './asking.ts';
import { isPersonal } from './catalogue.ts';
import { connectionNotFound, presentConnection, requireOwnConnection } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';
import type { Owner } from './integrations-deps.ts';
import { writeServiceAudit } from './service-audit.ts';
import { readSettings, wayOf } from './settings-of-way.ts';
import { ownPage, requireSetUp, signInPath } from './sign-in.ts';

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
  if (connection === null || connection.organizationId !== caller.organizationId) throw connectionNotFound();
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

/** Making, changing and deleting connections. */
export function mountConnections(app: FastifyInstance, deps: OwnDeps): void {
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
      const found =
        way === null
          ? null
          : await askingFor(deps, caller, () => checked(deps, connector, { ...open, ...secret }, caller));
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
    if (config !== undefined)
      await askingFor(deps, caller, () => changeSettings(deps, connector, known, config));
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
}

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
