import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4_096);
let used = pool.length;

/**
 * Fills a small array with random bytes, for ids. They are drawn from the system many at a time: asked for 24 it
 * takes as long as for thousands, and a request needs two ids.
 */
export function fillRandom(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  if (used + bytes.length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  bytes.set(pool.subarray(used, used + bytes.length));
  // No byte is given twice, nor left to be read.
  pool.fill(0, used, used + bytes.length);
  used += bytes.length;
  return bytes;
}
