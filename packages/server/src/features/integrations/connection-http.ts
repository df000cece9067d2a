import { type Connection, type OAuthApp, secretOwnerOfApp, secretOwnerOfConnection } from '@weft/db';
import {
  type ClientApp,
  type Connector,
  type Credential,
  OAuthClient,
  OAuthFault,
  type OAuthProvider,
  oauthWayOf,
  type ServiceConfig,
  ServiceFault,
  ServiceHttp,
  secretsOf,
  type Tokens,
} from '@weft/integrations';
import { z } from 'zod';
import { connectionBrokenMail } from '../../mail/letters.ts';
import { DeclaredServices } from './declared/declared-services.ts';
import type { IntegrationsDeps, Owner } from './integrations-deps.ts';
import { ownServer } from './own-server.ts';
import { type PacedFor, ServicePace } from './service-pace.ts';
import { wayOf } from './settings-of-way.ts';

/** Milliseconds before its end at which a token is renewed; of one that lives for less, half of its life. */
const margin = 15 * 60_000;
/** Milliseconds between two looks at whether another process has renewed a token, and until that is given up. */
const lookEvery = 150;
const waitFor = 50_000;
/** One broken connection a day is told of. */
const brokenMailLimit = { most: 10, seconds: 86_400 };

const token = z.object({
  access: z.string(),
  refresh: z.string().nullable(),
  /** Epoch milliseconds from which on it is renewed; null: never by time. */
  renewAt: z.number().nullable(),
});
const sealed = z.object({
  config: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  token: token.nullable(),
});
type Sealed = z.infer<typeof sealed>;

interface Opened extends Sealed {
  readonly connection: Connection;
}

type Deps = Pick<
  IntegrationsDeps,
  | 'thirdParties'
  | 'declared'
  | 'connections'
  | 'oauthSignIns'
  | 'secrets'
  | 'outgoing'
  | 'mailer'
  | 'transaction'
  | 'baseUrl'
  | 'now'
  | 'log'
  | 'ai'
  | 'ownForms'
  | 'ownPdfs'
>;

const noCredential = (label: string) =>
  new ServiceFault('reconnect', `The connection to ${label} is not signed in: connect it again`);

