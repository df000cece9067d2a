import { openPostgres } from '@weft/db';
import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import { type Figure, percentile, timed } from '../measure.ts';
import { opened, publishedForm } from './forms.ts';

/** Runs in the log of a form. */
const runs = 10_000;
const asked = 40;
const answers = 100;
const atOnce = 16;
const answersAtOnce = 1_500;

const serviceId = 'svc000000000000000000000';

interface Log {
  readonly runs: readonly { readonly state: string; readonly attempts: number }[];
}

/** Connects the form to a service by a connection that nobody is signed in with: its deliveries end at once, unwritten. */
async function connect(session: Session, flowId: string, question: string): Promise<string> {
  const { id } = await session.mutate<{ id: string }>('integrations.connect', {
    ...{ flowId, serviceId, serviceType: 'airtable' },
    writeQuery: {
      config: {
        settings: { baseId: 'app1', tableId: 'tbl1' },
        nameMappings: { name: { questionId: question } },
        when: null,
      },
    },
  });
  return id;
}

/** Milliseconds from an answer to the end of the attempt to deliver it. */
async function attempted(session: Session, flowId: string, send: () => Promise<unknown>, after: number) {
  const begun = performance.now();
  await send();
  for (;;) {
    const { runs: found } = await session.query<Log>('integrations.log', { flowId });
    if (found.length > 0 && found[0]?.state !== 'waiting') return performance.now() - begun;
    if (performance.now() - begun > after) throw new Error('A delivery was not attempted');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What third-party services cost: the catalogue, the log of a form, and deliveries beside answers. On PostgreSQL. */
export async function integrations(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const settings = { LOG_LEVEL: 'fatal', TRUST_PROXY: '127.0.0.1', DATABASE_URL: cluster.url };
  const product = await startProduct(settings, []);
  stack.defer(() => product.stop());
  const engine = await openPostgres(cluster.url);
  stack.defer(() => engine.close());
  const session = await signUp(product.url, 'bench');
  await engine.exec(`INSERT INTO weft.services (id, organization_id, user_id, type, name, source, access, state)
    SELECT '${serviceId}', organization_id, user_id, 'airtable', 'Guests', '', 'owner', 'reconnect' FROM weft.members`);
  const figure = (name: string, value: number, limit: number, unit = 'ms'): Figure => ({
    ...{ name, engine: 'postgres', value, unit, limit },
  });

  await session.query('integrations.catalogue', {});
  const catalogue = await timed(asked, () => session.query('integrations.catalogue', {}));

  const form = await publishedForm(session);
  await connect(session, form.flowId, form.questions[0] ?? '');
  const { send } = await opened(form, product.url);
  const delivered = await timed(answers, (n) => attempted(session, form.flowId, () => send(n), 10_000));

  const begun = performance.now();
  let next = 0;
  const sender = async () => {
    while (next < answersAtOnce) await send(10_000 + next++);
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const rate = answersAtOnce / ((performance.now() - begun) / 1_000);

  const logged = await publishedForm(session);
  const loggedId = await connect(session, logged.flowId, logged.questions[0] ?? '');
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
    {
      ...figure('answer to a form until its delivery was attempted, p95', percentile(delivered, 0.95), 2_000),
      note: 'without the time that a service takes',
    },
    {
      ...figure(`answers to a form that writes to a service, ${atOnce} at once`, rate, 300, 'answers/s'),
      better: 'higher',
    },
    figure(`search in ${runs.toLocaleString('en-US')} runs, p95`, percentile(searched, 0.95), 200),
  ];
}
