import { createHash } from 'node:crypto';
import type { Connection, Flow, KnownList } from '@weft/db';
import type { ServiceList } from '@weft/forms';
import { ServiceFault } from '@weft/integrations';
import { AppError } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import { answeredIn } from './asking.ts';
import { loadConnection, whyNotInFlow } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';
import { targetPlace } from './serial-key.ts';

/** Values of one list, and characters of one. */
const mostValues = 1_000;
const longestValue = 500;

type PlacedFlow = Pick<Flow, 'id' | 'organizationId' | 'workspaceId'>;

const sourceOf = ({ serviceId, settings, field }: ServiceList): string => {
  const steps = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([serviceId, steps, field.id]))
    .digest('hex');
};

/** Asks a service for the values of a field. Throws ServiceFault. */
async function readNow(
  { http }: OwnDeps,
  connection: Connection,
  list: ServiceList,
): Promise<readonly string[]> {
  const choices = (await http.serviceOf(connection))?.choices;
  if (choices === undefined) throw new ServiceFault('permanent', 'Nothing can be chosen from this service');
  const place = targetPlace(http, connection.type, list.settings);
  const asked = await http.of(connection, AbortSignal.timeout(answeredIn), { place });
  const found = await choices(asked, list.settings, list.field.id);
  const labels = found.map(({ name }) => name.trim().replaceAll(/\s+/g, ' ')).filter((name) => name !== '');
  const distinct = [...new Set(labels.filter((label) => label.length <= longestValue))];
  if (distinct.length > mostValues)
    throw new ServiceFault('permanent', `‘${list.field.name}’ has more than 1,000 values`);
  return distinct;
}

/** Lists of connected services that forms offer: read again in the background, never while somebody waits. */
export class ListedValues {
  readonly #deps: OwnDeps;

  constructor(deps: OwnDeps) {
    this.#deps = deps;
  }

  /** As it was read last; null: it never was. */
  async of(flowId: string, list: ServiceList): Promise<KnownList | null> {
    const known = await this.#deps.serviceLists.find({ flowId, source: sourceOf(list) });
    if (known?.isStale === true)
      void this.#refresh(flowId, list).catch((error: unknown) =>
        this.#deps.log.warn({ flowId, error }, 'a list of a connected service could not be read'),
      );
    return known;
  }

  /** Why a form cannot offer a list; null: whoever publishes it may, and it was read. */
  async whyNot(caller: Caller, flow: PlacedFlow, list: ServiceList): Promise<string | null> {
    const { serviceLists } = this.#deps;
    try {
      const connection = await loadConnection(this.#deps, caller, list.serviceId);
      if (connection.type !== list.serviceType) return 'the connection is of another service';
      const why = whyNotInFlow(connection, flow, caller.organizationSettings.connectionsInWorkspace === true);
      if (why !== null) return why;
      const labels = await readNow(this.#deps, connection, list);
      await serviceLists.write({ flowId: flow.id, source: sourceOf(list) }, connection.id, labels);
      return null;
    } catch (error) {
      if (error instanceof ServiceFault || error instanceof AppError) return error.message;
      throw error;
    }
  }

  async #refresh(flowId: string, list: ServiceList): Promise<void> {
    const { serviceLists, connections, flows, http } = this.#deps;
    const place = { flowId, source: sourceOf(list) };
    if (!(await serviceLists.begin(place))) return;
    const connection = await connections.find(list.serviceId);
    const flow = await flows.placeOf(flowId);
    if (connection === null || flow === null || connection.type !== list.serviceType) return;
    // It would be refused again, and the one whose it is was told.
    if (whyNotInFlow(connection, flow, false) !== null || connection.state === 'reconnect') return;
    try {
      await serviceLists.write(place, connection.id, await readNow(this.#deps, connection, list));
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      // What was read last is offered on; whose connection it is is told.
      if (error.class === 'reconnect') await http.broke(connection, error.message);
      else await connections.note(connection.id, 'failing', error.message);
    }
  }
}
