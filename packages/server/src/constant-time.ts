import { timingSafeEqual } from 'node:crypto';

/**
 * Whether what a stranger sent is the secret, in a time that tells nothing of it but its length. Compares bytes: what is
 * sent may have as many letters and more bytes.
 */
export function isSameSecret(given: string | Buffer, right: string | Buffer): boolean {
  const [sent, secret] = [Buffer.from(given), Buffer.from(right)];
  return sent.length === secret.length && timingSafeEqual(sent, secret);
}
