import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { whileWorking } from './at-work.ts';
import { describeProduct } from './on-engines.ts';

describeProduct('a server that is restarted while people work', (running) => {
  it('loses no change and doubles none; everybody goes on by themselves', { timeout: 300_000 }, async () => {
    await whileWorking(running.ann, async () => {
      await running.product.restart('SIGTERM');
      await sleep(1_000);
      await running.product.restart('SIGTERM');
    });
  });
});
