import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { isSameSecret } from '../../../constant-time.ts';

/** What is stored of codes, links and sessions of apps: nobody signs in by what stands in the database. */
export class SignInKeys {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('people of published apps').digest();
  }

  /** Six digits for a person to copy. */
  newCode(): string {
    return String(randomInt(1_000_000)).padStart(6, '0');
  }

  /** Of a session, a link, or a browser that asked for a code. */
  newToken(): string {
    return randomBytes(32).toString('base64url');
  }

  /** It fits this app, this address and the browser that asked for it, alone. */
  codeHash(flowId: string, id: string, email: string, code: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([flowId, id, email, code]))
      .digest('base64url');
  }

  isCode(hash: string, flowId: string, id: string, email: string, code: string): boolean {
    return isSameSecret(hash, this.codeHash(flowId, id, email, code));
  }

  /** A network as it is told from others by one app, which nobody makes an address of again. */
  networkHash(flowId: string, network: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([flowId, network]))
      .digest('base64url');
  }

  /** Of what is too long to be guessed. */
  tokenHash(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
  }
}
