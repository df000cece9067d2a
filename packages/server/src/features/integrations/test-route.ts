import { type OutgoingValue, ServiceFault } from '@weft/integrations';
import { writeConfig } from '@weft/protocol';
import { invalid } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { clientGoneSignal } from '../../rpc/client-gone.ts';
import { answeredIn, askingFor } from './asking.ts';
import type { OwnDeps } from './deps.ts';
import { askedIn, loadForm, requireForFlow } from './integration-methods.ts';
import { outgoingFile } from './outgoing-files.ts';
import { requireOwnFile } from './own-file.ts';
import { sampleAnswer } from './sample-answer.ts';
import { targetPlace } from './serial-key.ts';
import type { Targets } from './targets.ts';

/** Characters of a value that are shown. */
const longestShown = 200;

const textOf = (value: OutgoingValue | undefined): string | null => {
  if (value === undefined) return null;
  const texts = typeof value === 'object' ? value : [value];
  return texts
    .map((one) => (typeof one === 'object' ? one.name : String(one)))
    .join(', ')
    .slice(0, longestShown);
};

/** Writes one test answer while somebody waits, and tells what the service said. */
export function mountTest(app: FastifyInstance, deps: OwnDeps, targets: Targets): void {
  serve(app, 'POST /v1/admin/integrations/:flowId/test', async ({ request, reply, path, body, query }) => {
    const context = { deps, caller: requireCaller(request), left: clientGoneSignal(reply) };
    const flow = await loadForm(context, path.flowId);
    query();
    const { serviceType, serviceId, config: given } = body();
    const connection = await requireForFlow(context, flow, serviceId, serviceType);
    const read = writeConfig.safeParse(given);
    if (!read.success) throw invalid('config', 'Not the config of a write query');
    const { settings, nameMappings } = read.data;
    const write = (await deps.http.serviceOf(connection))?.write;
    if (write === undefined) throw invalid('serviceType', 'Nothing is written to this service');
    await requireOwnFile(context, serviceType, settings, flow.id);
    const writeOne = async () => {
      const fields = await targets.current(connection, settings);
      const asked = await askedIn(context, flow, read.data.tableId);
      const tester = { email: context.caller.email, now: new Date(deps.now()).toISOString() };
      const { values, notes } = sampleAnswer(
        { nameMappings },
        asked,
        fields,
        tester,
        outgoingFile(deps, flow.id),
      );
      const signal = AbortSignal.any([context.left(), AbortSignal.timeout(answeredIn)]);
      const place = targetPlace(deps.http, connection.type, settings);
      const http = await deps.http.of(connection, signal, { place });
      // Each test is one of its own.
      const written = await write.run(http, settings, { key: deps.newId('dlv'), values, fields });
      return { fields, values, notes, written };
    };
    try {
      const { fields, values, notes, written } = await askingFor(deps, context.caller, writeOne);
      await deps.connections.note(connection.id, 'ok', null);
      return {
        data: {
          ...{ said: [written.said, ...notes].join('. '), url: written.url ?? null },
          values: fields
            .map(({ id, name }) => ({ id, name, text: textOf(values.get(id)) }))
            .filter(({ id, text }) => text !== null || nameMappings[id] !== undefined),
        },
        statusCode: 200,
        error: null,
      };
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      if (error.class === 'reconnect') await deps.http.broke(connection, error.message);
      return { data: null, statusCode: error.status ?? 502, error: error.message };
    }
  });
}
