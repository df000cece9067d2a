import { flowRole } from '@weft/core';
import { secretOwnerOfApp } from '@weft/db';
import { OAuthFault } from '@weft/integrations';
import type { CallNameOf } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import { askingFor } from './asking.ts';
import { catalogue, customEntries, type Offer, scopesOf } from './catalogue.ts';
import { isOffered, loadConnection, presentConnection, userOf } from './connection-access.ts';
import type { DeclaredCall } from './declared/declared-methods.ts';
import { isDeclared } from './declared/declared-services.ts';
import type { IntegrationsContext, IntegrationsHandlers } from './deps.ts';
import { foreseenForm } from './foreign-forms.ts';
import type { NoticeCall } from './notice-methods.ts';
import { requireOwnFile } from './own-file.ts';
import { callbackUrl } from './sign-in.ts';
import type { Targets } from './targets.ts';

export type ConnectionCall = Exclude<
  Extract<CallNameOf<'query'> | CallNameOf<'mutation'>, `integrations.${string}`>,
  | 'integrations.list'
  | 'integrations.connect'
  | 'integrations.update'
  | 'integrations.remove'
  | 'integrations.log'
  | 'integrations.replay'
  | 'integrations.replayAll'
  | DeclaredCall
  | NoticeCall
>;

/** Flows of a connection that are looked at. */
const maxDependents = 200;

/** A provider, for the first person of the instance; for everybody else none is there. */
function requireProvider({ deps, caller }: IntegrationsContext, name: string) {
  const provider = caller.isInstanceAdmin ? deps.http.providerOf(name) : undefined;
  if (provider === undefined) throw notFound('Provider not found');
  return provider;
}

