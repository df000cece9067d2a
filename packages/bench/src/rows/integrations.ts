import { openPostgres } from '@weft/db';
import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import { atLocalServices, localServices } from '../local-services.ts';
import { type Figure, percentile, timed } from '../measure.ts';
import { opened, publishedForm } from './forms.ts';
import { connectService } from './service-deliveries.ts';

/** Runs in the log of a form. */
const runs = 10_000;
const asked = 40;
const answers = 100;
const atOnce = 16;
const answersAtOnce = 1_500;
/** Services that one form writes to while answers are counted. */
const perAnswer = 4;
/** Milliseconds until a delivery that has not come counts as lost. */
const patience = 20_000;

interface Log {
  readonly runs: readonly { readonly id: string; readonly state: string; readonly answer: string | null }[];
}

/** Milliseconds from an answer until the service has it, as the log of the form says. */
export async function untilDelivered(session: Session, flowId: string, send: () => Promise<unknown>) {
  const newest = async () => (await session.query<Log>('integrations.log', { flowId })).runs[0];
  const before = await newest();
  const begun = performance.now();
  await send();
  for (;;) {
    const run = await newest();
    if (run?.state === 'failed') throw new Error(`A delivery failed: ${run.answer}`);
    if (run?.state === 'sent' && run.id !== before?.id) return performance.now() - begun;
    if (performance.now() - begun > patience) throw new Error('An answer was not delivered');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What third-party services cost: the catalogue, the log of a form, and deliveries beside answers. On PostgreSQL. */
export async function integrations(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const services = await localServices();
  stack.defer(() => services.close());
  const settings = { ...services.settings, LOG_LEVEL: 'fatal', TRUST_PROXY: '127.0.0.1' };
  const product = await startProduct({ ...settings, DATABASE_URL: cluster.url }, atLocalServices);
  stack.defer(() => product.stop());
  const engine = await openPostgres(cluster.url);
  stack.defer(() => engine.close());
  const session = await signUp(product.url, 'bench');
  const figure = (name: string, value: number, limit: number, unit = 'ms'): Figure => ({
    ...{ name, engine: 'postgres', value, unit, limit },
  });

  await session.query('integrations.catalogue', {});
  const catalogue = await timed(asked, () => session.query('integrations.catalogue', {}));

  const form = await publishedForm(session);
  const question = form.questions[0] ?? '';
  await connectService(session, form.flowId, question, 'airtable');
  const { send } = await opened(form, product.url);
  const delivered = await timed(answers, (n) => untilDelivered(session, form.flowId, () => send(n)));

  /** Answers a second, so many at once. */
  const rateOf = async (sendOne: (n: number) => Promise<unknown>, from: number) => {
    const begun = performance.now();
    let next = 0;
    const sender = async () => {
      while (next < answersAtOnce) await sendOne(from + next++);
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    return answersAtOnce / ((performance.now() - begun) / 1_000);
  };
  const plain = await publishedForm(session);
  const plainRate = await rateOf((await opened(plain, product.url)).send, 50_000);
  for (const object of ['contacts', 'companies', 'deals'])
    await connectService(session, form.flowId, question, 'hubspot', { object });
  const rate = await rateOf(send, 10_000);

  const logged = await publishedForm(session);
  const { integrationId: loggedId } = await connectService(
    ...([session, logged.flowId, logged.questions[0] ?? '', 'airtable'] as const),
  );
  await engine.query(
    `INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state, answer)
     SELECT 'dlv' || lpad(n::text, 21, '0'), 'integration', $1 || ' sub' || n || ' ' || $2, 'airtable', 'Guests',
       jsonb_build_object('integrationId', $2::text, 'flowId', $1::text,
         'fields', '[{"id":"q","name":"Name","type":"single_line_text","template":{}}]'::jsonb,
         'values', jsonb_build_array(jsonb_build_array('q', 'Guest number ' || n || ' of a long list of guests'))),
       CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'sent' END, 'Added a record' FROM generate_series(1, ${runs}) AS n`,
    [logged.flowId, loggedId],
  );
  await engine.exec('ANALYZE weft.deliveries');
  // The oldest is found last; what nobody wrote is looked for everywhere.
  const searches = ['Guest number 1 of', 'nobody wrote this'];
  const searched = await timed(asked, (n) =>
    session.query('integrations.log', { flowId: logged.flowId, search: searches[n % searches.length] }),
  );
  return [
    figure('catalogue of services, p95', percentile(catalogue, 0.95), 1_000),
    figure(
      'answer to a form until a service that takes 100 ms has it, p95',
      ...([percentile(delivered, 0.95), 2_000] as const),
    ),
    {
      ...figure(
        `deliveries queued by answers to a form that writes to ${perAnswer} services, ${atOnce} at once`,
        ...([rate * perAnswer, 1_000, 'deliveries/s'] as const),
      ),
      better: 'higher',
      note: `${rate.toFixed(0)} answers/s, and ${plainRate.toFixed(0)} to a form that writes to none`,
    },
    figure(`search in ${runs.toLocaleString('en-US')} runs, p95`, percentile(searched, 0.95), 200),
  ];
}
