import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Engine } from '@weft/db';
import { must } from '@weft/std';
import { signUp } from '@weft/testkit';
import { type BenchTable, benchSettings, importRows } from '../bench.ts';
import { openDatabase, type ServerEngine, startDatabase } from '../databases.ts';
import { leanSession } from '../lean-session.ts';
import { atLocalServices, localServices } from '../local-services.ts';
import { type Figure, percentile } from '../measure.ts';
import { startServers } from '../servers.ts';
import type { VictimOrder, VictimTimes } from '../victim.ts';
import { beside, editsBeside, neighbours } from './fairness.ts';
import { frontDoor } from './fairness-front-door.ts';
import { opened, publishedForm } from './forms.ts';
import { untilDelivered } from './integrations.ts';
import { imports } from './neighbours/imports.ts';
import type { Neighbour, Neighbourhood } from './neighbours/neighbour.ts';
import { connectService } from './service-deliveries.ts';

/** What a form of the neighbour has queued for a service. */
const queued = 20_000;
/** Deliveries of the other organization that are waited for. */
const delivered = 20;
const seconds = 20;

/** The rows of one server on four web and two worker processes, with deliveries and imports besides. */
export async function fairServers(engine: ServerEngine, rows: number): Promise<Figure[]> {
  await using database = await startDatabase(engine);
  const services = await localServices();
  try {
    const settings = { ...benchSettings, ...services.settings };
    await using servers = await startServers(database, settings, atLocalServices);
    const session = leanSession(await signUp(servers.url, 'bench'));
    const where: Neighbourhood = { engine, product: servers, session };
    const figures = await frontDoor(
      where,
      servers.products.map((product) => product.pid()),
    );
    const large = await importRows({ product: servers, session, idle: 0 }, rows);
    const control = await openDatabase(database);
    try {
      const flood = await deliveries(control, session);
      figures.push(
        ...(await editsBeside([...neighbours, flood], where, large)),
        await deliveriesBeside(flood, where, large),
        await importsBeside(where, large),
      );
    } finally {
      await control.close();
    }
    return figures.map((figure) => ({ ...figure, name: `4 web and 2 worker processes: ${figure.name}` }));
  } finally {
    services.close();
  }
}

/** Somebody whose answers are on their way to a service that takes a tenth of a second for each, far more than it can take. */
async function deliveries(control: Engine, session: Neighbourhood['session']): Promise<Neighbour> {
  const { flowId, questions } = await publishedForm(session);
  const question = must(questions[0]);
  const { integrationId, serviceId } = await connectService(session, flowId, question, 'airtable');
  let round = 0;
  return {
    name: `${queued.toLocaleString('en-US')} deliveries of a form to a service`,
    work: async (_where, _large, stop) => {
      const mine = `sub${++round}x`;
      await control.query(
        `WITH added AS (INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state)
           SELECT 'dlv' || $6::text || lpad(n::text, 20, '0'), 'integration', $1 || ' ' || $5 || n || ' ' || $2, $3, 'Bench',
             jsonb_build_object('integrationId', $2::text, 'flowId', $1::text,
               'fields', jsonb_build_array(jsonb_build_object('id', $4::text, 'name', 'Question',
                 'type', 'single_line_text', 'template', '{}'::jsonb)),
               'values', jsonb_build_array(jsonb_build_array($4::text, $5 || n))), 'waiting'
           FROM generate_series(1, ${queued}) AS n RETURNING id)
         INSERT INTO weft.jobs (id, queue, payload)
           SELECT 'job' || substr(id, 4), 'integration', jsonb_build_object('deliveryId', id,
             'organizationId', (SELECT organization_id FROM weft.flows WHERE id = $1)) FROM added`,
        [flowId, integrationId, `airtable ${serviceId} x`, question, mine, String(round)],
      );
      const sent = async () => {
        const [row] = await control.query(
          `SELECT count(*) FROM weft.deliveries WHERE idempotency_key LIKE $1 AND state = 'sent'`,
          [`${flowId} ${mine}%`],
        );
        return Number(row?.[0]);
      };
      if (!stop.aborted) await once(stop, 'abort');
      const done = await sent();
      // What is left would be in the way of what is measured next.
      await control.query(`DELETE FROM weft.jobs WHERE queue = 'integration' AND state = 'waiting'`);
      return `${done} were sent meanwhile`;
    },
  };
}

/** An answer to a form of another organization until its service has it. */
async function deliveriesBeside(flood: Neighbour, where: Neighbourhood, large: BenchTable): Promise<Figure> {
  const { url } = where.product;
  const session = leanSession(await signUp(url, 'answered victim'));
  const form = await publishedForm(session);
  await connectService(session, form.flowId, must(form.questions[0]), 'airtable');
  const { send } = await opened(form, url);
  const { measured, done } = await beside(flood, where, large, async () => {
    const times: number[] = [];
    for (let n = 0; n < delivered; n++) times.push(await untilDelivered(session, form.flowId, () => send(n)));
    return times;
  });
  return {
    name: `answer to a form until a service that takes 100 ms has it, beside ${flood.name}, p95`,
    engine: where.engine,
    ...{ value: percentile(measured, 0.95), unit: 'ms', limit: 2_000 },
    note: `the slowest ${Math.max(...measured).toFixed(0)} ms; ${done}`,
  };
}

/** Small files that somebody of another organization imports. */
async function importsBeside(where: Neighbourhood, large: BenchTable): Promise<Figure> {
  const order: VictimOrder = { url: where.product.url, does: 'imports' };
  const victim = new Worker(new URL('../victim.ts', import.meta.url), { workerData: order });
  await once(victim, 'message');
  const { measured, done } = await beside(imports, where, large, async () => {
    victim.postMessage(seconds * 1_000);
    const [times] = (await once(victim, 'message')) as [VictimTimes];
    return times.calls;
  });
  await victim.terminate();
  return {
    name: `import of 500 rows beside ${imports.name}, p95`,
    engine: where.engine,
    ...{ value: percentile(measured, 0.95), unit: 'ms', limit: 10_000 },
    note: `${measured.length} imports, the slowest ${Math.max(...measured).toFixed(0)} ms; ${done}`,
  };
}
