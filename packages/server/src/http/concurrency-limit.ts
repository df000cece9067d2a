import { randomUUID } from 'node:crypto';
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
function tooMany(kind: Kind, whose: 'person' | 'organization'): AppError {
  const { running, ...most }: Limit = concurrencyLimits[kind];
  const which = whose === 'person' ? `of your ${running}` : `${running} in this organization`;
  return new AppError(
    'rate-limit',
    `${most[whose]} ${which}, the most at once: wait until one of them has ended, and try again`,
  );
}

interface Owner {
  readonly userId: string;
  readonly organizationId: string;
}

/** What is heavy wherever it runs: its limits hold for all servers of a database together. */
type EverywhereKind = 'base' | 'export' | 'import';

/** Limits long operations per person and organization, so that nobody starves the others. */
export class ConcurrencyLimit {
  readonly #counts = new Map<string, number>();
  /** Null: no other server works on this database. */
  readonly #everywhere: RunningWork | null;

  constructor(everywhere: RunningWork | null = null) {
    this.#everywhere = everywhere;
  }

  /** As `take`, on all servers together. */
  async takeEverywhere(kind: EverywhereKind, owner: Owner): Promise<() => void> {
    const release = this.take(kind, owner);
    const work = this.#everywhere;
    if (work === null) return release;
    const id = randomUUID();
    try {
      const { userId, organizationId } = owner;
      const reached = await work.begin({ id, kind, userId, organizationId }, concurrencyLimits[kind]);
      if (reached !== null) throw tooMany(kind, reached);
    } catch (error) {
      release();
      throw error;
    }
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      release();
      // Once more where the database is away for a moment: until this server ends it would count.
      work.end(id).catch(() => setTimeout(() => work.end(id).catch(() => {}), 5_000).unref());
    };
  }

  /** Counts one until the returned function is called; throws when the limit is reached. */
  take(kind: Kind, { userId, organizationId }: Owner): () => void {
    const { person, organization }: Limit = concurrencyLimits[kind];
    const ofPerson = `${kind} ${userId}`;
    const ofOrganization = `${kind} ${organizationId}`;
    if (this.#countOf(ofPerson) >= person) throw tooMany(kind, 'person');
    if (this.#countOf(ofOrganization) >= organization) throw tooMany(kind, 'organization');
    this.#add(ofPerson, 1);
    this.#add(ofOrganization, 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.#add(ofPerson, -1);
      this.#add(ofOrganization, -1);
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
