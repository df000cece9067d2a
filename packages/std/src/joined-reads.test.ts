import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JoinedReads } from './joined-reads.ts';

const soon = (): Promise<void> => Promise.resolve();

describe('reads of the same that are joined', () => {
  it('never answer anybody with less than was there as they asked, nor with more reads than askers', async () => {
    // What is done, step by step: `write` makes what is read newer, `ask` reads it, `wait` lets reads go on.
    const steps = fc.array(fc.constantFrom('write', 'ask', 'ask', 'wait', 'fail'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        const joined = new JoinedReads<number>();
        let version = 0;
        let fails = false;
        let reads = 0;
        const read = async () => {
          reads++;
          const seen = version;
          const failed = fails;
          for (let ticks = 0; ticks < 3; ticks++) await soon();
          if (failed) throw new Error('away');
          return seen;
        };
        const asked: Promise<{ readonly least: number; readonly seen: number | null }>[] = [];
        for (const step of todo) {
          if (step === 'write') version++;
          else if (step === 'fail') fails = !fails;
          else if (step === 'wait') await soon();
          else {
            const least = version;
            asked.push(
              joined.read('one', read).then(
                (seen) => ({ least, seen }),
                () => ({ least, seen: null }),
              ),
            );
          }
        }
        for (const { least, seen } of await Promise.all(asked))
          expect(seen ?? least).toBeGreaterThanOrEqual(least);
        expect(reads).toBeLessThanOrEqual(asked.length);
        // Nobody waits for reads that ended.
        await soon();
        fails = false;
        expect(await joined.read('one', read)).toBe(version);
      }),
    );
  });

  it('are one for all who ask while another is under way', async () => {
    const joined = new JoinedReads<number>();
    let reads = 0;
    const read = async () => {
      reads++;
      await soon();
      return reads;
    };
    const first = joined.read('one', read);
    const others = Array.from({ length: 20 }, () => joined.read('one', read));
    expect([await first, new Set(await Promise.all(others)), reads]).toEqual([1, new Set([2]), 2]);
    expect(await joined.read('another', read)).toBe(3);
  });
});
