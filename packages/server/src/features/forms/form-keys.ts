import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { daysUnfinished } from '@weft/db';
import { isRecordToken, recordTokenMark } from '@weft/public';
import { isId } from '@weft/std';
import { isSameSecret } from '../../constant-time.ts';

const derive = promisify(scrypt);
const keyBytes = 32;

/** A password as it is stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = (await derive(password.normalize('NFKC'), salt, keyBytes)) as Buffer;
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', stored = ''] = hash.split('.');
  const key = (await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), keyBytes)) as Buffer;
  return isSameSecret(Buffer.from(stored, 'base64url'), key);
}

/** Milliseconds an opened page is good for; after that it is shown once more, with what was filled in. */
const lasts = 7 * 24 * 3_600_000;

/** Milliseconds that a browser need not prove its address again: as long as an answer that was begun is kept. */
const provenFor = daysUnfinished * 24 * 3_600_000;

const [nonceBytes, tagBytes] = [12, 16];

const signed = (key: string | Buffer, parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 32);

const keyOf = (secret: string): Buffer => createHmac('sha256', secret).update('published forms').digest();

/** By which people were told apart before that key was one of its own. */
export const formerPersonKey = (secret: string): string => keyOf(secret).toString('hex');

/** Signs what published forms hand out, and knows it again: when a page was opened, and who knows the password. */
export class FormKeys {
  readonly #key: Buffer;
  readonly #personKey: Buffer;
  readonly #now: () => number;

  /** People are told apart by a key of its own (hexadecimal), lest another secret forget who has answered. */
  constructor(secret: string, personKey: string, now: () => number) {
    this.#personKey = Buffer.from(personKey, 'hex');
    this.#key = keyOf(secret);
    this.#now = now;
  }

  /** Goes with the pages of a form, and says when the first was opened; `id` where it is good for one answer alone. */
  openToken(flowId: string, id: string | null = null): string {
    const at = this.#now().toString(36);
    return `${at}.${this.#openSignature(flowId, at, id)}`;
  }

  /** Whether a token was made here for this form, however long ago. */
  isOpenToken(flowId: string, token: string, id: string | null = null): boolean {
    const [at = '', signature = ''] = token.split('.');
    return /^[0-9a-z]{1,11}$/.test(at) && isSameSecret(signature, this.#openSignature(flowId, at, id));
  }

  /** Epoch milliseconds of the opening; null: the token was not made here for this form, or long ago. */
  openedAt(flowId: string, token: string, id: string | null = null): number | null {
    if (!this.isOpenToken(flowId, token, id)) return null;
    const opened = Number.parseInt(token, 36);
    return this.#now() - opened > lasts || opened > this.#now() ? null : opened;
  }

  #openSignature(flowId: string, at: string, id: string | null): string {
    return this.#sign('open', flowId, at, ...(id === null ? [] : [id]));
  }

  /** What a browser shows that has given the password; of another password it is another. */
  passwordProof(flowId: string, passwordHash: string): string {
    return this.#sign('password', flowId, passwordHash);
  }

  isProof(flowId: string, passwordHash: string, proof: string): boolean {
    return isSameSecret(proof, this.passwordProof(flowId, passwordHash));
  }

  /** Ends the link to the certificate of an answer, which it is given to whoever sent it. */
  certificateProof(flowId: string, submissionId: string): string {
    return this.#sign('certificate', flowId, submissionId);
  }

  isCertificateProof(flowId: string, submissionId: string, proof: string): boolean {
    return isSameSecret(proof, this.certificateProof(flowId, submissionId));
  }

  /** What is stored of a code that was mailed: it fits this address, and the browser that asked for it, alone. */
  mailCodeHash(flowId: string, id: string, email: string, code: string): string {
    return this.#sign('code', flowId, id, email.toLowerCase(), code);
  }

  isMailCode(hash: string, flowId: string, id: string, email: string, code: string): boolean {
    return isSameSecret(hash, this.mailCodeHash(flowId, id, email, code));
  }

  /** What a browser shows that has proved an address to a form. */
  addressProof(flowId: string, email: string): string {
    const at = this.#now().toString(36);
    const address = Buffer.from(email).toString('base64url');
    return `${at}.${address}.${this.#sign('email', flowId, at, email)}`;
  }

  /** The address that was proved; null: the proof was not made here for this form, or long ago. */
  provenAddress(flowId: string, proof: string): string | null {
    const [at = '', address = '', signature = ''] = proof.split('.');
    const email = Buffer.from(address, 'base64url').toString();
    if (!isSameSecret(signature, this.#sign('email', flowId, at, email))) return null;
    return this.#now() - Number.parseInt(at, 36) > provenFor ? null : email;
  }

  /** Stands for a password that was tried, and says nothing of it. */
  triedPassword(passwordHash: string, password: string): string {
    return this.#sign('tried', passwordHash, password);
  }

  /** Tells one person from another, and says nothing of them. */
  person(flowId: string, kind: 'browser' | 'email', text: string): string {
    return signed(this.#personKey, [kind, flowId, text]);
  }

  /** Stands for a record in one question of one form, and says nothing of it. It is the same each time. */
  recordToken(flowId: string, questionId: string, recordId: string): string {
    const [key, about] = [this.#recordKey(), `${flowId} ${questionId}`];
    const nonce = createHmac('sha256', key).update(`${about} ${recordId}`).digest().subarray(0, nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
    const sealed = [nonce, cipher.update(recordId, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `${recordTokenMark}${Buffer.concat(sealed).toString('base64url')}`;
  }

  /** The record that a token stands for; null: it was not made here for this question. */
  recordOf(flowId: string, questionId: string, token: string): string | null {
    if (!isRecordToken(token)) return null;
    const bytes = Buffer.from(token.slice(recordTokenMark.length), 'base64url');
    if (bytes.length <= nonceBytes + tagBytes) return null;
    const decipher = createDecipheriv('aes-256-gcm', this.#recordKey(), bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(`${flowId} ${questionId}`))
      .setAuthTag(bytes.subarray(-tagBytes));
    try {
      const opened = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8');
      const recordId = opened + decipher.final('utf8');
      return isId('rec', recordId) ? recordId : null;
    } catch {
      return null;
    }
  }

  #recordKey(): Buffer {
    return createHmac('sha256', this.#key).update('records').digest();
  }

  #sign(...parts: readonly string[]): string {
    return signed(this.#key, parts);
  }
}

/** The random name of a browser. */
export const newBrowserId = (): string => randomBytes(18).toString('base64url');
