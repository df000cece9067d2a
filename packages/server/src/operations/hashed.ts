import type { Hash } from 'node:crypto';

/** The same bytes, counted into a digest on their way. */
export async function* hashed(from: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of from) {
    digest.update(bytes);
    yield bytes;
  }
}
