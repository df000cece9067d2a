import { Deliveries, Jobs, SecretRows } from '@weft/db';
import { newId, openMigrated } from '@weft/db/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { deliveryJob } from '../jobs/delivery-kind.ts';
import { Secrets } from '../secrets/secrets.ts';
import { Mailer, type MailerDeps } from './mailer.ts';
import type { MailSender } from './smtp.ts';

type Sent = Parameters<MailSender['send']>[0];

function mailerOf(
  engine: Awaited<ReturnType<typeof openMigrated>>,
  send: MailSender['send'],
  writeFile: MailerDeps['writeFile'] = async () => null,
): Mailer {
  return new Mailer({
    secrets: new Secrets({ rows: new SecretRows(engine), secret: 'x'.repeat(32), newId, now: Date.now }),
    transaction: (work) => engine.transaction(work),
    newId,
    writeFile,
    sender: () => ({ send, close: () => {} }),
    wake: () => {},
    log: pino({ level: 'silent' }),
  });
}

/** An attempt at the only delivery that waits. */
async function attemptOf(engine: Awaited<ReturnType<typeof openMigrated>>, mailer: Mailer) {
  const [job] = await new Jobs(engine).take([{ queue: 'delivery', room: 10 }], 60);
  return () =>
    deliveryJob(new Deliveries(engine), [mailer.kind]).run(job?.payload, {
      id: 'job',
      attempt: 1,
      signal: new AbortController().signal,
    });
}

it('writes a mail once for its key, and gives every attempt one id that fits into a header', async () => {
  await using stack = new AsyncDisposableStack();
  const engine = await openMigrated();
  stack.defer(() => engine.close());
  const sent: Sent[] = [];
  const mailer = mailerOf(engine, async (mail) => {
    sent.push(mail);
    if (sent.length === 1) throw new Error('The mail server went away after it had taken the mail');
  });
  const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello Ann' };
  for (let times = 0; times < 2; times++) {
    const { write } = await mailer.prepare(mail, { key: 'form 1 answer 2', limit: { most: 5, seconds: 60 } });
    await engine.transaction(async (tx) => write(tx));
  }
  const deliveries = new Deliveries(engine);
  expect(await deliveries.list('mail', null, 10)).toHaveLength(1);
  const run = await attemptOf(engine, mailer);
  await expect(run()).rejects.toThrow('went away');
  await run();
  expect(sent.map(({ text }) => text)).toEqual(['Hello Ann', 'Hello Ann']);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent[0]?.id).toMatch(/^[a-z0-9]+$/);
});

it('writes the files of a mail at each attempt, and says which is too large for it', async () => {
  await using stack = new AsyncDisposableStack();
  const engine = await openMigrated();
  stack.defer(() => engine.close());
  const sent: Sent[] = [];
  const sizes: { readonly [kind: string]: number } = { small: 10, large: 6 * 1024 * 1024 };
  let attempts = 0;
  const mailer = mailerOf(
    engine,
    async (mail) => void sent.push(mail),
    async ({ kind, of }) => {
      if (kind === 'gone') return null;
      if (attempts++ === 0) throw new Error('This PDF could not be written');
      return { name: `${of.name}.pdf`, type: 'application/pdf', bytes: new Uint8Array(sizes[kind] ?? 0) };
    },
  );
  const files = ['small', 'large', 'gone', 'small'].map((kind, i) => ({
    kind,
    of: { name: `${kind} ${i}` },
  }));
  const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello Ann\n' };
  const { write } = await mailer.prepare(mail, { files, limit: { most: 5, seconds: 60 } });
  await engine.transaction(async (tx) => write(tx));
  const run = await attemptOf(engine, mailer);
  await expect(run()).rejects.toThrow('could not be written');
  expect(sent).toEqual([]);
  await run();
  expect(sent.map(({ files, text }) => [files.map(({ name }) => name), text])).toEqual([
    [
      ['small 0.pdf', 'small 3.pdf'],
      'Hello Ann\n\n‘large 1.pdf’ is too large for a mail, and is not attached.\n',
    ],
  ]);
});
