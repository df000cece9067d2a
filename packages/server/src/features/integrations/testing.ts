import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ThirdParties, usualThirdParties } from '@weft/integrations';
import { AirtableBases, type LocalAnswer } from '@weft/integrations/testing';
import { z } from 'zod';

/** What happens to the next request that writes. */
export type Fault = { readonly status: number; readonly headers?: Record<string, string> } | 'reset';

const sent = z.strictObject({
  records: z.tuple([z.strictObject({ fields: z.record(z.string(), z.unknown()) })]),
  typecast: z.literal(true),
});

export const airtableApp = { clientId: 'client-of-the-operator', clientSecret: 'secret-of-the-operator' };
export const personalToken = `pat${'k'.repeat(60)}`;

/**
 * A strict local server in Airtable's place: it lets in whom it gave a token, renews each token once, and takes records as
 * its description says.
 */
export class LocalAirtable {
  readonly records: Record<string, unknown>[] = [];
  readonly faults: Fault[] = [];
  /** Requests that were not as described. */
  readonly violations: string[] = [];
  /** Everything that opens something, for whoever looks where it is not to be. */
  readonly secrets: string[] = [personalToken, airtableApp.clientSecret];
  refreshes = 0;
  /** No token is renewed any more. */
  revoked = false;
  /** The secret of the operator's app has expired. */
  refusesApp = false;
  /** What everything but the sign-in is answered with. */
  hostile: string | null = null;
  account = { id: 'usr1', email: 'ada@example.org' };
  /** What happens while a code is exchanged. */
  meanwhile: (() => Promise<unknown>) | null = null;
  readonly #access = new Set([personalToken]);
  readonly #refresh = new Set<string>();
  readonly #codes = new Map<string, { readonly challenge: string; readonly redirectUri: string }>();
  #made = 0;
  /** Bases that are read. */
  readonly bases = new AirtableBases([], () => this.#here);
  readonly #server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', async () => {
      const { method = '', headers: sent } = request;
      const fault = await this.#answer(method, url(request.url), sent.authorization, body);
      if (fault === 'reset') return void request.socket.destroy();
      const { status, json, bytes, headers } = fault;
      if (bytes !== undefined) return void response.writeHead(status, headers).end(bytes);
      if (this.hostile !== null && !(request.url ?? '').startsWith('/oauth2')) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(this.hostile);
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(json));
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get #here(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets nobody in any more whom it gave a token, or who has the one of their own. */
  revokeAll(): void {
    this.revoked = true;
    this.#access.clear();
  }

  admit(): void {
    this.revoked = false;
    this.#access.add(personalToken);
  }

  /** The services as they are, with Airtable here. */
  get thirdParties(): ThirdParties {
    const here = this.#here;
    return {
      connectors: usualThirdParties.connectors.map((connector) =>
        connector.type === 'airtable'
          ? { ...connector, baseUrl: here, rateLimit: { requests: 1_000, per: 1 } }
          : connector,
      ),
      providers: usualThirdParties.providers.map((provider) =>
        provider.name === 'airtable'
          ? { ...provider, authorizeUrl: `${here}/oauth2/v1/authorize`, tokenUrl: `${here}/oauth2/v1/token` }
          : provider,
      ),
    };
  }

  /** Somebody signs in at the address that they were led to; what they are sent back with. */
  signIn(authorizeUrl: string): { readonly code: string; readonly state: string } {
    const query = new URL(authorizeUrl).searchParams;
    const code = this.#secret('code');
    this.#codes.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
    });
    return { code, state: query.get('state') ?? '' };
  }

  /** Renews every token for somebody who does not come to store what they were given. */
  loseRenewals(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  #secret(kind: string): string {
    const made = `${kind}-${String(this.#made++).padStart(4, '0')}-${'s'.repeat(40)}`;
    this.secrets.push(made);
    return made;
  }

  async #answer(
    method: string,
    at: URL,
    authorization: string | undefined,
    body: string,
  ): Promise<LocalAnswer | 'reset'> {
    const { pathname } = at;
    const file = this.bases.file(at);
    if (file !== null) return file;
    if (pathname === '/oauth2/v1/token') {
      await this.meanwhile?.();
      return this.#token(authorization, new URLSearchParams(body));
    }
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
    if (!this.#access.has(token)) return refusal(401, { message: `Unknown token ${token}` });
    const read = this.bases.bases.length === 0 ? null : await this.bases.answer(method, at, body);
    if (read !== null) return read;
    if (pathname === '/v0/meta/whoami') return { status: 200, json: this.account };
    if (pathname === '/v0/meta/bases')
      return { status: 200, json: { bases: [{ id: 'app1', name: 'Guests', permissionLevel: 'create' }] } };
    if (pathname === '/v0/meta/bases/app1/tables') return { status: 200, json: tables };
    if (method !== 'POST' || pathname !== '/v0/app1/tbl1') return this.#violation(`${method} ${pathname}`);
    const fault = this.faults.shift();
    if (fault === 'reset') return fault;
    if (fault !== undefined) return { ...fault, json: { error: { message: 'Told by the test' } } };
    const written = sent.safeParse(JSON.parse(body));
    if (!written.success) return this.#violation(z.prettifyError(written.error));
    this.records.push(written.data.records[0].fields);
    return {
      status: 200,
      json: { records: [{ id: 'rec1', createdTime: '2026-11-23T10:00:00.000Z', fields: {} }] },
    };
  }

  #violation(what: string): LocalAnswer {
    this.violations.push(what);
    return refusal(400, { message: what });
  }

  #token(authorization: string | undefined, query: URLSearchParams): LocalAnswer {
    const { clientId, clientSecret } = airtableApp;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (this.refusesApp || authorization !== basic) return refusal(401, 'invalid_client');
    if (query.get('grant_type') === 'authorization_code') {
      const code = this.#codes.get(query.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(query.get('code_verifier') ?? '')
        .digest('base64url');
      this.#codes.delete(query.get('code') ?? '');
      if (code?.challenge !== challenge || code.redirectUri !== query.get('redirect_uri'))
        return refusal(400, 'invalid_grant');
    } else {
      this.refreshes++;
      // Each is good once.
      if (this.revoked || !this.#refresh.delete(query.get('refresh_token') ?? ''))
        return refusal(400, 'invalid_grant');
    }
    const [access, refresh] = [this.#secret('access'), this.#secret('refresh')];
    this.#access.clear();
    this.#access.add(personalToken).add(access);
    this.#refresh.add(refresh);
    // The type and the number are written as some providers do.
    const json = { access_token: access, refresh_token: refresh, expires_in: '3600', token_type: 'Bearer' };
    return { status: 200, json };
  }
}

const refusal = (status: number, error: unknown): LocalAnswer => ({ status, json: { error } });
const url = (path = ''): URL => new URL(path, 'http://airtable.invalid');

const tables = {
  tables: [
    {
      ...{ id: 'tbl1', name: 'People', primaryFieldId: 'fldName', views: [] },
      fields: [
        { id: 'fldName', name: 'Name', type: 'singleLineText' },
        { id: 'fldAge', name: 'Age', type: 'number', options: { precision: 0 } },
        {
          id: 'fldBorn',
          name: 'Born',
          type: 'date',
          options: { dateFormat: { name: 'iso', format: 'YYYY-MM-DD' } },
        },
        {
          id: 'fldMeal',
          name: 'Meal',
          type: 'singleSelect',
          options: { choices: [{ id: 'selSoup', name: 'soup', color: 'redLight2' }] },
        },
        { id: 'fldSaid', name: 'Said', type: 'multilineText' },
      ],
    },
  ],
};
