import { Deliveries, Jobs, SecretRows } from '@weft/db';
import { newId, openMigrated } from '@weft/db/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { deliveryJob } from '../jobs/delivery-kind.ts';
import { Secrets } from '../secrets/secrets.ts';
import { Mailer } from './mailer.ts';

it('writes a mail once for its key, and gives every attempt one id that fits into a header', async () => {
  await using stack = new AsyncDisposableStack();
  const engine = await openMigrated();
  stack.defer(() => engine.close());
  const sent: { readonly id: string; readonly text: string }[] = [];
  const mailer = new Mailer({
    secrets: new Secrets({ rows: new SecretRows(engine), secret: 'x'.repeat(32), newId, now: Date.now }),
    transaction: (work) => engine.transaction(work),
    newId,
    sender: () => ({
      send: async (mail) => {
        sent.push(mail);
        if (sent.length === 1) throw new Error('The mail server went away after it had taken the mail');
      },
      close: () => {},
    }),
    wake: () => {},
    log: pino({ level: 'silent' }),
  });
  const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello Ann' };
  for (let times = 0; times < 2; times++) {
    const { write } = await mailer.prepare(mail, { key: 'form 1 answer 2', limit: { most: 5, seconds: 60 } });
    await engine.transaction(write);
  }
  const deliveries = new Deliveries(engine);
  expect(await deliveries.list('mail', null, 10)).toHaveLength(1);
  const [job] = await new Jobs(engine).take([{ queue: 'delivery', room: 10 }], 60);
  const run = () =>
    deliveryJob(deliveries, [mailer.kind]).run(job?.payload, {
      id: 'job',
      attempt: 1,
      signal: new AbortController().signal,
    });
  await expect(run()).rejects.toThrow('went away');
  await run();
  expect(sent.map(({ text }) => text)).toEqual(['Hello Ann', 'Hello Ann']);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent[0]?.id).toMatch(/^[a-z0-9]+$/);
});
