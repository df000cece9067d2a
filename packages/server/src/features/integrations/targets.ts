import type { Connection } from '@weft/db';
import type { Choice, Connector, ServiceHttp, Target, TargetField } from '@weft/integrations';
import { invalid, notFound } from '@weft/std';
import { answeredIn, asking } from './asking.ts';
import type { OwnDeps } from './deps.ts';
import { targetPlace } from './serial-key.ts';

/** Milliseconds that what a service listed is cached, and how many lists. */
const cachedFor = 60_000;
const maxCached = 500;
/** Choices, fields and characters of a name that are taken of a service's answer. */
const maxListed = 5_000;
const longestName = 500;
/** Characters of an id; what has a longer one is left out, for a mapping could not keep it. */
const longestId = 1_000;

type Deps = Pick<OwnDeps, 'http' | 'now'>;

const short = (text: string): string => String(text).slice(0, longestName);

/** What is taken of a list: so much of what a service answers is kept. */
const taken = <T extends Choice>(all: readonly T[]): readonly T[] =>
  all
    .filter(({ id }) => String(id).length <= longestId)
    .slice(0, maxListed)
    .map((one) => ({ ...one, name: short(one.name) }));

const takenFields = (fields: readonly TargetField[]): readonly TargetField[] => {
  let room = maxListed;
  return taken(fields).map((field) => {
    const choices = field.choices?.slice(0, room).map(short);
    room -= choices?.length ?? 0;
    return { ...field, ...(choices && { choices }) };
  });
};

/** What a service says of a time is taken only where it is one. */
const isInstant = (text: string): boolean => text.length <= 40 && Number.isFinite(Date.parse(text));

const shownField = (field: TargetField) => ({
  ...{ id: String(field.id), name: field.name, kind: field.kind, required: field.required === true },
  ...{ holds: field.holds ?? null, choices: field.choices ?? null, template: field.template === true },
});
export type ShownField = ReturnType<typeof shownField>;

/** Of what was chosen that which the service has steps for: nothing else is asked for with it, nor kept under it. */
const stepsOf = ({ targets = [] }: Connector, chosen: Target): Target =>
  Object.fromEntries(
    targets.flatMap(({ key }) => {
      const id = chosen[key];
      return id === undefined ? [] : [[key, id]];
    }),
  );

/** What services have to write to: asked for by people who choose, and so cached for a moment. */
export class Targets {
  readonly #deps: Deps;
  readonly #cached = new Map<string, { readonly found: Promise<unknown>; readonly until: number }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async choices(
    connection: Connection,
    step: string,
    chosen: Target,
    fresh: boolean,
  ): Promise<readonly Choice[]> {
    const connector = await this.#connector(connection);
    const found = connector.targets?.find(({ key }) => key === step);
    if (found === undefined) throw invalid('step', `${connector.label} has no such step`);
    const steps = stepsOf(connector, chosen);
    return this.#ask(connection, ['choices', step], steps, fresh, async (http) =>
      taken(await found.list(http, steps)).map(({ id, name, changedAt }) => ({
        ...{ id, name },
        ...(changedAt !== undefined && isInstant(changedAt) && { changedAt }),
      })),
    );
  }

  async fields(connection: Connection, target: Target, fresh: boolean): Promise<readonly ShownField[]> {
    const connector = await this.#connector(connection);
    const { fieldsOf } = connector;
    if (fieldsOf === undefined) return [];
    const steps = stepsOf(connector, target);
    return this.#ask(connection, ['fields'], steps, fresh, async (http) =>
      takenFields(await fieldsOf(http, steps)).map(shownField),
    );
  }

  /** The fields of a target for an answer on its way, as they were in the last minute. Throws ServiceFault. */
  async current(connection: Connection, target: Target): Promise<readonly TargetField[]> {
    const { fieldsOf } = await this.#connector(connection);
    if (fieldsOf === undefined) return [];
    const key = JSON.stringify([connection.id, connection.secretId, 'current', target]);
    return this.#cache(key, false, async () =>
      takenFields(await fieldsOf(await this.#open(connection, target), target)),
    );
  }

  /** What a connection listed is asked for anew. */
  forget({ id }: Connection): void {
    for (const key of this.#cached.keys()) if (key.startsWith(`["${id}"`)) this.#cached.delete(key);
  }

  async #connector(connection: Connection): Promise<Connector> {
    const connector = await this.#deps.http.serviceOf(connection);
    if (connector === undefined) throw notFound('There is no such service here');
    return connector;
  }

  #open(connection: Connection, within: Target): Promise<ServiceHttp> {
    const place = targetPlace(this.#deps.http, connection.type, within);
    return this.#deps.http.of(connection, AbortSignal.timeout(answeredIn), { place });
  }

  #ask<T>(
    connection: Connection,
    what: readonly string[],
    within: Target,
    fresh: boolean,
    ask: (http: ServiceHttp) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([connection.id, connection.secretId, ...what, within]);
    return this.#cache(key, fresh, () => asking(async () => ask(await this.#open(connection, within))));
  }

  #cache<T>(key: string, fresh: boolean, ask: () => Promise<T>): Promise<T> {
    const known = this.#cached.get(key);
    if (!fresh && known !== undefined && known.until > this.#deps.now()) return known.found as Promise<T>;
    if (this.#cached.size >= maxCached) this.#cached.clear();
    const found = ask();
    this.#cached.set(key, { found, until: this.#deps.now() + cachedFor });
    found.catch(() => this.#cached.delete(key));
    return found;
  }
}
