// SHA-256 (FIPS 180-4). The browser's own is there on pages of https alone, and answers each hash in a turn of its own.

const isPrime = (number: number): boolean => {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return true;
};
const primes: number[] = [];
for (let number = 2; primes.length < 64; number++) if (isPrime(number)) primes.push(number);

/** The first 32 bits behind the point. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) >>> 0;
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));

const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

/** The message with its length behind it, in blocks of 64 bytes. */
function blocksOf(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 4, bytes.length * 8);
  return view;
}

/** The hash of a text of less than 512 MB. */
export function sha256(text: string): Uint8Array {
  const message = blocksOf(text);
  const state = [...start];
  const words = new Array<number>(64);
  const at = (list: readonly number[], index: number): number => list[index] ?? 0;
  for (let offset = 0; offset < message.byteLength; offset += 64) {
    for (let i = 0; i < 16; i++) words[i] = message.getUint32(offset + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [two, fifteen] = [at(words, i - 2), at(words, i - 15)];
      const small = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
      const large = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
      words[i] = (at(words, i - 16) + small + at(words, i - 7) + large) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + at(rounds, i) + at(words, i)) | 0;
      const zero = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (at(state, i) + value) | 0;
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (const [i, value] of state.entries()) hash.setUint32(4 * i, value);
  return new Uint8Array(hash.buffer);
}
