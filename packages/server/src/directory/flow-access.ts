import type { Flows, FoundFlow } from './flows.ts';

/** How long a flow's place and a person's level are believed; a change in this process is seen at once. */
const believedFor = 5_000;
const mostRemembered = 20_000;

/** What a person is to a flow, remembered for a moment: a cell edit must not cost this query. */
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
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    const found = this.#flows.find(flowId, userId);
    this.#remembered.set(key, { found, until: this.#now() + believedFor });
    found.then(
      // Absence is not believed: the flow may be made the next moment.
      (flow) => flow === null && this.#remembered.delete(key),
      () => this.#remembered.delete(key),
    );
    return found;
  }

  /** Forgets everything: after a rename, a move to trash, a change of membership. */
  forget(): void {
    this.#remembered.clear();
  }
}
