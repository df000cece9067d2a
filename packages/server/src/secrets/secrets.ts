import { randomBytes } from 'node:crypto';
import type { SealedSecret, SecretOwner, SecretRows } from '@weft/db';
import type { IdKind } from '@weft/std';
import { keyBytes, masterKey, open, seal } from './seal.ts';

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

const batch = 200;
/** Milliseconds after which the newest key is looked for again: another server may have made one. */
const keysLastFor = 5 * 60_000;

export interface SecretsDeps {
  readonly rows: SecretRows;
  /** The setting SECRET. */
  readonly secret: string;
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Texts that open something elsewhere. They lie in the database sealed with a key of the database's own, which is sealed by
 * SECRET: a stolen backup opens nothing. A text opens only in the name of the row and organization it was sealed for.
 */
export class Secrets {
  readonly #deps: SecretsDeps;
  readonly #master: Uint8Array;
  #keys: readonly Key[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: SecretsDeps) {
    this.#deps = deps;
    this.#master = masterKey(deps.secret);
  }

  /**
   * Seals a text, to be added in the transaction of the row that holds it (`addSecret`). Call it before that transaction:
   * it may look for keys, and the embedded database has a single connection.
   */
  async seal(text: string, owner: SecretOwner): Promise<SealedSecret> {
    const key = await this.#newest();
    const id = this.#deps.newId('sec');
    return { ...owner, id, keyId: key.id, sealed: seal(key.bytes, text, contextOf(id, owner)) };
  }

  /** The texts of these secrets by id; one that is gone, is another owner's, or was sealed under another SECRET is missing. */
  async read(
    wanted: readonly (SecretOwner & { readonly id: string })[],
  ): Promise<ReadonlyMap<string, string>> {
    const owners = new Map(wanted.map((owner) => [owner.id, owner]));
    const texts = new Map<string, string>();
    for (const { id, keyId, sealed } of await this.#deps.rows.find([...owners.keys()])) {
      const owner = owners.get(id);
      const key = await this.#key(keyId);
      const text =
        key === undefined || owner === undefined ? null : open(key.bytes, sealed, contextOf(id, owner));
      if (text !== null) texts.set(id, text);
    }
    return texts;
  }

  /** Seals everything anew with a new key while servers work; how many secrets there were, and how many cannot be opened. */
  async rotate(): Promise<{ readonly sealed: number; readonly lost: number }> {
    const key = await this.#addKey();
    const counts = { sealed: 0, lost: 0 };
    for (let after = ''; ; ) {
      const old = await this.#deps.rows.notSealedWith(key.id, after, batch);
      for (const secret of old) {
        const context = contextOf(secret.id, secret);
        const opener = await this.#key(secret.keyId);
        const text = opener === undefined ? null : open(opener.bytes, secret.sealed, context);
        if (text === null) counts.lost++;
        else {
          await this.#deps.rows.reseal(secret, key.id, seal(key.bytes, text, context));
          counts.sealed++;
        }
        after = secret.id;
      }
      if (old.length < batch) break;
    }
    return counts;
  }

  async #load(): Promise<void> {
    const keys: Key[] = [];
    for (const { id, sealed } of await this.#deps.rows.keys()) {
      const text = open(this.#master, sealed, id);
      if (text !== null) keys.push({ id, bytes: Buffer.from(text, 'base64url') });
    }
    this.#keys = keys;
    this.#loadedAt = this.#deps.now();
  }

  /** Another server may have rotated: a key that is not known is looked for again. */
  async #key(id: string): Promise<Key | undefined> {
    const known = () => this.#keys.find((key) => key.id === id);
    if (known() === undefined) await this.#load();
    return known();
  }

  async #newest(): Promise<Key> {
    if (this.#deps.now() - this.#loadedAt > keysLastFor) await this.#load();
    return this.#keys.at(-1) ?? (await this.#addKey());
  }

  async #addKey(): Promise<Key> {
    const bytes = randomBytes(keyBytes);
    const id = this.#deps.newId('key');
    await this.#deps.rows.addKey({ id, sealed: seal(this.#master, bytes.toString('base64url'), id) });
    await this.#load();
    return { id, bytes };
  }
}

const contextOf = (id: string, { organizationId, owner }: SecretOwner): string =>
  JSON.stringify([id, organizationId, owner]);
