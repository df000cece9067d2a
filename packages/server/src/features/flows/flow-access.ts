import type { Flows, FoundFlow } from '@weft/db';

/** Milliseconds a flow's state and a person's role are cached; a change in this process is seen at once. */
const cachedFor = 5_000;
const maxRemembered = 20_000;

/** Cache of what a person may do with a flow: a cell edit must not cost this query. */
export class FlowAccess {
  readonly #flows: Flows;
  readonly #now: () => number;
  readonly #remembered = new Map<
    string,
    { readonly found: Promise<FoundFlow | null>; readonly until: number }
  >();

  constructor(flows: Flows, now: () => number) {
    this.#flows = flows;
    this.#now = now;
  }

  of(flowId: string, userId: string): Promise<FoundFlow | null> {
    const key = `${flowId}/${userId}`;
    const known = this.#remembered.get(key);
    if (known !== undefined && known.until > this.#now()) return known.found;
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const found = this.#flows.find(flowId, userId);
    this.#remembered.set(key, { found, until: this.#now() + cachedFor });
    found.then(
      // Absence is not cached: the flow may be created the next moment.
      (flow) => flow === null && this.#remembered.delete(key),
      () => this.#remembered.delete(key),
    );
    return found;
  }

  /** Writes down that somebody looked at a flow; what shows it does not wait, nor fail where that fails. */
  opened(
    flowId: string,
    { userId, scope }: { readonly userId: string; readonly scope: string | null },
  ): void {
    // A program that reads is nobody who opens it.
    if (scope === null) this.#flows.opened(flowId, userId).catch(() => {});
  }

  /** Clears the cache: after a rename, a move to trash, a change of membership. */
  forget(): void {
    this.#remembered.clear();
  }
}
