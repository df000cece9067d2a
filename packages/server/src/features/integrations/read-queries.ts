import type { ListOfQuestion } from '@weft/forms';
import type { CallOutput } from '@weft/protocol';
import { userOf } from './connection-access.ts';
import type { IntegrationsContext } from './deps.ts';

type Listed = CallOutput<'integrations.list'>;
type ReadQuery = Listed['onlyRead'][number]['readQueries'][number];

/** What a form reads of connected services: the choices of its questions, as the draft has them. */
export class ReadQueries {
  readonly #lists: readonly ListOfQuestion[];

  constructor(lists: readonly ListOfQuestion[]) {
    this.#lists = lists;
  }

  /** What is read with one connection. */
  of(serviceId: string): readonly ReadQuery[] {
    return this.#lists
      .filter(({ list }) => list.serviceId === serviceId)
      .map(({ question, list: { settings, field } }) => ({
        ...{ id: question.id.slice(-10), questionId: question.id },
        config: { settings, field },
      }));
  }

  /** The connections that the form reads with, and writes nothing to. One that the caller may not use has no name. */
  async onlyRead(
    { deps, caller }: IntegrationsContext,
    written: ReadonlySet<string>,
  ): Promise<Listed['onlyRead']> {
    const types = new Map(
      this.#lists
        .filter(({ list }) => !written.has(list.serviceId))
        .map(({ list }) => [list.serviceId, list.serviceType]),
    );
    if (types.size === 0) return [];
    const usable = new Map((await deps.connections.usableBy(userOf(caller))).map((one) => [one.id, one]));
    return [...types].map(([serviceId, serviceType]) => {
      const connection = usable.get(serviceId);
      return {
        ...{ serviceId, serviceType, serviceName: connection?.name ?? null },
        ...{ accountLabel: connection?.accountLabel ?? null, state: connection?.state ?? null },
        readQueries: this.of(serviceId),
      };
    });
  }
}
