import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';

describeEngines('loads', (open) => {
  it('run two at once at most, and leave edits their connections', async () => {
    await using opened = await open();
    const { engine } = opened;
    const begun: number[] = [];
    const { promise: held, resolve: end } = Promise.withResolvers<void>();
    using stack = new DisposableStack();
    stack.defer(end);
    const loads = Array.from({ length: 20 }, (_, i) =>
      engine.load(async (tx) => {
        begun.push(i);
        await tx.query('SELECT 1');
        await held;
      }),
    );
    while (begun.length === 0) await setTimeout(5);
    if (engine.kind === 'postgres') {
      const edits = Array.from({ length: 10 }, () => engine.transaction((tx) => tx.query('SELECT 1')));
      expect(await Promise.all(edits)).toEqual(Array(10).fill([[1]]));
    }
    expect(begun.length).toBeLessThanOrEqual(2);
    end();
    await Promise.all(loads);
    expect(begun).toHaveLength(20);
  });

  it('are not in the way of a call that finds no connection for 5 s: it is told so, and changes nothing', async ({
    skip,
  }) => {
    await using opened = await open();
    const { engine } = opened;
    if (engine.kind === 'embedded') skip('It has one connection for everybody');
    const { promise: held, resolve: end } = Promise.withResolvers<void>();
    // Where something else than expected comes of it, the engine still closes.
    using stack = new DisposableStack();
    stack.defer(end);
    const edits = Array.from({ length: 10 }, () => engine.transaction(() => held));
    const late = engine.transaction((tx) => tx.query('SELECT 1'));
    const refusal = { kind: 'unavailable', message: expect.stringContaining('nothing was changed') };
    await expect(late).rejects.toMatchObject(refusal);
    expect(await engine.load((tx) => tx.query('SELECT 2'))).toEqual([[2]]);
    end();
    await Promise.all(edits);
    expect(await engine.query('SELECT 3')).toEqual([[3]]);
  });
});
