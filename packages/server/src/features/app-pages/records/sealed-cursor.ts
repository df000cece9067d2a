import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { invalid } from '@weft/std';

const [nonceBytes, tagBytes] = [12, 16];

/**
 * Cursors as visitors hold them. A cursor names the keys by which a page ended, which may be what no visitor is to read; and
 * one of other keys, made up by a visitor, would tell by what it finds what those keys are.
 */
export class SealedCursors {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('cursors of published apps').digest();
  }

  /** `about` says whose list it is a place in. */
  seal(about: string, cursor: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(about));
    const sealed = [nonce, cipher.update(cursor, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64url');
  }

  /** Throws 'invalid' for one that was not made here for this list. */
  open(about: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const foreign = invalid('cursor', 'The cursor belongs to another list');
    if (bytes.length <= nonceBytes + tagBytes) throw foreign;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      throw foreign;
    }
  }
}