/** Requests of connections to their services: their secrets are opened here, their tokens renewed, and nowhere else. */
export class ConnectionHttp {
  readonly #deps: Deps;
  readonly #client: OAuthClient;
  readonly declared: DeclaredServices;
  readonly pace: ServicePace;
  /** One renewal of a token at a time in this process. */
  readonly #renewing = new Map<string, Promise<Opened>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#client = new OAuthClient(deps.outgoing);
    this.declared = new DeclaredServices(deps.declared);
    this.pace = new ServicePace(deps.now);
  }

  get client(): OAuthClient {
    return this.#client;
  }

  /** The service of a connection, also one that was declared without code. */
  async serviceOf({
    type,
    organizationId,
  }: Pick<Connection, 'type' | 'organizationId'>): Promise<Connector | undefined> {
    return this.builtInConnector(type) ?? (await this.declared.find(type, organizationId));
  }

  /** A service of our own tree; those that are declared without code are left out. */
  builtInConnector(type: string): Connector | undefined {
    return this.#deps.thirdParties.connectors.find((one) => one.type === type);
  }

  providerOf(name: string | null): OAuthProvider | undefined {
    return this.#deps.thirdParties.providers.find((one) => one.name === name);
  }

  /** The operator's app at a provider; null: none is set up. */
  async appOf(provider: string): Promise<(ClientApp & Pick<OAuthApp, 'pickerKey'>) | null> {
    const app = (await this.#deps.oauthSignIns.apps()).find((one) => one.provider === provider);
    if (app === undefined) return null;
    const { clientId, pickerKey } = app;
    if (app.secretId === null) return { clientId, clientSecret: null, pickerKey };
    const owner = { ...secretOwnerOfApp(provider), id: app.secretId };
    const secret = (await this.#deps.secrets.read([owner])).get(app.secretId);
    return secret === undefined ? null : { clientId, clientSecret: secret, pickerKey };
  }

  /** Seals what lets a connection in. */
  seal(
    connection: Pick<Connection, 'id' | 'organizationId'>,
    config: ServiceConfig,
    tokens: Tokens | null,
    formerRefresh: string | null = null,
  ) {
    const kept: Sealed = { config: { ...config }, token: tokens && this.#kept(tokens, formerRefresh) };
    return this.#deps.secrets.seal(JSON.stringify(kept), secretOwnerOfConnection(connection));
  }

  /** Its secret settings, which never leave the server. */
  async secretConfig(connection: Connection): Promise<ServiceConfig> {
    return (await this.#open(connection))?.config ?? {};
  }

  /** The same for one that is not stored yet. */
  trying(connector: Connector, config: ServiceConfig, tokens: Tokens | null, who: Owner): ServiceHttp {
    const headers = async () => this.#headers(connector, config, tokens?.accessToken ?? null);
    const secrets = () => secretsOf(connector, config);
    return this.#http(connector, { config, headers, secrets, refresh: async () => false }, who);
  }

  /** Requests in the name of a connection, as its service's limit allows them. Throws ServiceFault where it has no credential. */
  async of(connection: Connection, signal?: AbortSignal, pacedFor: PacedFor = {}): Promise<ServiceHttp> {
    const connector = await this.serviceOf(connection);
    if (connector === undefined)
      throw new ServiceFault('permanent', `${connection.type} is not a service of this server`);
    const first = await this.#openNow(connection);
    if (first === null) throw noCredential(connector.label);
    let opened = first;
    const credential: Credential = {
      // As they were sealed together: a new secret is never sent where the former settings led.
      get config() {
        return { ...opened.connection.config, ...opened.config };
      },
      headers: async () => {
        const { token } = opened;
        if (token?.renewAt != null && token.refresh !== null && token.renewAt <= this.#deps.now())
          opened = await this.#renewEarly(opened, connector);
        return this.#headers(connector, credential.config, opened.token?.access ?? null);
      },
      secrets: () => secretsOf(connector, credential.config),
      refresh: async () => {
        if (opened.token === null || opened.token.refresh === null) return false;
        opened = await this.#renew(opened, connector);
        return true;
      },
    };
    const turn = this.pace.waitOf(connection, connector, pacedFor, signal);
    return this.#http(connector, credential, connection, { signal, turn });
  }

  /** A token that lives for a moment at least, for the one place that hands one out. */
  async accessToken(connection: Connection): Promise<string> {
    const connector = this.builtInConnector(connection.type);
    let opened = await this.#openNow(connection);
    if (connector === undefined || opened?.token == null) throw noCredential(connector?.label ?? 'it');
    if (opened.token.renewAt !== null && opened.token.renewAt <= this.#deps.now())
      opened = await this.#renewEarly(opened, connector);
    return opened.token?.access ?? '';
  }

  /**
   * Ends the grant at the provider, where it can be; what fails there changes nothing here. A grant is of the account: all
   * connections of the account end with it, so it stays until the last of them is removed. `given`: one that was not kept.
   */
  async revoke(
    connection: Connection,
    given: { readonly config: ServiceConfig; readonly tokens: Tokens } | null = null,
  ): Promise<void> {
    if (connection.accountLabel === null || (await this.#deps.connections.sharesGrant(connection))) return;
    const provider = this.providerOf(connection.provider);
    const opened = given === null ? await this.#open(connection) : null;
    const token = given?.tokens.refreshToken ?? given?.tokens.accessToken ?? opened?.token?.refresh;
    const ended = token ?? opened?.token?.access;
    const app = provider && (await this.appOf(provider.name));
    if (provider === undefined || !app || ended === undefined) return;
    await this.#client
      .revoke(provider, { ...connection.config, ...(given ?? opened)?.config }, app, ended)
      .catch((error: unknown) =>
        this.#deps.log.warn(
          { provider: provider.name, fault: error instanceof Error ? error.name : 'unknown' },
          'a grant could not be revoked',
        ),
      );
  }

  /** Notes that the credential no longer holds; its owner is told once by mail. */
  async broke(connection: Connection, reason: string): Promise<void> {
    const { connections, mailer, baseUrl } = this.#deps;
    const changed = await connections.note(connection.id, 'reconnect', reason);
    const connector = await this.serviceOf(connection);
    // Whoever owns calendars is told by those who read them.
    if (!changed || connection.ownerEmail === null || connector?.calendars !== undefined) return;
    const label = connector?.label ?? 'a service';
    const mail = connectionBrokenMail(connection.ownerEmail, baseUrl(), label, connection.id);
    const prepared = await mailer.prepare(mail, { limit: brokenMailLimit });
    await this.#deps.transaction(async (tx) => prepared.write(tx));
    prepared.committed();
  }

  #http(
    connector: Connector,
    credential: Credential,
    who: Owner,
    paced: { readonly signal?: AbortSignal | undefined; readonly turn?: () => Promise<void> } = {},
  ): ServiceHttp {
    const own = ownServer(this.#deps, who, paced.signal);
    return new ServiceHttp(this.#deps.outgoing, connector, credential, { ...paced, own });
  }

  #headers(connector: Connector, config: ServiceConfig, access: string | null) {
    if (access !== null) {
      const own = oauthWayOf(connector, config)?.headers?.(access, config);
      return own ?? { authorization: `Bearer ${access}` };
    }
    return wayOf(connector, config)?.headers?.(config) ?? {};
  }

  #kept({ accessToken, refreshToken, expiresIn }: Tokens, formerRefresh: string | null): Sealed['token'] {
    const life = expiresIn === null ? null : expiresIn * 1_000;
    return {
      access: accessToken,
      // Providers that do not rotate it leave it out.
      refresh: refreshToken ?? formerRefresh,
      renewAt: life === null ? null : this.#deps.now() + life - Math.min(margin, life / 2),
    };
  }

  async #open(connection: Connection): Promise<Opened | null> {
    const { secretId } = connection;
    if (secretId === null) return null;
    const owner = { ...secretOwnerOfConnection(connection), id: secretId };
    const text = (await this.#deps.secrets.read([owner])).get(secretId);
    return text === undefined ? null : { ...sealed.parse(JSON.parse(text)), connection };
  }

  /** A renewal keeps the token under a new id, so whoever holds the connection for long finds it by reading it again. */
  async #openNow(connection: Connection): Promise<Opened | null> {
    const opened = await this.#open(connection);
    if (opened !== null) return opened;
    const current = await this.#deps.connections.find(connection.id);
    return current && this.#open(current);
  }

  /** The newer token, or the one there is where the provider is away and it still lives. */
  async #renewEarly(opened: Opened, connector: Connector): Promise<Opened> {
    try {
      return await this.#renew(opened, connector);
    } catch (error) {
      const ends = opened.connection.expiresAt;
      const lives = ends !== null && Date.parse(ends) > this.#deps.now();
      if (lives && error instanceof ServiceFault && error.class === 'retry') return opened;
      throw error;
    }
  }

  #renew(opened: Opened, connector: Connector): Promise<Opened> {
    const key = `${opened.connection.id} ${opened.connection.secretId}`;
    const known = this.#renewing.get(key);
    if (known !== undefined) return known;
    const renewing = this.#renewAlone(opened, connector).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, renewing);
    return renewing;
  }

  /** One process renews, and stores the new token before anybody uses it; the others wait for it and read it. */
  async #renewAlone({ connection: { id, secretId } }: Opened, connector: Connector): Promise<Opened> {
    const { connections, now } = this.#deps;
    const until = now() + waitFor;
    for (;;) {
      const connection = await connections.find(id);
      if (connection === null) throw noCredential(connector.label);
      if (connection.secretId !== secretId) {
        const newer = await this.#open(connection);
        if (newer === null) throw noCredential(connector.label);
        return newer;
      }
      if (connection.state === 'reconnect') throw noCredential(connector.label);
      if (secretId !== null && (await connections.beginRefresh(id, secretId)))
        return await this.#ask(connection, secretId, connector);
      if (now() > until) throw new ServiceFault('retry', `${connector.label} does not renew the sign-in now`);
      await new Promise((done) => setTimeout(done, lookEvery));
    }
  }

  async #ask(connection: Connection, secretId: string, connector: Connector): Promise<Opened> {
    const { connections, now } = this.#deps;
    const { id } = connection;
    try {
      const opened = await this.#open(connection);
      const provider = this.providerOf(connection.provider);
      const app = provider && (await this.appOf(provider.name));
      if (opened?.token?.refresh == null || provider === undefined) throw noCredential(connector.label);
      if (!app) throw new ServiceFault('retry', `${provider.label} has no app on this server now`);
      const config = { ...connection.config, ...opened.config };
      const tokens = await this.#client.refresh(provider, config, app, opened.token.refresh);
      const secret = await this.seal(connection, opened.config, tokens, opened.token.refresh);
      const expiresAt =
        tokens.expiresIn === null ? null : new Date(now() + tokens.expiresIn * 1_000).toISOString();
      // Where somebody has connected again meanwhile, theirs stands.
      await connections.endRefresh(connection, secretId, secret, expiresAt);
      const current = await connections.find(id);
      const newer = current && (await this.#open(current));
      if (!newer) throw noCredential(connector.label);
      return newer;
    } catch (error) {
      await connections.cancelRefresh(id);
      const fault = asServiceFault(error, connector.label);
      if (fault.class === 'reconnect') await this.broke(connection, fault.message);
      throw fault;
    }
  }
}

/** Refusals of the operator's app, or of the moment: once they are mended, what people signed in to holds still. */
const ofApp = new Set(['invalid_client', 'unauthorized_client', 'temporarily_unavailable', 'server_error']);

/** What a provider's refusal means for the connection. */
function asServiceFault(error: unknown, label: string): Error & Partial<Pick<ServiceFault, 'class'>> {
  if (error instanceof ServiceFault) return error;
  if (!(error instanceof OAuthFault)) return error as Error;
  return error.kind === 'refused' && !ofApp.has(error.code ?? '')
    ? new ServiceFault(
        'reconnect',
        `${label} does not take the sign-in any more (${error.message}): connect again`,
      )
    : new ServiceFault('retry', error.message);
}
