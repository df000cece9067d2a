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
function tooMany(kind: Kind, reached: (typeof whose)[number]): AppError {
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

const keysOf = (kind: Kind, { userId, organizationId }: Owner) => ({
  person: `${kind} of person ${userId}`,
  organization: `${kind} of organization ${organizationId}`,
});

/** What is heavy wherever it runs: its limits hold for all servers of a database together. */
type EverywhereKind = 'base' | 'export' | 'import';

/**
 * Milliseconds for which a server that was told of a limit refuses by itself: whoever asks again and again would have the
 * database count each time.
 */
const refusedFor = 1_000;

/** Limits long operations per person and organization, so that nobody starves the others. */
export class ConcurrencyLimit {
  readonly #counts = new Map<string, number>();
  /** Null: no other server works on this database. */
  readonly #everywhere: RunningWork | null;
  /** Whose limits were just found to be reached on all servers together. */
  readonly #reached = new Set<string>();

  constructor(everywhere: RunningWork | null = null) {
    this.#everywhere = everywhere;
  }

  /** As `take`, on all servers together. */
  async takeEverywhere(kind: EverywhereKind, owner: Owner): Promise<() => void> {
    const release = this.take(kind, owner);
    const work = this.#everywhere;
    if (work === null) return release;
    const id = randomUUID();
    const { userId, organizationId } = owner;
    const keys = keysOf(kind, owner);
    try {
      const known = whose.find((one) => this.#reached.has(keys[one]));
      if (known !== undefined) throw tooMany(kind, known);
      const reached = await work.begin({ id, kind, userId, organizationId }, concurrencyLimits[kind]);
      if (reached !== null) {
        this.#reached.add(keys[reached]);
        setTimeout(() => this.#reached.delete(keys[reached]), refusedFor).unref();
        throw tooMany(kind, reached);
      }
    } catch (error) {
      release();
      throw error;
    }
    const end = async () => {
      await work.end(id);
      for (const one of whose) this.#reached.delete(keys[one]);
    };
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      release();
      // Once more where the database is away for a moment: until this server ends it would count.
      end().catch(() => setTimeout(() => end().catch(() => {}), 5_000).unref());
    };
  }

  /** Counts one until the returned function is called; throws when the limit is reached. */
  take(kind: Kind, owner: Owner): () => void {
    const most: Limit = concurrencyLimits[kind];
    const keys = keysOf(kind, owner);
    const reached = whose.find((one) => this.#countOf(keys[one]) >= most[one]);
    if (reached !== undefined) throw tooMany(kind, reached);
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
