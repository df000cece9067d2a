import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPostgres } from '@weft/db';
import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import { airtableToken, atLocalServices, hubspotToken, localServices } from '../local-services.ts';
import type { Figure } from '../measure.ts';
import { killAtRandom } from './deliveries.ts';
import { publishedForm } from './forms.ts';

const answers = 10_000;
const workers = 3;
/** Of the writes to a service; the rest take a tenth of a second. */
const faulty = 0.1;
/** Milliseconds until what has not come to an end counts as lost: retries wait, and so do the jobs of a killed worker. */
const patience = 600_000;

const types = ['airtable', 'hubspot'] as const;
const integrationOf: {
  readonly [T in (typeof types)[number]]: {
    readonly apiKey: string;
    readonly settings: { readonly [key: string]: string };
    readonly field: string;
  };
} = {
  airtable: { apiKey: airtableToken, settings: { baseId: 'app1', tableId: 'tbl1' }, field: 'name' },
  hubspot: { apiKey: hubspotToken, settings: { object: 'contacts' }, field: 'email' },
};

/** Connects a form to a service on this machine; the integration's and the connection's ids. */
export async function connectService(
  session: Session,
  flowId: string,
  question: string,
  serviceType: (typeof types)[number],
  target?: { readonly [key: string]: string },
) {
  const { apiKey, settings: usual, field } = integrationOf[serviceType];
  const settings = target ?? usual;
  const made = await session.post<{ service: { id: string } }>(`/admin/services/create/${serviceType}`, {
    ...{ serviceName: serviceType, config: { apiKey } },
  });
  const serviceId = made.service.id;
  const { id } = await session.mutate<{ id: string }>('integrations.connect', {
    ...{ flowId, serviceId, serviceType },
    writeQuery: { config: { settings, nameMappings: { [field]: { questionId: question } }, when: null } },
  });
  return { integrationId: id, serviceId };
}

/**
 * 10,000 answers on their way to two services that fail in the ways services do, by three workers that are killed at random.
 * HubSpot knows a contact again; Airtable does not, and an attempt whose end is unknown is told, not repeated.
 */
export async function faultyServices(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const files = mkdtempSync(join(tmpdir(), 'weft-bench-files-'));
  stack.defer(() => rmSync(files, { recursive: true, force: true }));
  const services = await localServices();
  stack.defer(() => services.close());
  const settings = {
    ...services.settings,
    DATABASE_URL: cluster.url,
    FILES_URL: pathToFileURL(files).href,
    SECRET: 'a secret of the bench that is long enough',
    LOG_LEVEL: 'fatal',
  };
  const front = await startProduct({ ...settings, ROLE: 'web' }, atLocalServices);
  stack.defer(() => front.stop());
  const session = await signUp(front.url, 'bench');
  const { flowId, questions } = await publishedForm(session);
  const question = questions[0] ?? '';
  const engine = await openPostgres(cluster.url);
  stack.defer(() => engine.close());
  for (const [place, type] of types.entries()) {
    const { integrationId, serviceId } = await connectService(session, flowId, question, type);
    await engine.query(
      `INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state)
       SELECT 'dlv' || lpad(n::text, 21, '0'), 'integration', $1 || ' sub' || n || ' ' || $2, $3, 'Bench',
         jsonb_build_object('integrationId', $2::text, 'flowId', $1::text,
           'fields', jsonb_build_array(jsonb_build_object('id', $4::text, 'name', 'Question', 'type', 'single_line_text',
             'template', '{}'::jsonb)),
           'values', jsonb_build_array(jsonb_build_array($4::text, 'guest' || n || '@example.org'))), 'waiting'
       FROM generate_series($5::int, ${answers}, ${types.length}) AS n`,
      [flowId, integrationId, `${type} ${serviceId} x`, question, place + 1],
    );
  }
  await engine.exec(`INSERT INTO weft.jobs (id, queue, payload)
    SELECT 'job' || substr(id, 4), 'integration', jsonb_build_object('deliveryId', id) FROM weft.deliveries
    WHERE kind = 'integration'`);
  services.faulty = faulty;

  const begun = performance.now();
  const started = Array.from({ length: workers }, () =>
    startProduct({ ...settings, ROLE: 'worker' }, atLocalServices),
  );
  const products = await Promise.all(started);
  for (const product of products) stack.defer(() => product.stop());
  const kills = await killAtRandom(products);
  const countOf = async (where: string): Promise<number> => {
    const [row] = await engine.query(
      `SELECT count(*) FROM weft.deliveries WHERE kind = 'integration' AND ${where}`,
    );
    return Number(row?.[0]);
  };
  while ((await countOf(`state = 'waiting'`)) > 0 && performance.now() - begun < patience)
    await new Promise((resolve) => setTimeout(resolve, 500));
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  // What may have been delivered is said to be so: a person looks, and nothing is written twice.
  const told = await engine.query(
    `SELECT content->'values'->0->>1 FROM weft.deliveries
     WHERE kind = 'integration' AND state = 'failed' AND fault_class = 'unknown'`,
  );
  const known = new Set([
    ...services.contacts,
    ...services.added.keys(),
    ...told.map(([name]) => String(name)),
  ]);
  const doubled = [...services.added.values()].reduce((sum, times) => sum + times - 1, 0);
  const said = Object.entries(services.faults).map(([kind, count]) => `${count} ${kind}`);
  const figure = (name: string, value: number, note?: string): Figure => ({
    ...{
      name: `${answers.toLocaleString('en-US')} answers to failing services, ${name}`,
      engine: 'postgres',
    },
    ...{ value, unit: '', limit: 0, ...(note !== undefined && { note }) },
  });
  return [
    figure(
      'lost',
      answers - known.size,
      `${kills} kills of ${workers} workers, ${seconds} s; ${said.join(', ')}`,
    ),
    figure('written twice', doubled, `${told.length} told as ‘May have been delivered’`),
  ];
}
