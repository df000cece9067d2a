import { describe, expect, it } from 'vitest';
import { InFlight, maxInFlight } from './in-flight.ts';

const ann = { userId: 'ann', network: '192.0.2.1' };
const ben = { userId: 'ben', network: '192.0.2.1' };
const eve = { userId: null, network: '192.0.2.1' };
const MiB = 1024 * 1024;
const isLimit = expect.objectContaining({ kind: 'rate-limit' });

describe('what is under way at once', () => {
  it('leaves a colleague room when somebody’s is full, and gives it back when answered', () => {
    const inFlight = new InFlight();
    const first = inFlight.take(ann, 32 * MiB);
    inFlight.take(ann, 32 * MiB);
    expect(() => inFlight.take(ann, 1)).toThrow(isLimit);
    const others = inFlight.take(ben, 32 * MiB);
    first();
    // Whoever is answered twice gives back once.
    first();
    inFlight.take(ann, 32 * MiB);
    expect(() => inFlight.take(ann, 1)).toThrow(isLimit);
    others();
  });

  it('is counted by address too, and strangers take little of it', () => {
    const inFlight = new InFlight();
    for (let i = 0; i < maxInFlight.strangers.requests; i++) inFlight.take(eve, 1_000);
    expect(() => inFlight.take(eve, 0)).toThrow(isLimit);
    inFlight.take({ ...eve, network: '192.0.2.2' }, 0);
    inFlight.take(ann, 64 * MiB);
    inFlight.take(ben, 48 * MiB);
    expect(() => inFlight.take({ ...ben, userId: 'cleo' }, 32 * MiB)).toThrow(isLimit);
  });

  it('is bounded for the server, who says so as its own fault', () => {
    const inFlight = new InFlight();
    const taken = Array.from({ length: 4 }, (_, i) =>
      inFlight.take({ userId: `person ${i}`, network: `192.0.2.${i}` }, 64 * MiB),
    );
    const late = { userId: 'late', network: '192.0.2.9' };
    expect(() => inFlight.take(late, 1)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    for (const release of taken) release();
    expect(inFlight.size).toBe(0);
  });
});
