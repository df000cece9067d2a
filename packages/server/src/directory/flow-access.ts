import type { Flows, FoundFlow } from './flows.ts';

/** How long a flow's place and a person's level are believed; a change in this process is seen at once. */
const believedFor = 5_000;
const mostRemembered = 20_000;
/** 'Last updated' is a matter of minutes to its readers: one write per base in this time is enough. */
const touchEvery = 30_000;

/** What a person is to a flow, remembered for a moment: a cell edit must not cost this query. */
export class FlowAccess {
  readonly #flows: Flows;
  readonly #now: () => number;
  readonly #remembered = new Map<
    string,
    { readonly found: Promise<FoundFlow | null>; readonly until: number }
  >();
  readonly #touched = new Map<string, number>();

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

  /** Notes that the flow's contents changed. */
  async touch(flowId: string): Promise<void> {
    const last = this.#touched.get(flowId) ?? 0;
    if (this.#now() - last < touchEvery) return;
    this.#touched.set(flowId, this.#now());
    await this.#flows.touch(flowId);
  }
}