/** What is asked about connections and their services, and the operator's apps. */
export const connectionMethods = (targets: Targets): IntegrationsHandlers<ConnectionCall> => ({
  'integrations.catalogue': async ({ deps, caller }) => {
    const apps = await deps.oauthSignIns.apps();
    const offers = new Set<Offer>(deps.ai === null ? [] : ['ai']);
    const custom = await deps.declared.offeredTo(caller.organizationId);
    return { services: [...catalogue(deps.thirdParties, apps, offers), ...customEntries(custom, offers)] };
  },

  'integrations.services': async ({ deps, caller }, { workspaceId, serviceType }) => {
    const { organizationId, organizationSettings } = caller;
    const isKept = organizationSettings.connectionsInWorkspace === true;
    const connections = await deps.connections.usableBy(userOf(caller));
    const offered = connections
      // What hosts have is kept beside their calendars.
      .filter(({ type }) => {
        const use = deps.http.builtInConnector(type)?.use ?? (isDeclared(type) ? 'write' : 'scheduling');
        return use !== 'scheduling';
      })
      .filter(({ type }) => serviceType === undefined || type === serviceType)
      .filter((one) => workspaceId === undefined || isOffered(one, { organizationId, workspaceId }, isKept));
    const usedBy = await deps.connections.countFlowsWith(offered.map(({ id }) => id));
    return {
      services: offered.map((connection) => ({
        ...presentConnection(connection, caller),
        usedBy: usedBy.get(connection.id) ?? 0,
      })),
    };
  },

  'integrations.dependents': async ({ deps, caller }, { serviceId }) => {
    const connection = await loadConnection(deps, caller, serviceId);
    const ids = await deps.connections.flowsWith(connection.id, maxDependents);
    const found = ids.length === 0 ? [] : await deps.flows.findAll(ids, caller.userId);
    const seen = found.filter(({ standing }) => flowRole(standing) !== null);
    const flows = seen.map(({ flow }) => ({ id: flow.id, name: flow.name }));
    return { flows, others: ids.length - flows.length };
  },

  'integrations.targets': async ({ deps, caller }, { serviceId, step, settings, forceRefresh = false }) => {
    const connection = await loadConnection(deps, caller, serviceId);
    const list = () => targets.choices(connection, step, settings, forceRefresh);
    return { choices: [...(await askingFor(deps, caller, list))] };
  },

  'integrations.fields': async (context, { serviceId, settings, forceRefresh = false }) => {
    const connection = await loadConnection(context.deps, context.caller, serviceId);
    await requireOwnFile(context, connection.type, settings);
    const list = () => targets.fields(connection, settings, forceRefresh);
    return { fields: [...(await askingFor(context.deps, context.caller, list))] };
  },

  'integrations.readForm': ({ deps, caller, left }, at) =>
    askingFor(deps, caller, () => foreseenForm(deps, caller, at, left())),

  'integrations.apps': async ({ deps, caller }) => {
    if (!caller.isInstanceAdmin) throw notFound();
    const apps = new Map((await deps.oauthSignIns.apps()).map((app) => [app.provider, app]));
    const { connectors, providers } = deps.thirdParties;
    return {
      providers: providers.map(({ name, label, appsUrl, hasPicker = false }) => {
        const ways = connectors.flatMap((connector) =>
          connector.auth.flatMap((way) =>
            way.kind === 'oauth' && way.provider === name ? [{ label: connector.label, way }] : [],
          ),
        );
        return {
          ...{ name, label, appsUrl, redirectUrl: callbackUrl(name, deps.baseUrl()) },
          scopes: [...new Set(ways.flatMap(({ way }) => scopesOf(way, {})))],
          services: [...new Set(ways.map((one) => one.label))],
          clientId: apps.get(name)?.clientId ?? null,
          ...{ hasPicker, pickerKey: apps.get(name)?.pickerKey ?? null },
        };
      }),
    };
  },

  'integrations.setApp': async (context, { provider: name, clientId, clientSecret, pickerKey }) => {
    const { deps, caller } = context;
    const provider = requireProvider(context, name);
    const secret =
      clientSecret === undefined || clientSecret.trim() === ''
        ? undefined
        : await deps.secrets.seal(clientSecret.trim(), secretOwnerOfApp(name));
    if (clientId === null || clientId.trim() === '') await deps.oauthSignIns.removeApp(name);
    else
      await deps.oauthSignIns.setApp(name, {
        ...{ clientId: clientId.trim(), userId: caller.userId, secret },
        ...(pickerKey !== undefined && { pickerKey: pickerKey?.trim() || null }),
      });
    const { organizationId, userId } = caller;
    await deps.audit.add({
      ...{ organizationId, userId, action: 'provider.changed', ip: null },
      details: { provider: provider.label },
    });
    return { ok: true };
  },

  'integrations.checkApp': async (context, { provider: name }) => {
    const { deps } = context;
    const provider = requireProvider(context, name);
    const app = await deps.http.appOf(name);
    if (app === null) throw new AppError('conflict', 'Set the client’s id and secret first');
    const asked = deps.thirdParties.connectors
      .filter(({ auth }) => auth.some((way) => way.kind === 'oauth' && way.provider === name))
      .flatMap(({ fields = [] }) => fields)
      .find(({ leads, initial }) => leads === true && initial === undefined);
    // Without this setting there is no host that the secret may be sent to.
    if (asked !== undefined && typeof provider.tokenUrl === 'function')
      throw new AppError(
        'conflict',
        `${provider.label} has an address for each ${asked.label.toLowerCase()}, so it cannot be asked from here: connect ${provider.label} once, and the sign-in shows whether it knows this app`,
      );
    try {
      await deps.http.client.refresh(provider, {}, app, 'a-token-that-nobody-was-given');
    } catch (error) {
      if (!(error instanceof OAuthFault)) throw error;
      // Whoever knows the app refuses the token; whoever does not refuses the app.
      const knows = error.code === 'invalid_grant' || error.code === 'invalid_refresh_token';
      return {
        ok: knows,
        said: knows ? `${provider.label} knows this app` : error.message,
      };
    }
    return { ok: true, said: `${provider.label} knows this app` };
  },
});
