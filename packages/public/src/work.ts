/** Bits that begin with zero in the hash of a browser's work: some ten thousand tries, well under a second of a phone. */
const bits = 15;

/** What is hashed: the work is for one answer alone. */
export const workText = (submissionId: string, nonce: number | string): string => `${submissionId}.${nonce}`;

/** Whether a SHA-256 hash shows the work. */
export const isWork = (hash: Uint8Array): boolean => {
  let left = bits;
  for (const byte of hash) {
    if (left < 8) return byte >> (8 - left) === 0;
    if (byte !== 0) return false;
    left -= 8;
  }
  return false;
};
