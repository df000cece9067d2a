import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningWork } from '@weft/db';
import { AppError } from '@weft/std';

interface Limit {
  readonly person: number;
  readonly organization: number;
  /** As in `5 imports are running`. */
  readonly running: string;
}

/** Long operations, and how many of each may run at a time: of databases, downloads and imports on all servers together. */
export const concurrencyLimits = {
  ask: { person: 10, organization: 40, running: 'services are being asked' },
  base: { person: 5, organization: 20, running: 'databases are being made' },
  check: { person: 2, organization: 5, running: 'domains are being checked' },
  export: { person: 4, organization: 10, running: 'downloads are running' },
  fetch: { person: 5, organization: 20, running: 'files are being fetched' },
  import: { person: 5, organization: 10, running: 'imports are running' },
} as const satisfies { readonly [kind: string]: Limit };

type Kind = keyof typeof concurrencyLimits;

/** That a person, or their organization, has as many of these as may run at once. */
function tooMany(kind: Kind, reached: Whose): AppError {
  const { running, ...most }: Limit = concurrencyLimits[kind];
  const which = reached === 'person' ? `of your ${running}` : `${running} in this organization`;
  return new AppError(
    'rate-limit',
    `${most[reached]} ${which}, the most at once: wait until one of them has ended, and try again`,
  );
}

interface Owner {
  readonly userId: string;
  readonly organizationId: string;
}

const whose = ['person', 'organization'] as const;
type Whose = (typeof whose)[number];
type Keys = { readonly [W in Whose]: string };

const keysOf = (kind: Kind, { userId, organizationId }: Owner): Keys => ({
  person: `${kind} of person ${userId}`,
  organization: `${kind} of organization ${organizationId}`,
});

/** What is heavy wherever it runs: its limits hold for all servers of a database together. */
type EverywhereKind = 'base' | 'export' | 'import';

/**
 * Milliseconds after a refusal in which further calls wait until they are over before they are looked at: each refusal
 * costs the server and the database some milliseconds, and programs ask again and again.
 */
const pause = 1_000;

/** Limits long operations per person and organization, so that nobody starves the others. */
export class ConcurrencyLimit {
  readonly #counts = new Map<string, number>();
  /** Null: no other server works on this database. */
  readonly #everywhere: RunningWork | null;
  /** Whose limits were just reached, until the pause after that is over. */
  readonly #pauses = new Map<string, Promise<void>>();

  constructor(everywhere: RunningWork | null = null) {
    this.#everywhere = everywhere;
  }

  /** As `take`, on all servers together; who was just refused is answered after a pause. */
  async takeEverywhere(kind: EverywhereKind, owner: Owner): Promise<() => void> {
    const keys = keysOf(kind, owner);
    for (const one of whose) await this.#pauses.get(keys[one]);
    const here = this.#reachedHere(kind, keys);
    if (here !== null) throw this.#refused(kind, keys, here);
    const release = this.#take(keys);
    const work = this.#everywhere;
    if (work === null) return release;
    const id = randomUUID();
    let taken = true;
    const later = () => setTimeout(() => work.end(id).catch(() => {}), 5_000).unref();
    const end = () => {
      if (!taken) return;
      taken = false;
      release();
      // Once more where the database is away for a moment: until this server ends it would count.
      work.end(id).catch(later);
    };
    const { userId, organizationId } = owner;
    const begun = work.begin({ id, kind, userId, organizationId }, concurrencyLimits[kind]);
    const reached = await begun.catch((error: unknown) => {
      // Where the answer was lost, it may have been counted, or be counted in a moment.
      end();
      later();
      throw error;
    });
    if (reached === null) return end;
    release();
    throw this.#refused(kind, keys, reached);
  }

  /** Counts one until the returned function is called; throws when the limit is reached. */
  take(kind: Kind, owner: Owner): () => void {
    const keys = keysOf(kind, owner);
    const reached = this.#reachedHere(kind, keys);
    if (reached !== null) throw tooMany(kind, reached);
    return this.#take(keys);
  }

  #reachedHere(kind: Kind, keys: Keys): Whose | null {
    const most: Limit = concurrencyLimits[kind];
    return whose.find((one) => this.#countOf(keys[one]) >= most[one]) ?? null;
  }

  #refused(kind: Kind, keys: Keys, reached: Whose): AppError {
    const key = keys[reached];
    const over = wait(pause, undefined, { ref: false }).then(() => {
      if (this.#pauses.get(key) === over) this.#pauses.delete(key);
    });
    this.#pauses.set(key, over);
    return tooMany(kind, reached);
  }

  #take(keys: Keys): () => void {
    for (const one of whose) this.#add(keys[one], 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      for (const one of whose) this.#add(keys[one], -1);
    };
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #add(key: string, more: 1 | -1): void {
    const count = this.#countOf(key) + more;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
