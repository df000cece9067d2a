import type { Engine } from '../engine/engine.ts';
import { addSecret, removeSecretsOf, type SealedSecret, type SecretOwner } from './secrets.ts';

/** The operator's app at a provider. */
export interface OAuthApp {
  readonly provider: string;
  readonly clientId: string;
  /** Null: a public client, which has none. */
  readonly secretId: string | null;
  /** A key for the provider's file picker, which browsers are given; null: it is not set up. */
  readonly pickerKey: string | null;
}

export interface OAuthAppChange {
  readonly clientId: string;
  readonly userId: string;
  /** Absent: it stays as it is. */
  readonly secret?: SealedSecret | undefined;
  /** Absent: it stays as it is. */
  readonly pickerKey?: string | null;
}

export const secretOwnerOfApp = (provider: string): SecretOwner => ({
  organizationId: null,
  owner: `oauth app ${provider}`,
});

/** A sign-in that has begun, and may come back once. */
export interface OAuthSignIn {
  readonly serviceId: string;
  readonly provider: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Pages of ours. */
  readonly redirectUri: string;
  readonly failureRedirectUri: string;
}

/** Minutes somebody has to sign in at a provider. */
const minutes = 15;

/** Apps at providers, and sign-ins there that have not come back. */
export class OAuthSignIns {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async apps(): Promise<readonly OAuthApp[]> {
    const rows = await this.#engine.query(
      'SELECT provider, client_id, secret_id, picker_key FROM weft.oauth_apps',
    );
    return rows.map(([provider, clientId, secretId, pickerKey]) => ({
      ...{ provider: String(provider), clientId: String(clientId) },
      secretId: secretId === null ? null : String(secretId),
      pickerKey: pickerKey === null ? null : String(pickerKey),
    }));
  }

  setApp(provider: string, { clientId, userId, secret, pickerKey }: OAuthAppChange): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      if (secret !== undefined) {
        await removeSecretsOf(tx, secretOwnerOfApp(provider).owner);
        await addSecret(tx, secret);
      }
      await tx.query(
        `INSERT INTO weft.oauth_apps (provider, client_id, secret_id, updated_by, picker_key) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (provider) DO UPDATE SET client_id = $2, secret_id = coalesce($3, weft.oauth_apps.secret_id),
           updated_by = $4, updated_at = now(),
           picker_key = CASE WHEN $6 THEN $5 ELSE weft.oauth_apps.picker_key END`,
        [provider, clientId, secret?.id ?? null, userId, pickerKey ?? null, pickerKey !== undefined],
      );
    });
  }

  removeApp(provider: string): Promise<void> {
    return this.#engine.transaction(async (tx) => {
      await removeSecretsOf(tx, secretOwnerOfApp(provider).owner);
      await tx.query('DELETE FROM weft.oauth_apps WHERE provider = $1', [provider]);
    });
  }

  async begin(stateHash: string, signIn: OAuthSignIn): Promise<void> {
    const { serviceId, provider, userId, sessionId, redirectUri, failureRedirectUri } = signIn;
    await this.#engine.query('DELETE FROM weft.oauth_sign_ins WHERE created_at < now() - $1::interval', [
      `${minutes} minutes`,
    ]);
    await this.#engine.query(
      `INSERT INTO weft.oauth_sign_ins
         (state_hash, service_id, provider, user_id, session_id, redirect_uri, failure_redirect_uri)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [stateHash, serviceId, provider, userId, sessionId, redirectUri, failureRedirectUri],
    );
  }

  /** Takes a sign-in out, whoever asks: nobody can come back with it again. Null: there is none, or its time is over. */
  async take(stateHash: string): Promise<OAuthSignIn | null> {
    const [row] = await this.#engine.query(
      `DELETE FROM weft.oauth_sign_ins WHERE state_hash = $1
       RETURNING service_id, provider, user_id, session_id, redirect_uri, failure_redirect_uri,
         created_at > now() - $2::interval`,
      [stateHash, `${minutes} minutes`],
    );
    if (row === undefined || row[6] !== true) return null;
    const [serviceId, provider, userId, sessionId, redirectUri, failureRedirectUri] = row.map(String);
    return { serviceId, provider, userId, sessionId, redirectUri, failureRedirectUri } as OAuthSignIn;
  }
}
